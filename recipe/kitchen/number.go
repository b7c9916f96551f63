package kitchen

import (
	"math/big"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// numberForm is an amount as cooks write one: 2, 1.5, 1,5, 1/2, 1 1/2, 1-1/2, ½, 1½.
var numberForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(\d{1,6})(?:[ -](\d{1,3}[/⁄]\d{1,3})|[ -]?([¼½¾⅐-⅞]))|(\d{1,3}[/⁄]\d{1,3}|[¼½¾⅐-⅞])|(\d{1,6}(?:[.,]\d{1,3})?))`)
})

// leadingNumber reads the number at the start of s. It is not sure of numbers with two
// readings, such as 1,000, of those that go on, such as 1/2/3, and of 00 (a flour).
func leadingNumber(s string) (r *big.Rat, rest string, ok bool) {
	m := numberForm().FindStringSubmatch(s)
	if m == nil {
		return nil, s, false
	}
	rest = s[len(m[0]):]
	if strings.HasPrefix(rest, "%") || rest != "" && strings.ContainsAny(rest[:1], "0123456789/") ||
		len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') && '0' <= rest[1] && rest[1] <= '9' {
		return nil, s, false
	}
	r = new(big.Rat)
	switch {
	case m[1] != "":
		part, ok := fractionOf(m[2] + m[3])
		whole, ok2 := new(big.Rat).SetString(m[1])
		if !ok || !ok2 || part.Cmp(ratio(1, 1)) >= 0 {
			return nil, s, false
		}
		r.Add(whole, part)
	case m[4] != "":
		part, ok := fractionOf(m[4])
		if !ok {
			return nil, s, false
		}
		r = part
	default:
		whole, part, _ := strings.Cut(strings.Replace(m[5], ",", ".", 1), ".")
		if len(part) == 3 && whole != "0" || len(whole) > 1 && whole[0] == '0' {
			return nil, s, false
		}
		r.SetString(whole + "." + part + "0")
	}
	return r, rest, r.Sign() > 0
}

func fractionOf(s string) (*big.Rat, bool) {
	plain := strings.ReplaceAll(norm.NFKC.String(s), "⁄", "/")
	_, under, _ := strings.Cut(plain, "/")
	if strings.Trim(under, "0") == "" {
		return nil, false
	}
	return new(big.Rat).SetString(plain)
}

// rangeSign stands between the two ends of a range.
var rangeSign = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^ ?(?:[-–—]|to|or|bis|oder|à|ou|a|o) ?`)
})

// amount is one number, or a range of two with the sign between them.
type amount struct {
	from, to *big.Rat // to is nil if there is one number
	sign     string   // as it is written, with its spaces
}

// leadingAmount reads a number or a range at the start of s.
func leadingAmount(s string) (a amount, rest string, ok bool) {
	if a.from, rest, ok = leadingNumber(s); !ok {
		return amount{}, s, false
	}
	sign := rangeSign().FindString(rest)
	to, after, isRange := leadingNumber(rest[len(sign):])
	switch {
	case sign == "" || !isRange && !strings.ContainsAny(sign, "-–—"):
		return a, rest, true
	case !isRange || to.Cmp(a.from) <= 0: // "3-inch" goes on with a word; "4-2" is not sure
		if isRange {
			return amount{}, s, false
		}
		return a, rest, true
	}
	a.sign, a.to = sign, to
	return a, after, true
}

// last returns the larger number of a range, or the only one.
func (a amount) last() *big.Rat {
	if a.to != nil {
		return a.to
	}
	return a.from
}

// with returns the amount written with each number changed.
func (a amount) with(change func(*big.Rat) string) string {
	if a.to == nil {
		return change(a.from)
	}
	return change(a.from) + a.sign + change(a.to)
}

// fractionText writes a number as a cook does: 1 1/2, and in decimals if its denominator
// is on no spoon.
func fractionText(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	if r.Denom().IsInt64() && r.Denom().Int64() <= 8 {
		whole := below(r, ratio(1, 1))
		part := minus(r, whole).String()
		if whole.Sign() == 0 {
			return part
		}
		return whole.Num().String() + " " + part
	}
	return decimalText(r, 2)
}

// decimalText writes a number with at most so many digits after the point, or as many as
// it takes to be 2 % off at most.
func decimalText(r *big.Rat, digits int) string {
	text := r.FloatString(digits)
	for n, _ := new(big.Rat).SetString(text); !within(n, r, 20); n, _ = new(big.Rat).SetString(text) {
		digits++
		text = r.FloatString(digits)
	}
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
