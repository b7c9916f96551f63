package wordpiece

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// lower appends text, which is ASCII, without control characters and in lower case.
func lower(dst []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; {
		case 'A' <= c && c <= 'Z':
			dst = append(dst, c+'a'-'A')
		case c == '\t' || c == '\n' || c == '\r':
			dst = append(dst, ' ')
		case c >= ' ' && c != 0x7f:
			dst = append(dst, c)
		}
	}
	return dst
}

// normalize returns text without what can't be seen and without accents, in lower case,
// and with a space at either side of what is a word by itself in Chinese.
func normalize(text string) []byte {
	clean := make([]byte, 0, len(text)+len(text)/2)
	for _, r := range text {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			clean = append(clean, ' ')
		case r == utf8.RuneError || invisible(r):
		case chinese(r):
			clean = append(utf8.AppendRune(append(clean, ' '), r), ' ')
		default:
			clean = utf8.AppendRune(clean, r)
		}
	}
	apart := norm.NFD.Append(make([]byte, 0, len(clean)+len(clean)/4), clean...)
	out := clean[:0]
	for len(apart) > 0 {
		r, size := utf8.DecodeRune(apart)
		apart = apart[size:]
		if !unicode.Is(unicode.Mn, r) {
			out = utf8.AppendRune(out, unicode.ToLower(r))
		}
	}
	return out
}

// invisible reports whether r is a control, a format character or for private use.
func invisible(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)
}

// chinese reports whether r is a word by itself: the blocks of CJK ideographs, and neither
// Hangul nor kana, which are written in words. As in the reference, one block begins 256
// characters late.
func chinese(r rune) bool {
	return r >= 0x3400 && (0x4e00 <= r && r <= 0x9fff || r <= 0x4dbf ||
		0x20000 <= r && r <= 0x2a6df || 0x2a700 <= r && r <= 0x2b73f || 0x2b740 <= r && r <= 0x2b81f ||
		0x2b920 <= r && r <= 0x2ceaf || 0xf900 <= r && r <= 0xfaff || 0x2f800 <= r && r <= 0x2fa1f)
}

// punctuation reports whether r is a word by itself. In ASCII that is whatever is neither
// letter, digit nor space.
func punctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return '!' <= r && r <= '/' || ':' <= r && r <= '@' || '[' <= r && r <= '`' || '{' <= r && r <= '~'
	}
	return unicode.IsPunct(r)
}
