package mcp

import (
	"encoding/json"
	"io"
)

// answer writes the result of a tools/call in parts. The JSON of structuredContent is in it
// twice, the second time as text, and is written both times from one copy.
type answer struct {
	parts   [12]part
	n       int // parts in use
	size    int
	release func()
}

// part is a piece of an answer: text, bytes, or JSON that is escaped as text.
type part struct {
	text   string
	bytes  []byte
	escape bool
}

// text adds pieces of JSON.
func (a *answer) text(pieces ...string) {
	for _, s := range pieces {
		a.add(part{text: s}, len(s))
	}
}

func (a *answer) bytes(b []byte) { a.add(part{bytes: b}, len(b)) }

// escaped adds JSON as the inside of a JSON string.
func (a *answer) escaped(json []byte) { a.add(part{bytes: json, escape: true}, textSize(json)) }

func (a *answer) add(p part, size int) {
	if size > 0 {
		a.parts[a.n] = p
		a.n++
		a.size += size
	}
}

// structured adds structuredContent, which wrap surrounds.
func (a *answer) structured(wrap [2]string, json json.RawMessage) {
	if json != nil {
		a.text(`,"structuredContent":` + wrap[0])
		a.bytes(json)
		a.text(wrap[1])
	}
}

// Len is the exact number of bytes that WriteTo writes.
func (a *answer) Len() int { return a.size }

// WriteTo streams the answer, so that a large body is never copied whole.
func (a *answer) WriteTo(w io.Writer) (int64, error) {
	out := counter{w: w}
	for _, p := range a.parts[:a.n] {
		switch {
		case p.escape:
			writeEscaped(&out, p.bytes)
		case p.bytes != nil:
			out.bytes(p.bytes)
		default:
			out.text(p.text)
		}
	}
	return out.n, out.err
}

// Release gives back the memory of the body.
func (a *answer) Release() {
	if a.release != nil {
		a.release()
	}
}
