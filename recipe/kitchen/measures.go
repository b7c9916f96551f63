package kitchen

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// measure is an amount with a unit of weight or volume within text.
type measure struct {
	amount
	unit       spelling
	text       string // as it is written
	start, end int    // of text
}

// What is longer than a cook writes is left as it is.
const (
	mostText  = 10_000 // bytes of an instruction or a note
	mostFound = 100    // amounts in one
	mostName  = 500    // bytes of a name or a unit
)

// measures finds the amounts in text, in order, the first mostFound of them.
func measures(text string) []measure {
	if len(text) > mostText {
		return nil
	}
	var found []measure
	for i := 0; i < len(text) && len(found) < mostFound; {
		if !startsNumber(text, i) {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		a, rest, ok := leadingAmount(text[i:])
		if !ok {
			i += numberLength(text[i:])
			continue
		}
		next := len(text) - len(rest)
		rest = strings.TrimPrefix(rest, "-")
		u, after, ok := leadingUnit(strings.TrimLeft(rest, " \u00a0"))
		if ok && u.unit.size != nil && endsWord(after) {
			next = len(text) - len(after)
			found = append(found, measure{a, u, text[i:next], i, next})
		}
		i = next
	}
	return found
}

// startsNumber reports whether a number starts at i, and not within a word or a number.
func startsNumber(text string, i int) bool {
	r, _ := utf8.DecodeRuneInString(text[i:])
	if !unicode.IsDigit(r) && !unicode.Is(unicode.No, r) {
		return false
	}
	before, n := utf8.DecodeLastRuneInString(text[:i])
	if before == '/' { // 200 g/7 oz, but not 1/2/3
		before, _ = utf8.DecodeLastRuneInString(text[:i-n])
		return unicode.IsLetter(before)
	}
	return i == 0 || !unicode.IsLetter(before) && !unicode.IsNumber(before) && before != '.' && before != '-'
}

// numberLength is how much of text is digits and what stands between them.
func numberLength(text string) int {
	n := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsNumber(r) && !strings.ContainsRune(".,/-–⁄", r) })
	if n < 0 {
		return len(text)
	}
	return max(n, 1)
}

func endsWord(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLetter(r) && !unicode.IsNumber(r)
}
