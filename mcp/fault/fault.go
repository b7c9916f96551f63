// Package fault defines the one error type that reaches a client: a kind for programs, a sentence for
// a person, and a cause for the log. Systems and package apiclient return faults; only package mcp
// turns them into responses.
package fault

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"
)

// Kind is the kind of an [Error]; callers decide only by it. A system may have kinds of its own.
type Kind string

// The kinds of failure.
const (
	NotFound       Kind = "not_found"       // it does not exist, or the caller may not see it
	Conflict       Kind = "conflict"        // it clashes with something that exists
	InvalidParams  Kind = "invalid_params"  // a value breaks a rule
	Unauthorized   Kind = "unauthorized"    // the credentials are missing or refused
	Forbidden      Kind = "forbidden"       // the credentials are good, but not for this
	Unavailable    Kind = "unavailable"     // the system could not be reached, or did not answer as expected
	Timeout        Kind = "timeout"         // a read took longer than its limit
	UnknownOutcome Kind = "unknown_outcome" // a write was sent; it may or may not have been saved
	Internal       Kind = "internal"        // anything else, cancellation included
)

// Error is a failure of a call.
//
// Message is a sentence for a person and safe to show: it holds no key, e-mail address or password,
// and nothing of a foreign page. Err is the cause for the log, and its text must be as safe. It wraps
// [context.Canceled] when the caller gave up.
type Error struct {
	Kind       Kind
	Status     int           // the HTTP status of the last answer, 0 if there was none
	Message    string        // what went wrong and what to do next
	Field      string        // the member at fault, where there is one
	RetryAfter time.Duration // how long to wait before another attempt, 0 if unknown
	Err        error         // the cause, nil if the message says it all
	// Candidates are things that the caller may have meant, the likeliest first.
	Candidates []Candidate
	// Meta has members for the _meta of a failed tool call that is answered with a result. The
	// client sees them. nil: none.
	Meta map[string]any
	// Structured is the structuredContent of a failed tool call that is answered with a result:
	// an object that fits the tool's output schema. nil: none.
	Structured any
}

// Candidate is something that the caller may have meant.
type Candidate struct {
	ID    string `json:"id"`
	Title string `json:"title"` // as someone wrote it
}

// Error returns the sentence for a person.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Cause returns what the log gets of a failure: the cause of an [Error], which may be nil, and any
// other error as it is.
func Cause(err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Err
	}
	return err
}

// InternalMessage is the message of a failure whose cause only the log may have.
const InternalMessage = "Something went wrong inside the server; its log has the cause."

// Recovered returns the [Internal] error for what recover returned, which is not nil. Its cause has
// the stack, and of the panic's value only what Go's runtime says: any other value may hold what
// people wrote.
func Recovered(p any) *Error {
	text := fmt.Sprintf("%T", p)
	if e, ok := p.(runtime.Error); ok {
		text = e.Error()
	}
	return &Error{Kind: Internal, Message: InternalMessage, Err: fmt.Errorf("panic: %s\n%s", text, debug.Stack())}
}
