package clients

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"
)

// codec is one file format.
type codec interface {
	// parse reads text, which has no byte order mark. Errors are *Error
	// without a path.
	parse(text []byte) (document, error)
}

// document is a parsed file. with uses it up.
type document interface {
	// meaning gives what the file says, as maps, slices and values.
	meaning() any
	// entry gives that of the entry in the object named member, nil if there is none.
	entry(member, name string) (map[string]any, error)
	// with gives the text with the entry so; nil takes it out.
	with(member, name string, entry map[string]any) ([]byte, error)
}

var bom = []byte("\uFEFF")

// likeBOM gives the text the byte order mark that file has, if any.
func likeBOM(file, text []byte) []byte {
	if bytes.HasPrefix(file, bom) {
		return slices.Concat(bom, text)
	}
	return text
}

// eol is the line ending that text uses.
func eol(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// blank reports whether text holds nothing but whitespace.
func blank(text []byte) bool { return len(bytes.Trim(text, whitespace)) == 0 }

// whitespace is what JSON and TOML take for it. Unicode has more.
const whitespace = " \t\r\n"

// indentAt is the whitespace that begins the line of offset.
func indentAt(text []byte, offset int) string {
	line := text[lineStart(text, offset):]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// lineStart is the offset at which the line of offset begins.
func lineStart(text []byte, offset int) int {
	return bytes.LastIndexByte(text[:offset], '\n') + 1
}

// lineEnd is the offset after the line of offset, its newline included.
func lineEnd(text []byte, offset int) int {
	if i := bytes.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i + 1
	}
	return len(text)
}

// faultAt is an error at an offset.
func faultAt(kind Kind, text []byte, offset int, message string, cause error) *Error {
	offset = min(max(offset, 0), len(text))
	start := lineStart(text, offset)
	return &Error{
		Kind:    kind,
		Line:    1 + bytes.Count(text[:offset], []byte("\n")),
		Column:  1 + utf8.RuneCount(text[start:offset]),
		Message: message,
		Err:     cause,
	}
}

// offsetOf turns a line and a column in bytes, both from 1, into an offset.
func offsetOf(text []byte, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		at = lineEnd(text, at)
	}
	return min(at+column-1, len(text))
}

// checkUTF8 faults the first byte that is not UTF-8.
func checkUTF8(text []byte) *Error {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return faultAt(KindSyntax, text, i, "the file is not UTF-8 text; save it as UTF-8", nil)
		}
		i += n
	}
	return nil
}

// maxParts is how many names and values a file may hold. A parsed one takes some
// hundred bytes, however short it is in the file.
const maxParts = 1_000_000

// checkParts faults too many of the signs in text. One of them precedes each
// name and value but the first; they count in strings and comments, which quiet may
// take out of a second look.
func checkParts(text []byte, signs string, quiet func([]byte) []byte) error {
	count := func(text []byte) (n int) {
		for _, sign := range []byte(signs) {
			n += bytes.Count(text, []byte{sign})
		}
		return n
	}
	if count(text) <= maxParts || count(quiet(text)) <= maxParts {
		return nil
	}
	return &Error{Kind: KindTooLarge, Message: fmt.Sprintf("the file holds more than %d names and values; remove what is not needed, or make the change by hand", maxParts)}
}
