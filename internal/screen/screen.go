// Package screen makes foreign text, such as a title or a file name, safe to print on a terminal. The
// text cannot move the cursor, set colors, reverse the direction of text or forge a line.
//
// It escapes control characters (C0, DEL and C1), Unicode's bidirectional controls, line and paragraph
// separators, interlinear annotation marks, and bytes that are not UTF-8: \n, \x1b, \u009b, \u202e.
// Everything else stays, including the joiners in emoji.
package screen

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line escapes s for a place within a line.
func Line(s string) string { return escape(s, obeyed) }

// Text escapes s, but not its line ends and tabs.
func Text(s string) string {
	return escape(s, func(r rune) bool { return obeyed(r) && r != '\n' && r != '\t' })
}

// JSON escapes text, which must be JSON, with JSON's own escapes, so that its meaning stays.
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

// obeyed reports whether a terminal may act on r instead of showing it.
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

// Amount returns a number with its noun: "1 recipe", "2 recipes".
func Amount(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
