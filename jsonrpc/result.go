package jsonrpc

import (
	"encoding/json"
	"io"
)

// Result is what a call answers with. It writes itself as exactly one JSON
// value without a newline, and fails only when w fails. If it has a method
// Release(), that is called once, when the value has been written or never will
// be, and the value isn't used after it.
type Result interface {
	// Len is the exact number of bytes that WriteTo writes.
	Len() int
	io.WriterTo
}

// Raw is a [Result] that is at hand as valid, compact JSON. An empty Raw is
// written as null.
type Raw json.RawMessage

const null = "null"

// Len returns the size in bytes.
func (r Raw) Len() int {
	if len(r) == 0 {
		return len(null)
	}
	return len(r)
}

// WriteTo writes the value to w.
func (r Raw) WriteTo(w io.Writer) (int64, error) {
	if len(r) == 0 {
		n, err := io.WriteString(w, null)
		return int64(n), err
	}
	n, err := w.Write(r)
	return int64(n), err
}
