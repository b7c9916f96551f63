package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"mcp-adapters/apiclient"
)

// Structured is a tool's answer: one JSON object, compact and valid, in pieces
// that are written one behind the other. Pieces spare a copy of a large body.
type Structured struct {
	Prefix string
	Body   json.RawMessage
	Suffix string
}

// callResult writes a tools/call result. The text block holds the same JSON as
// structuredContent, for clients that read only text.
type callResult struct {
	Structured

	// buffer holds the body; nil when it is nobody else's.
	buffer *apiclient.Buffer

	// meta is what the protocol era adds to a result, as members with a
	// leading comma; empty before 2026-07-28.
	meta []byte
}

const (
	resultHead   = `{"content":[{"type":"text","text":"`
	resultMiddle = `"}],"structuredContent":`
)

// Len is the exact number of bytes that WriteTo writes.
func (r callResult) Len() int {
	once := len(r.Prefix) + len(r.Body) + len(r.Suffix)
	escapes := escapeCount(r.Prefix) + escapeCount(r.Body) + escapeCount(r.Suffix)
	return len(resultHead) + once + escapes + len(resultMiddle) + once + len(r.meta) + 1
}

// WriteTo streams the result, so that a large body is never copied whole.
func (r callResult) WriteTo(w io.Writer) (int64, error) {
	out := counter{w: w}
	out.write(resultHead)
	writeEscaped(&out, r.Prefix)
	writeEscaped(&out, r.Body)
	writeEscaped(&out, r.Suffix)
	out.write(resultMiddle)
	out.write(r.Prefix)
	out.writeBytes(r.Body)
	out.write(r.Suffix)
	out.writeBytes(r.meta)
	out.write("}")
	return out.n, out.err
}

// Release gives back the memory of the body.
func (r callResult) Release() {
	if r.buffer != nil {
		r.buffer.Recycle()
		buffers.Put(r.buffer)
	}
}

// buffers hold the answers of reads while they are on their way.
var buffers = sync.Pool{New: func() any { return new(apiclient.Buffer) }}

// escapeCount counts what writeEscaped adds.
func escapeCount[T string | []byte | json.RawMessage](text T) int {
	b := []byte(text)
	return bytes.Count(b, []byte{'"'}) + bytes.Count(b, []byte{'\\'})
}

// escaped holds the buffers of writeEscaped.
var escaped = sync.Pool{New: func() any { return new([2 * escapeChunk]byte) }}

const escapeChunk = 4 << 10

// writeEscaped writes JSON text as the inside of a JSON string. Valid compact
// JSON holds no raw control characters, so only quotes and backslashes need an
// escape.
func writeEscaped[T string | []byte | json.RawMessage](out *counter, text T) {
	array := escaped.Get().(*[2 * escapeChunk]byte)
	defer escaped.Put(array)
	for len(text) > 0 {
		n := 0
		chunk := text[:min(len(text), escapeChunk)]
		for i := range len(chunk) {
			c := chunk[i]
			if c == '"' || c == '\\' {
				array[n] = '\\'
				n++
			}
			array[n] = c
			n++
		}
		out.writeBytes(array[:n])
		text = text[len(chunk):]
	}
}

// counter remembers the first error and how much was written.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) write(s string) {
	if c.err == nil {
		n, err := io.WriteString(c.w, s)
		c.n, c.err = c.n+int64(n), err
	}
}

func (c *counter) writeBytes(b []byte) {
	if c.err == nil {
		n, err := c.w.Write(b)
		c.n, c.err = c.n+int64(n), err
	}
}
