package profile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// near are the signs of currencies that are worth about a dollar: they are ignored.
const near = "$€£¢"

// prefixed reports whether a currency of a list of amounts stands before the number at token i:
// "EUR 20", "Rs. 1500".
func (r *reader) prefixed(i int, list string) bool {
	if i == 0 || r.amounts[list] == nil {
		return false
	}
	_, n := r.word(list, i-1)
	between := r.between(i - 1)
	return n == 1 && (between == "" || between == ".")
}

// inForeign reports whether an amount is in a currency of which a number says nothing in dollars, and
// then has all of it in a.
func (r *reader) inForeign(a *amount) bool {
	first, last := r.t[a.from], r.t[a.to-1]
	lead := strings.TrimRight(r.text[:first.start], " ")
	before, size := utf8.DecodeLastRuneInString(lead)
	after, more := utf8.DecodeRuneInString(r.text[last.end:])
	from, to := first.start, last.end
	_, n := r.word("foreign", a.to)
	switch {
	case r.prefixed(a.from, "foreign"):
		a.from--
		from = r.t[a.from].start
	case n > 0 && !r.t[a.to].apart():
		a.to += n
		to = r.t[a.to-1].end
	case sign(before):
		from = len(lead) - size
	case sign(after):
		to += more
	default:
		return false
	}
	a.said, a.foreign = strings.TrimSpace(r.text[from:to]), true
	return true
}

// sign reports whether c is that of a currency which isn't worth about a dollar.
func sign(c rune) bool { return unicode.Is(unicode.Sc, c) && !strings.ContainsRune(near, c) }
