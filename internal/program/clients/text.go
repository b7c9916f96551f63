package clients

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"
)

// codec is one file format.
type codec interface {
	// parse reads text without a byte order mark. Errors are *Error without a path.
	parse(text []byte) (document, error)
}

// document is a parsed file. After with, it must not be used again.
type document interface {
	// meaning returns the whole file as maps, slices and values.
	meaning() any
	// entry returns the entry in the object named member, nil if there is none.
	entry(member, name string) (map[string]any, error)
	// with returns the text with that entry; nil removes it.
	with(member, name string, entry map[string]any) ([]byte, error)
}

var bom = []byte("\uFEFF")

// likeBOM adds a byte order mark to text if file has one.
func likeBOM(file, text []byte) []byte {
	if bytes.HasPrefix(file, bom) {
		return slices.Concat(bom, text)
	}
	return text
}

// eol returns the line ending that text uses.
func eol(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// whitespace is that of JSON and TOML; Unicode has more.
const whitespace = " \t\r\n"

func blank(text []byte) bool { return len(bytes.Trim(text, whitespace)) == 0 }

// indentAt returns the whitespace at the start of the line of offset.
func indentAt(text []byte, offset int) string {
	line := text[lineStart(text, offset):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

func lineStart(text []byte, offset int) int {
	return bytes.LastIndexByte(text[:offset], '\n') + 1
}

// lineEnd returns the offset after the newline of the line of offset.
func lineEnd(text []byte, offset int) int {
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(text)
}

// offsetOf returns the offset of a line and a column in bytes, both from 1.
func offsetOf(text []byte, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		at = lineEnd(text, at)
	}
	return min(at+column-1, len(text))
}

// faultAt is an error at an offset.
func faultAt(kind Kind, text []byte, offset int, message string, cause error) *Error {
	offset = min(max(offset, 0), len(text))
	line := 1 + bytes.Count(text[:offset], []byte("\n"))
	column := 1 + utf8.RuneCount(text[lineStart(text, offset):offset])
	return &Error{Kind: kind, Line: line, Column: column, Message: message, Err: cause}
}

// maxParts bounds the names and values in a file: each takes some hundred bytes when parsed.
const maxParts = 1_000_000

// checkText refuses a file that is not UTF-8 or has too many parts. A sign precedes each
// part but the first. Signs in strings and comments do not count after quiet removes them.
func checkText(text []byte, signs string, quiet func([]byte) []byte) error {
	if !utf8.Valid(text) {
		valid := 0
		for r, n := utf8.DecodeRune(text); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRune(text[valid:]) {
			valid += n
		}
		return faultAt(KindSyntax, text, valid, "the file is not UTF-8 text; save it as UTF-8", nil)
	}
	tooMany := func(text []byte) bool {
		n := 0
		for _, sign := range []byte(signs) {
			n += bytes.Count(text, []byte{sign})
		}
		return n > maxParts
	}
	if tooMany(text) && tooMany(quiet(text)) {
		return &Error{Kind: KindTooLarge, Message: fmt.Sprintf("the file holds more than %d names and values; remove what is not needed, or make the change by hand", maxParts)}
	}
	return nil
}
