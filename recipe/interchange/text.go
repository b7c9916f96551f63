package interchange

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	textunicode "golang.org/x/text/encoding/unicode"
)

// decodeText returns data as UTF-8 without a byte order mark. UTF-16 is known
// by its mark or by its zero bytes; what is not UTF-8 is taken for
// Windows-1252, in which every byte has a meaning, so no letter is lost.
func decodeText(data []byte) []byte {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	enc := wideEncoding(data)
	if enc == nil && !utf8.Valid(data) {
		enc = charmap.Windows1252
	}
	if enc == nil {
		return data
	}
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil { // decoders of a fixed width replace and do not fail
		return bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	return out
}

const byteOrderMark = "\uFEFF"

// wideEncoding returns the UTF-16 that data begins in, or nil. Without a mark it is
// known by Latin letters, of which every other byte is 0.
func wideEncoding(data []byte) encoding.Encoding {
	zero := func(i int) bool {
		return len(data) >= 8 && data[i] == 0 && data[i+2] == 0 && data[i+4] == 0 && data[i+6] == 0
	}
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), zero(1) && data[0] != 0:
		return textunicode.UTF16(textunicode.LittleEndian, textunicode.UseBOM)
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}), zero(0) && data[1] != 0:
		return textunicode.UTF16(textunicode.BigEndian, textunicode.UseBOM)
	}
	return nil
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(dropControls(s)), " ")
}

var (
	lineEnds   = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n")
	emptyLines = regexp.MustCompile(`\n{3,}`)
)

// tidy trims s and every line of it, and leaves at most one empty line in a
// row.
func tidy(s string) string {
	lines := strings.Split(lineEnds.Replace(dropControls(s)), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return emptyLines.ReplaceAllString(strings.TrimSpace(strings.Join(lines, "\n")), "\n\n")
}

// dropControls makes s valid UTF-8 and turns control characters other than
// line ends and tabs into blanks, so that words on both sides stay apart.
func dropControls(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// splitLines returns the lines of s that hold something.
func splitLines(s string) []string {
	return strings.FieldsFunc(tidy(s), func(r rune) bool { return r == '\n' })
}

// wordSet is the set of the words in list.
func wordSet(list string) map[string]bool { return wordMap(map[bool]string{true: list}) }

// wordMap leads from each word of the lists to what the list is of. A middle dot
// stands for a blank in a word.
func wordMap[V comparable](lists map[V]string) map[string]V {
	words := make(map[string]V)
	for v, list := range lists {
		for word := range strings.FieldsSeq(list) {
			words[strings.ReplaceAll(word, "·", " ")] = v
		}
	}
	return words
}
