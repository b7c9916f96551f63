package apiclient

import "time"

// Kind says what sort of failure an [Error] is; callers decide by it alone.
type Kind string

// The kinds of failure.
const (
	KindNotFound       Kind = "not_found"       // the one thing asked for is not there
	KindConflict       Kind = "conflict"        // it clashes with what is there already
	KindInvalidParams  Kind = "invalid_params"  // the API refused the values sent
	KindUnauthorized   Kind = "unauthorized"    // the API refused the key
	KindForbidden      Kind = "forbidden"       // the API knows the key, not the e-mail address
	KindUnavailable    Kind = "unavailable"     // the API could not be reached or did not answer as it should
	KindTimeout        Kind = "timeout"         // a read took longer than its limit
	KindUnknownOutcome Kind = "unknown_outcome" // a write was sent; it may or may not have been saved
	KindInternal       Kind = "internal"        // anything else, cancellation included
)

// Error is the one error type of this package.
//
// Message is a sentence for a person and safe to show: it holds no key, no
// e-mail address, no URL password and nothing of an HTML page. Err is the
// cause, for the log alone: its text is as safe, and errors.Is finds
// context.Canceled in it where the caller gave up.
type Error struct {
	Kind       Kind
	Status     int           // HTTP status of the last answer, 0 if there was none
	Message    string        // what went wrong and what to do next
	Field      string        // the member at fault, where the API named one
	RetryAfter time.Duration // how long the API asked to wait, 0 if it did not
	Err        error         // the cause, nil if the status says it all
}

// Error returns the sentence for a person.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// orNil keeps a nil *Error from becoming an error that is not nil.
func (e *Error) orNil() error {
	if e == nil {
		return nil
	}
	return e
}
