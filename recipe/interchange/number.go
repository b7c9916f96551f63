package interchange

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

var vulgar = map[rune]float64{
	'½': 1.0 / 2, '⅓': 1.0 / 3, '⅔': 2.0 / 3, '¼': 1.0 / 4, '¾': 3.0 / 4,
	'⅕': 1.0 / 5, '⅖': 2.0 / 5, '⅗': 3.0 / 5, '⅘': 4.0 / 5, '⅙': 1.0 / 6, '⅚': 5.0 / 6,
	'⅐': 1.0 / 7, '⅛': 1.0 / 8, '⅜': 3.0 / 8, '⅝': 5.0 / 8, '⅞': 7.0 / 8, '⅑': 1.0 / 9, '⅒': 1.0 / 10,
}

// smallDigits are the raised and lowered digits of "¹/₂".
var smallDigits = strings.NewReplacer(
	"⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9",
	"₀", "0", "₁", "1", "₂", "2", "₃", "3", "₄", "4", "₅", "5", "₆", "6", "₇", "7", "₈", "8", "₉", "9",
)

// mostDecimals lets in what a program writes for a third: 17 digits, behind the
// noughts of a small number.
const mostDecimals = 20

// leadingNumber reads a quantity at the start of s: an integer, a decimal
// with point or comma, a fraction, a mixed number, in digits or with fraction
// signs. It returns the number and what follows it. ok is false when there is
// none or its value is not sure: "1,000" is a thousand or one, "01/2" is
// nothing.
func leadingNumber(s string) (value float64, rest string, ok bool) {
	digits := countDigits(s)
	if digits == 0 {
		return leadingFraction(s)
	}
	if digits > 7 {
		return 0, s, false
	}
	whole, _ := strconv.ParseFloat(s[:digits], 64)
	rest = s[digits:]

	if strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, ",") {
		n := countDigits(rest[1:])
		if n == 0 { // "2, chopped" or "2."
			return whole, rest, true
		}
		after := rest[1+n:]
		again := strings.HasPrefix(after, ".") || strings.HasPrefix(after, ",")
		if n > mostDecimals || (n == 3 && whole != 0) || (again && countDigits(after[1:]) > 0) {
			return 0, s, false
		}
		value, _ = strconv.ParseFloat(s[:digits]+"."+rest[1:1+n], 64)
		return value, after, true
	}
	if f, after, found := leadingFraction(s); found {
		return f, after, true
	}
	if isFractionLike(rest) { // "1/0", "01/2"
		return 0, s, false
	}
	// A fraction may follow, with or without a blank: "2 1/2", "2½", "2 ¹/₂".
	if f, after, found := leadingFraction(strings.TrimLeft(rest, " ")); found && f > 0 && f < 1 {
		return whole + f, after, true
	}
	return whole, rest, true
}

// leadingFraction reads "1/2", "½" or "¹/₂" at the start of s.
func leadingFraction(s string) (value float64, rest string, ok bool) {
	r, size := utf8.DecodeRuneInString(s)
	if v, found := vulgar[r]; found {
		return v, s[size:], true
	}
	over, rest := digitRun(s, "⁰¹²³⁴⁵⁶⁷⁸⁹")
	if !isFractionLike(rest) {
		return 0, s, false
	}
	_, size = utf8.DecodeRuneInString(rest)
	under, rest := digitRun(rest[size:], "₀₁₂₃₄₅₆₇₈₉")
	if len(over) > 3 || len(under) > 3 || strings.HasPrefix(over, "0") {
		return 0, s, false
	}
	a, errA := strconv.Atoi(over)
	b, errB := strconv.Atoi(under)
	if errA != nil || errB != nil || b == 0 {
		return 0, s, false
	}
	return float64(a) / float64(b), rest, true
}

// digitRun takes digits off s: plain ones, or those of the given ten signs,
// never both, since "2¹/₂" is two and a half.
func digitRun(s, small string) (digits, rest string) {
	if n := countDigits(s); n > 0 {
		return s[:n], s[n:]
	}
	end := 0
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !strings.ContainsRune(small, r) {
			break
		}
		end += size
	}
	return smallDigits.Replace(s[:end]), s[end:]
}

func isFractionLike(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "⁄")
}

func countDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// wholeNumber reads s when it is a quantity and nothing else.
func wholeNumber(s string) (float64, bool) {
	v, rest, ok := leadingNumber(strings.TrimSpace(s))
	return v, ok && strings.TrimSpace(rest) == ""
}

// formatNumber writes v without an exponent, in the fewest decimals that read
// back as v.
func formatNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
