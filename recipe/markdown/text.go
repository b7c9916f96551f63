package markdown

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
)

// address is what renderers make a link of by themselves, even where its signs are
// escaped.
var address = sync.OnceValue(func() *regexp.Regexp {
	const more = "[^\\s`()<>\\[\\]]+"
	return regexp.MustCompile("(?i)[a-z][a-z0-9+.-]*://" + more + `|www\.` + more + "|" + more + "@" + more + "|(?:mailto|xmpp|javascript|data):" + more)
})

// Text returns s as Markdown that is shown as the text s: no sign in it is markup. Its
// lines and paragraphs stay; an address becomes code, which no renderer makes a link of.
func Text(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\t", " ").Replace(s)
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		if line != "" || len(out) > 0 && out[len(out)-1] != "" {
			out = append(out, escapeLine(line))
		}
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n")
}

// line returns s as [Text] for a place within one line.
func line(s string) string { return escapeLine(strings.Join(strings.Fields(s), " ")) }

// escapeLine escapes a line without line ends and white space around it.
func escapeLine(s string) string {
	var b strings.Builder
	at := 0
	for _, span := range address().FindAllStringIndex(s, -1) {
		escape(&b, s[at:span[0]], at == 0)
		found := strings.TrimRight(s[span[0]:span[1]], ".,;:!?")
		at = span[0] + len(found)
		b.WriteString(code(visible(found)))
	}
	escape(&b, s[at:], at == 0)
	return b.String()
}

// code returns a span of code; s has no backtick.
func code(s string) string { return "`" + s + "`" }

// escape writes text with its signs escaped. Some of them are markup only at the start
// of a line: those of headings, lists, quotes, tables and rules.
func escape(b *strings.Builder, s string, first bool) {
	number := first
	for i, r := range s {
		switch {
		case strings.ContainsRune("\\`*_[]<~|#", r),
			first && i == 0 && strings.ContainsRune("+-=>:", r),
			number && i > 0 && (r == '.' || r == ')'),
			r == '&' && i+1 < len(s) && (s[i+1] == '#' || isLetter(s[i+1])):
			b.WriteByte('\\')
		}
		number = number && '0' <= r && r <= '9'
		b.WriteString(visible(string(r)))
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// visible writes characters that are not seen as the escapes that JSON has for them.
func visible(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !hidden(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// hidden reports whether r controls how text is shown, or isn't shown. The two joiners
// are seen: emoji and several scripts need them.
func hidden(r rune) bool {
	return unicode.IsControl(r) || r == '\u200b' || r == '\u200e' || r == '\u200f' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2060' && r <= '\u2069' ||
		r == '\u061c' || r == '\ufeff' || r >= '\U000e0000' && r <= '\U000e007f'
}
