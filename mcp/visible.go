package mcp

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Quoted returns text that people wrote for use in a message: in straight quotation marks,
// with a backslash before each " and \, and with \u escapes for characters that can't be seen.
func Quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case hidden(r):
			b.WriteString(escapeOf(r))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Visible returns JSON, or text of several lines, with \u escapes for characters that can't
// be seen or that change the writing direction. JSON keeps its value.
func Visible(text string) string {
	if !strings.ContainsFunc(text, hiddenInLines) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hiddenInLines(r) {
			b.WriteString(escapeOf(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hiddenInLines reports whether r is hidden in text of several lines.
func hiddenInLines(r rune) bool { return hidden(r) && r != '\n' }

// hidden reports whether r is written as an escape because a reader can't see it or because
// it changes how its neighbors look. U+FE0F, which makes a sign an emoji, stays.
func hidden(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r < 0xc0:
		return r < 0xa0 || r == 0xad
	case r < 0x34f, r > 0x3164 && r < 0xfe00: // most letters
		return false
	case r == 0xfe0f:
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// escapeOf returns r as JSON's escape.
func escapeOf(r rune) string {
	if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
		return hex(high) + hex(low)
	}
	return hex(r)
}

func hex(unit rune) string {
	const digits = "0123456789abcdef"
	return string([]byte{'\\', 'u', digits[unit>>12&15], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15]})
}

// ResultBytes returns how many bytes JSON takes in a result, where it is both
// structuredContent and text.
func ResultBytes(json []byte) int { return len(json) + textSize(json) }

// textSize returns how many bytes JSON takes as the inside of a JSON string.
func textSize(json []byte) int {
	return len(json) + bytes.Count(json, []byte{'"'}) + bytes.Count(json, []byte{'\\'}) + growth(json)
}

// escapedUnit is the size of an escape inside a JSON string, where its backslash is escaped.
const escapedUnit = len(`\\u200b`)

// growth returns how many bytes the hidden characters of JSON gain when they are escaped.
func growth(json []byte) int {
	n := bytes.Count(json, []byte{0x7f}) * (escapedUnit - 1)
	for i := 0; i < len(json); {
		if len(json)-i >= 8 && binary.LittleEndian.Uint64(json[i:])&0x8080808080808080 == 0 {
			i += 8
			continue
		}
		if json[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(json[i:])
		if i += size; hidden(r) {
			n += escapedUnit*utf16.RuneLen(r) - size
		}
	}
	return n
}

const (
	escapeBuffer = 8 << 10
	escapeMost   = 2 * escapedUnit // the bytes of one character, at most
)

var escapeBuffers = sync.Pool{New: func() any { return new([escapeBuffer]byte) }}

// escaper writes JSON as the inside of a JSON string, in pieces. It escapes quotes,
// backslashes and [hidden] characters: JSON in one line has no other control characters.
type escaper struct {
	out *counter
	buf *[escapeBuffer]byte
	n   int // bytes in buf
}

func writeEscaped(out *counter, json []byte) {
	e := escaper{out: out, buf: escapeBuffers.Get().(*[escapeBuffer]byte)}
	e.escape(json)
	e.flush()
	escapeBuffers.Put(e.buf)
}

func (e *escaper) flush() {
	e.out.bytes(e.buf[:e.n])
	e.n = 0
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

// ascii writes as many bytes as fit before the first that is DEL or part of a longer
// character, and returns how many.
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
	if hidden(r) {
		e.n += copy(e.buf[e.n:], strings.ReplaceAll(escapeOf(r), `\`, `\\`))
	} else {
		e.n += copy(e.buf[e.n:], json[:size])
	}
	return size
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
