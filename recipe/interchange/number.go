package interchange

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

const (
	// mostDecimals lets in what a program writes for a third: 17 digits, after the
	// noughts of a small number.
	mostDecimals    = 20
	fewDecimals     = 6  // more than these are a fraction's, or no one's
	mostDenominator = 16 // of the fractions that a cook would write
)

var (
	decimal = regexp.MustCompile(`^(\d+)[.,](\d+)([.,]\d)?`)
	// fraction is one sign, or digits around a slash: plain ones, or raised and
	// lowered ones, never mixed, since "2¹/₂" is two and a half.
	fraction = regexp.MustCompile(`^(?:[¼½¾⅐⅑⅒⅓-⅞]|(?:\d+|[⁰¹²³⁴-⁹]+)[/⁄](?:\d+|[₀-₉]+))`)
)

// leadingNumber reads a quantity at the start of s: an integer, a decimal
// with point or comma, a fraction, a mixed number, in digits or with fraction
// signs. It returns the number and what follows it. ok is false when there is
// none or its value is not sure: "1,000" is a thousand or one, "01/2" is
// nothing.
func leadingNumber(s string) (value float64, rest string, ok bool) {
	if value, rest, ok = leadingFraction(s); ok {
		return value, rest, true
	}
	digits := countDigits(s)
	if digits == 0 || digits > 7 {
		return 0, s, false
	}
	whole, _ := strconv.ParseFloat(s[:digits], 64)
	rest = s[digits:]
	if m := decimal.FindStringSubmatch(s); m != nil {
		if n := len(m[2]); n > mostDecimals || n == 3 && whole != 0 || m[3] != "" {
			return 0, s, false
		}
		value, _ = strconv.ParseFloat(m[1]+"."+m[2], 64)
		return value, s[len(m[0]):], true
	}
	if strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "⁄") { // "1/0", "01/2"
		return 0, s, false
	}
	// A fraction may follow, with or without a blank: "2 1/2", "2½", "2 ¹/₂".
	if part, after, found := leadingFraction(strings.TrimLeft(rest, " ")); found && part > 0 && part < 1 {
		return whole + part, after, true
	}
	return whole, rest, true
}

func leadingFraction(s string) (value float64, rest string, ok bool) {
	written := fraction.FindString(s)
	plain := strings.ReplaceAll(norm.NFKC.String(written), "⁄", "/")
	over, under, _ := strings.Cut(plain, "/")
	if len(over) > 3 || len(under) > 3 || strings.HasPrefix(over, "0") {
		return 0, s, false
	}
	a, errA := strconv.Atoi(over)
	b, errB := strconv.Atoi(under)
	if errA != nil || errB != nil || b == 0 {
		return 0, s, false
	}
	return float64(a) / float64(b), s[len(written):], true
}

func countDigits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

// wholeNumber reads s when it is a quantity and nothing else.
func wholeNumber(s string) (float64, bool) {
	v, rest, ok := leadingNumber(strings.TrimSpace(s))
	return v, ok && strings.TrimSpace(rest) == ""
}

// formatNumber writes v without an exponent, in the fewest decimals that read
// back as v.
func formatNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// formatQuantity writes a quantity so that it reads back as the very same
// number: in a few decimals, else as the fraction with the smallest denominator
// ("1 1/3"), else in as many decimals as it takes.
func formatQuantity(q *float64) string {
	if q == nil {
		return ""
	}
	readsBack := func(text string) bool {
		v, ok := wholeNumber(text)
		return ok && v == *q
	}
	decimals := formatNumber(*q)
	whole, part := math.Modf(*q)
	_, digits, _ := strings.Cut(decimals, ".")
	if len(digits) <= fewDecimals && readsBack(decimals) || whole < 0 || whole > 999 || part <= 0 {
		return decimals
	}
	for under := 2; under <= mostDenominator; under++ {
		text := fmt.Sprintf("%.0f/%d", part*float64(under), under)
		if whole > 0 {
			text = fmt.Sprintf("%.0f %s", whole, text)
		}
		if readsBack(text) {
			return text
		}
	}
	return decimals
}

// plainDecimal reads a number as [formatNumber] writes it and no other way,
// which leaves one meaning: "1.125" is a decimal, "1.500" may be thousands.
func plainDecimal(s string) (float64, bool) {
	if len(s) > 400 || countDigits(s) == 0 {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && formatNumber(v) == s
}
