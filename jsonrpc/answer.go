package jsonrpc

import (
	"bytes"
	"errors"
	"io"
	"iter"
)

const (
	responseHead = `{"jsonrpc":"2.0","id":`
	headWithNull = `{"jsonrpc":"2.0","id":null`
	headWithout  = `{"jsonrpc":"2.0"`
	responseTail = `}`
)

// ErrTorn is returned by [Answer.WriteTo] when a result fails halfway: the text that was written is
// not JSON and can't be repaired.
var ErrTorn = errors.New("a result failed halfway through being written")

// response is what one call is answered with; the zero value is none.
type response struct {
	body Result
	size int    // of body
	err  *Error // if body is its encoding
}

func failure(e *Error) response {
	body := e.encode()
	return response{body: body, size: len(body), err: e}
}

// Answer is the answer to one delivered message: one JSON value in one line, which is an array for
// a batch. It is valid until [Reply.Answer] returns.
type Answer struct{ d *delivery }

// Err returns the error that answers the message. It is nil for a result and for a batch.
func (a Answer) Err() *Error {
	if a.d.batch {
		return nil
	}
	return a.d.calls[0].response.err
}

// Len is the number of bytes that WriteTo writes.
func (a Answer) Len() int {
	n := 0
	for before, call := range a.responses() {
		r := call.response
		n += len(before) + len(a.head(call)) + len(call.req.ID) + len(r.member()) + r.size + len(responseTail)
	}
	if a.d.batch {
		n += len("]")
	}
	return n
}

// AppendTo appends the answer to b. It can't fail: a result that panics while it is written is
// replaced with an internal error. A transport should write answers that are small enough this way.
func (a Answer) AppendTo(b *bytes.Buffer) {
	for before, call := range a.responses() {
		b.WriteString(before)
		start := b.Len()
		if err := a.put(b, call, call.response); err != nil {
			if !errors.Is(err, ErrTorn) {
				a.d.conn.opts.Log.Error().Err(err).Msg("a result failed while it was written")
			}
			b.Truncate(start)
			_ = a.put(b, call, failure(internalError()))
		}
	}
	if a.d.batch {
		b.WriteByte(']')
	}
}

// WriteTo writes the answer to w piece by piece, for an answer that is too large to be held. A
// result that panics ends it with [ErrTorn]; then the connection must end too.
func (a Answer) WriteTo(w io.Writer) (int64, error) {
	out := &counter{w: w}
	for before, call := range a.responses() {
		if _, err := io.WriteString(out, before); err != nil {
			return out.n, err
		}
		if err := a.put(out, call, call.response); err != nil {
			return out.n, err
		}
	}
	var err error
	if a.d.batch {
		_, err = io.WriteString(out, "]")
	}
	return out.n, err
}

// responses yields each call that has a response, and the text before it.
func (a Answer) responses() iter.Seq2[string, *call] {
	return func(yield func(string, *call) bool) {
		before := ""
		if a.d.batch {
			before = "["
		}
		for i := range a.d.calls {
			call := &a.d.calls[i]
			if call.response.body == nil {
				continue
			}
			if !yield(before, call) {
				return
			}
			before = ","
		}
	}
}

// put writes one response.
func (a Answer) put(w io.Writer, c *call, r response) (err error) {
	defer a.d.conn.recovered("a result panicked while it was written", func() { err = ErrTorn })
	_, err = io.WriteString(w, a.head(c))
	if err == nil {
		_, err = w.Write(c.req.ID)
	}
	if err == nil {
		_, err = io.WriteString(w, r.member())
	}
	if err == nil {
		_, err = r.body.WriteTo(w)
	}
	if err == nil {
		_, err = io.WriteString(w, responseTail)
	}
	return err
}

// head returns the text before the bytes of the call's id.
func (a Answer) head(c *call) string {
	switch {
	case c.req.ID != nil:
		return responseHead
	case a.d.conn.opts.OmitID:
		return headWithout
	}
	return headWithNull
}

func (r response) member() string {
	if r.err != nil {
		return `,"error":`
	}
	return `,"result":`
}

// counter counts what is written to w.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
