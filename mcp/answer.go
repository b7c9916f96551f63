package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"sync"
)

// answer writes the result of tools/call. Without a text of its own, its text
// block holds the same JSON as structuredContent, for clients that read only
// text; that is written from one copy.
type answer struct {
	structured json.RawMessage
	open, end  string // what stands around structured
	text       []byte // the inside of a JSON string; nil: structured, quoted
	blocks     []byte // the content, a JSON array; nil: one block with the text
	tail       []byte // further members, each with a leading comma
	release    func()
}

const (
	answerContent    = `{"content":`
	answerHead       = `[{"type":"text","text":"`
	answerMiddle     = `"}]`
	answerStructured = `,"structuredContent":`
	answerEnd        = `}`
)

// Len is the exact number of bytes that WriteTo writes.
func (a answer) Len() int {
	n := len(answerContent) + len(a.blocks) + len(a.tail) + len(answerEnd)
	once := len(a.open) + len(a.structured) + len(a.end)
	if a.blocks == nil {
		n += len(answerHead) + len(a.text) + len(answerMiddle)
	}
	if a.blocks == nil && a.text == nil {
		n += once + strings.Count(a.open, `"`) + bytes.Count(a.structured, []byte{'"'}) + bytes.Count(a.structured, []byte{'\\'})
	}
	if a.structured != nil {
		n += len(answerStructured) + once
	}
	return n
}

// WriteTo streams the answer, so that a large body is never copied whole.
func (a answer) WriteTo(w io.Writer) (int64, error) {
	out := counter{w: w}
	out.text(answerContent)
	if a.blocks != nil {
		out.bytes(a.blocks)
	} else {
		a.writeText(&out)
	}
	if a.structured != nil {
		out.text(answerStructured)
		out.text(a.open)
		out.bytes(a.structured)
		out.text(a.end)
	}
	out.bytes(a.tail)
	out.text(answerEnd)
	return out.n, out.err
}

// writeText writes the content that is one block of text.
func (a answer) writeText(out *counter) {
	out.text(answerHead)
	if a.text != nil {
		out.bytes(a.text)
	} else {
		out.escaped([]byte(a.open))
		out.escaped(a.structured)
		out.text(a.end)
	}
	out.text(answerMiddle)
}

// Release gives back the memory of the body.
func (a answer) Release() {
	if a.release != nil {
		a.release()
	}
}

// counter remembers the first error and how much was written.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) text(s string) {
	if c.err == nil {
		n, err := io.WriteString(c.w, s)
		c.n, c.err = c.n+int64(n), err
	}
}

func (c *counter) bytes(b []byte) {
	if c.err == nil {
		n, err := c.w.Write(b)
		c.n, c.err = c.n+int64(n), err
	}
}

const escapeChunk = 4 << 10

// chunks hold the buffers of escaped.
var chunks = sync.Pool{New: func() any { return new([2 * escapeChunk]byte) }}

// escaped writes JSON as the inside of a JSON string. Valid JSON without a line
// break holds no raw control characters, so only quotes and backslashes need an
// escape.
func (c *counter) escaped(json []byte) {
	buf := chunks.Get().(*[2 * escapeChunk]byte)
	defer chunks.Put(buf)
	for len(json) > 0 {
		chunk := json[:min(len(json), escapeChunk)]
		json = json[len(chunk):]
		n := 0
		for _, b := range chunk {
			if b == '"' || b == '\\' {
				buf[n] = '\\'
				n++
			}
			buf[n] = b
			n++
		}
		c.bytes(buf[:n])
	}
}
