package mcp

import (
	"sync"
	"unicode/utf8"
)

// escaper writes JSON as the inside of a JSON string, in pieces. Valid JSON without a line
// break holds no raw control characters, so quotes and backslashes need an escape, and
// characters that are [hidden] get one.
type escaper struct {
	out *counter
	buf *[escapeBuffer]byte
	n   int // bytes in buf
}

const (
	escapeBuffer = 8 << 10
	escapeMost   = 2 * escapedUnit // of one character
)

var escapeBuffers = sync.Pool{New: func() any { return new([escapeBuffer]byte) }}

func newEscaper(out *counter) *escaper {
	return &escaper{out: out, buf: escapeBuffers.Get().(*[escapeBuffer]byte)}
}

// close writes the rest. The escaper isn't used after it.
func (e *escaper) close() {
	e.flush()
	escapeBuffers.Put(e.buf)
}

func (e *escaper) flush() {
	e.out.bytes(e.buf[:e.n])
	e.n = 0
}

// raw writes a little text that needs no escapes.
func (e *escaper) raw(s string) {
	if len(s) > len(e.buf)-e.n {
		e.flush()
	}
	e.n += copy(e.buf[e.n:], s)
}

func (e *escaper) escape(json []byte) {
	for len(json) > 0 {
		if len(e.buf)-e.n < escapeMost {
			e.flush()
		}
		json = json[e.ascii(json):]
		if len(json) > 0 && json[0] >= 0x7f && len(e.buf)-e.n >= escapeMost {
			json = json[e.rune(json):]
		}
	}
}

// ascii writes bytes up to the first that is part of another character, as many as fit,
// and returns how many.
func (e *escaper) ascii(json []byte) int {
	json = json[:min(len(json), (len(e.buf)-e.n)/2)]
	buf, n := e.buf, e.n
	for i, b := range json {
		if b == '"' || b == '\\' {
			buf[n] = '\\'
			n++
		} else if b >= 0x7f {
			e.n = n
			return i
		}
		buf[n] = b
		n++
	}
	e.n = n
	return len(json)
}

// rune writes the character at the beginning of json and returns its size.
func (e *escaper) rune(json []byte) int {
	r, size := utf8.DecodeRune(json)
	if !hidden(r) {
		e.n += copy(e.buf[e.n:], json[:size])
		return size
	}
	for _, b := range []byte(escapeOf(r)) {
		if b == '\\' {
			e.buf[e.n] = b
			e.n++
		}
		e.buf[e.n] = b
		e.n++
	}
	return size
}
