package clients

import (
	"bytes"
	"fmt"
)

// maxParts is how many names and values a file may hold. A parsed one takes some
// hundred bytes, however short it is in the file.
const maxParts = 1_000_000

func tooMany() *Error {
	return &Error{Kind: KindTooLarge, Message: fmt.Sprintf("the file holds more than %d names and values; take out what is not needed, or make the change by hand", maxParts)}
}

// jsonParts bounds the number of names and values from above: each but the
// first stands behind one of these signs. Long texts hold them too and are
// skipped: Claude Code keeps what was typed in the file of its servers.
func jsonParts(text []byte, comments bool) int {
	n := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ',', ':', '{', '[':
			n++
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '/':
			if comments {
				i += commentAt(text[i:])
			}
		}
	}
	return n
}

// commentAt gives how far behind the slash a comment goes on.
func commentAt(text []byte) int {
	closing := "\n"
	switch {
	case bytes.HasPrefix(text, []byte("/*")):
		closing = "*/"
	case !bytes.HasPrefix(text, []byte("//")):
		return 0
	}
	const opening = len("//")
	if at := bytes.Index(text[opening:], []byte(closing)); at >= 0 {
		return opening + at + len(closing) - 1
	}
	return len(text)
}

// tomlParts does not look for texts: those in Codex's file are short.
func tomlParts(text []byte) int {
	n := 0
	for _, c := range text {
		switch c {
		case ',', '=', '[', '{', '.':
			n++
		}
	}
	return n
}
