package jsonrpc

import (
	"context"
	"encoding/json"
	"io"
)

// Request is one request or notification as it was sent. Its bytes stay valid as long as they are
// referenced.
type Request struct {
	ID     json.RawMessage // exactly the bytes that were sent; nil for a notification
	Method string
	Params json.RawMessage // any JSON value; nil when absent
}

// Order says when a call may run.
type Order int

// The orders of calls.
const (
	Inline Order = iota // at once, before Deliver returns: it must be quick
	Read                // beside other reads, after the writes that came before it
	Write               // alone, after everything that came before it
	// Stream runs beside everything and holds back nothing. Its context ends when the client
	// cancels it, and as soon as the Conn accepts no more messages; then its result is its answer.
	Stream
)

// Call is a request that is ready to run.
type Call struct {
	Order Order
	// Run does the work and returns its result. An error is answered as the [*Error] in its
	// chain; an error without one becomes an internal error, and only the log gets its text.
	// ctx ends with the context given to [Conn.Deliver], and when the client cancels the call
	// or the Conn gives up on it; an inline call is over too soon for these two.
	Run func(ctx context.Context, client Client) (Result, error)
}

// Handler knows the methods. Its methods are called in order of arrival, on the goroutine that
// delivers the messages, and must not block.
type Handler interface {
	// Prepare is called once for each accepted request.
	Prepare(req *Request) Call
	// Notify is called for each notification except cancellations, with the context given to
	// [Conn.Deliver].
	Notify(ctx context.Context, req *Request)
}

// Result is the answer of a call. It writes itself as exactly one JSON value in one line, and
// fails only when w fails. If it has a method Release(), that is called once, when the value has
// been written or never will be; the value isn't used after it.
type Result interface {
	// Len is the exact number of bytes that WriteTo writes.
	Len() int
	io.WriterTo
}

// Raw is a [Result] of valid JSON in one line. An empty Raw is written as null.
type Raw json.RawMessage

const null = "null"

func (r Raw) orNull() []byte {
	if len(r) == 0 {
		return []byte(null)
	}
	return r
}

// Len returns the size in bytes.
func (r Raw) Len() int { return len(r.orNull()) }

// WriteTo writes the value to w.
func (r Raw) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(r.orNull())
	return int64(n), err
}
