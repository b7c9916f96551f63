// Package screen makes text from elsewhere, such as a title or a file name, safe
// to print on a terminal: the text can't move the cursor, set colors, reverse the
// direction of text or forge a line. Characters that could are written as
// readable escapes: \n, \x1b, \u009b, \u202e.
//
// It escapes control characters (C0, DEL and C1), Unicode's bidirectional
// controls, line and paragraph separators, interlinear annotation marks, and
// bytes that are not UTF-8. Everything else is printed as it is, including the
// joiners in emoji.
package screen

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns s for a place within a line.
func Line(s string) string { return escape(s, obeyed) }

// Text returns s for a place of its own: its line ends and tabs stay.
func Text(s string) string {
	return escape(s, func(r rune) bool { return obeyed(r) && r != '\n' && r != '\t' })
}

// JSON returns text, which must be JSON, with the same meaning and safe to print:
// within strings every such character is written as JSON's own escape.
func JSON(text []byte) []byte {
	hidden := func(r rune) bool { return r >= 0x7f && obeyed(r) }
	if bytes.IndexFunc(text, hidden) < 0 {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	for _, r := range string(text) {
		if hidden(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// obeyed reports whether a terminal acts on r instead of showing it.
func obeyed(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.In(r, unicode.Zl, unicode.Zp) ||
		r >= '\ufff9' && r <= '\ufffb'
}

func escape(s string, hidden func(rune) bool) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case hidden(r):
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// Amount counts something in words: "1 recipe", "2 recipes".
func Amount(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
