package mcp

import (
	"encoding/json"
	"io"
	"strings"
)

// answer writes the result of tools/call. Without a text of its own, its text
// block holds the same JSON as structuredContent, for clients that read only
// text; that is written from one copy.
type answer struct {
	structured json.RawMessage
	quoted     int    // the bytes that structured takes as text
	open, end  string // what stands around structured
	text       []byte // the inside of a JSON string; nil: structured, quoted
	note       []byte // a JSON string, the second block; nil: there is none
	blocks     []byte // the content, a JSON array; nil: one block with the text
	failed     bool
	closing    closing
	release    func()
}

const (
	answerContent    = `{"content":`
	answerHead       = `[{"type":"text","text":"`
	answerMiddle     = `"}`
	answerNote       = `,{"type":"text","text":`
	answerNoteEnd    = `}`
	answerBlocksEnd  = `]`
	answerStructured = `,"structuredContent":`
	answerFailed     = `,"isError":true`
	answerEnd        = `}`
)

// Len is the exact number of bytes that WriteTo writes.
func (a answer) Len() int {
	n := len(answerContent) + len(a.blocks) + len(a.closing.open) + len(a.closing.members) + len(a.closing.end) + len(answerEnd)
	if a.failed {
		n += len(answerFailed)
	}
	once := len(a.open) + len(a.structured) + len(a.end)
	if a.blocks == nil {
		n += len(answerHead) + len(a.text) + len(answerMiddle) + len(answerBlocksEnd)
	}
	if a.blocks == nil && a.note != nil {
		n += len(answerNote) + len(a.note) + len(answerNoteEnd)
	}
	if a.blocks == nil && a.text == nil {
		n += len(a.open) + strings.Count(a.open, `"`) + a.quoted + len(a.end)
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
	if a.failed {
		out.text(answerFailed)
	}
	out.text(a.closing.open)
	out.bytes(a.closing.members)
	out.text(a.closing.end)
	out.text(answerEnd)
	return out.n, out.err
}

// writeText writes the content that is a block of text, and the note if there is one.
func (a answer) writeText(out *counter) {
	out.text(answerHead)
	if a.text != nil {
		out.bytes(a.text)
	} else {
		writeEscaped(out, []byte(a.open), a.structured, []byte(a.end))
	}
	out.text(answerMiddle)
	if a.note != nil {
		out.text(answerNote)
		out.bytes(a.note)
		out.text(answerNoteEnd)
	}
	out.text(answerBlocksEnd)
}

// Release gives back the memory of the body.
func (a answer) Release() {
	if a.release != nil {
		a.release()
	}
}
