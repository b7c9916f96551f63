package mcp

import (
	"bytes"
	"encoding/binary"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// What stands around text that people wrote, where a model reads it. In the raw text of a
// result or a message they stand nowhere else: within the text they are escaped, so that
// nothing in it can end it.
const (
	markOpen  = "«"
	markClose = "»"
)

// Quoted returns text that people wrote in the form that a message to the model quotes it:
// between « and », with \u escapes for these two and for characters that aren't seen, such
// as controls, tags and changes of the writing direction.
func Quoted(text string) string {
	var b strings.Builder
	b.WriteString(markOpen)
	for _, r := range text {
		if hidden(r) {
			b.WriteString(escapeOf(r))
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteString(markClose)
	return b.String()
}

// Visible returns text of several lines, or JSON, with \u escapes for the marks and for
// characters that aren't seen. JSON keeps its value.
func Visible(text string) string {
	if !strings.ContainsFunc(text, covered) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if covered(r) {
			b.WriteString(escapeOf(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// covered reports whether r is hidden in text of several lines.
func covered(r rune) bool { return hidden(r) && r != '\n' }

// hidden reports whether r is written as an escape: it isn't seen, changes how its
// neighbors are seen, or is a mark. The selector that makes a sign an emoji stays.
func hidden(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r < 0xc0:
		return r < 0xa0 || r == '«' || r == '»' || r == 0xad
	case r < 0x34f, r > 0x3164 && r < 0xfe00: // most of the letters there are
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

// span is where the inside of a JSON string begins and ends.
type span struct{ begin, end int }

// spanLists are kept between calls: what a call allocates doesn't grow with its result.
var spanLists = sync.Pool{New: func() any { return new([]span) }}

// written appends to spans the text in valid JSON that people wrote: all strings but empty
// ones and those of the members that plain names.
func written(spans []span, json []byte, plain []string) []span {
	own := false // the latest member is one of plain
	for i := 0; i < len(json); i++ {
		if json[i] != '"' {
			continue
		}
		begin := i + 1
		i = endOfString(json, begin)
		next := i + 1
		for next < len(json) && json[next] == ' ' {
			next++
		}
		switch {
		case next < len(json) && json[next] == ':':
			own = isOneOf(json[begin:i], plain)
		case !own && begin < i:
			spans = append(spans, span{begin, i})
		}
	}
	return spans
}

func isOneOf(name []byte, names []string) bool {
	for _, n := range names {
		if string(name) == n {
			return true
		}
	}
	return false
}

// endOfString returns where the closing quote is of the string whose inside begins at i.
func endOfString(json []byte, i int) int {
	for ; i < len(json); i++ {
		switch json[i] {
		case '"':
			return i
		case '\\':
			i++
		}
	}
	return i
}

// textSize returns how many bytes JSON takes as the inside of a JSON string.
func textSize(json []byte) int {
	return len(json) + bytes.Count(json, []byte{'"'}) + bytes.Count(json, []byte{'\\'}) + growth(json)
}

// escapedUnit is the size of an escape inside a JSON string, whose backslash is escaped.
const escapedUnit = len(`\\u00ab`)

// growth returns by how much the characters of JSON that are escaped grow.
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

// ResultBytes returns how many bytes JSON takes in both halves of the result of a tool
// with that [Tool.Plain].
func ResultBytes(json []byte, plain []string) int {
	size := len(json) + textSize(json)
	if plain == nil {
		return size
	}
	spans := spanLists.Get().(*[]span)
	defer spanLists.Put(spans)
	*spans = written((*spans)[:0], json, plain)
	return size + len(*spans)*(len(markOpen)+len(markClose))
}

// FitsResult reports whether [ResultBytes] of JSON is at most most.
func FitsResult(json []byte, plain []string, most int) bool {
	if 2*len(json) > most {
		return false
	}
	// No string has more than two quotes.
	marks := bytes.Count(json, []byte{'"'}) / 2 * (len(markOpen) + len(markClose))
	return len(json)+textSize(json)+marks <= most || ResultBytes(json, plain) <= most
}
