package clients

import (
	"bytes"
	"strings"
)

// span is a comment at text[start:end], with its marks and without the line
// break behind it.
type span struct{ start, end int }

// jsonComments finds the comments of JSON. One without an end is none.
func jsonComments(text []byte) []span {
	var found []span
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case rest[0] == '"':
			i += quotedLen(rest)
		case bytes.HasPrefix(rest, []byte("//")):
			end := i + len(untilBreak(rest))
			found = append(found, span{i, end})
			i = end
		case bytes.HasPrefix(rest, []byte("/*")):
			n := bytes.Index(rest[2:], []byte("*/"))
			if n < 0 {
				return found
			}
			found = append(found, span{i, i + n + 4})
			i += n + 4
		default:
			i++
		}
	}
	return found
}

// quotedLen is the length of the string in double quotes that text begins with.
func quotedLen(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// untilBreak is the rest of a line.
func untilBreak(text []byte) []byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// tomlComments finds the comments of valid TOML.
func tomlComments(text []byte) []span {
	var found []span
	for i := 0; i < len(text); {
		switch text[i] {
		case '"', '\'':
			i += tomlQuotedLen(text[i:])
		case '#':
			end := i + len(untilBreak(text[i:]))
			found = append(found, span{i, end})
			i = end
		default:
			i++
		}
	}
	return found
}

// tomlQuotedLen is the length of the string that text begins with.
func tomlQuotedLen(text []byte) int {
	triple := bytes.Repeat(text[:1], 3)
	if !bytes.HasPrefix(text, triple) {
		if text[0] == '"' {
			return quotedLen(text)
		}
		return 2 + len(untilQuote(text[1:]))
	}
	for i := len(triple); i < len(text); i++ {
		switch {
		case text[0] == '"' && text[i] == '\\':
			i++
		case bytes.HasPrefix(text[i:], triple):
			// Up to two quotes may stand before the three that end it.
			end := i + len(triple)
			for n := 0; n < 2 && end < len(text) && text[end] == text[0]; n++ {
				end++
			}
			return end
		}
	}
	return len(text)
}

// untilQuote is the rest of a string in single quotes.
func untilQuote(text []byte) []byte {
	inside, _, _ := bytes.Cut(text, []byte("'"))
	return inside
}

// masked is a comment without what it says, on as many lines.
func (c span) masked(text []byte) edit {
	comment := text[c.start:c.end]
	mark, closing := "#", ""
	if comment[0] == '/' {
		mark = string(comment[:2])
	}
	breaks := strings.Repeat("\n", bytes.Count(comment, []byte("\n")))
	switch {
	case mark != "/*":
	case breaks == "":
		closing = " */"
	default:
		closing = "*/"
	}
	return edit{c.start, c.end, mark + " " + hidden + breaks + closing}
}
