package schema

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// number reads text that is only a number. Ambiguous text is none: 1,5 may be a list, one and a half,
// or the beginning of 1,500.
func (n *node) number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if strings.Trim(text, "0123456789+-.eE") == "" {
		value, err := strconv.ParseFloat(text, 64)
		return value + 0, err == nil // no -0
	}
	if n.reading.quantity {
		return fraction(text)
	}
	return 0, false
}

// fractions are Unicode's fraction characters.
var fractions = map[rune]float64{
	'¼': 1. / 4, '½': 1. / 2, '¾': 3. / 4, '⅐': 1. / 7, '⅑': 1. / 9, '⅒': 1. / 10, '⅓': 1. / 3, '⅔': 2. / 3, '⅕': 1. / 5,
	'⅖': 2. / 5, '⅗': 3. / 5, '⅘': 4. / 5, '⅙': 1. / 6, '⅚': 5. / 6, '⅛': 1. / 8, '⅜': 3. / 8, '⅝': 5. / 8, '⅞': 7. / 8,
}

// fraction reads 1/2, 2 1/2, ½ and 2½.
func fraction(text string) (float64, bool) {
	if last, size := utf8.DecodeLastRuneInString(text); fractions[last] > 0 {
		whole := strings.TrimSpace(text[:len(text)-size])
		if whole == "" {
			return fractions[last], true
		}
		value, ok := digits(whole)
		return value + fractions[last], ok
	}
	above, below, ok := strings.Cut(strings.ReplaceAll(text, "⁄", "/"), "/")
	if !ok {
		return 0, false
	}
	divisor, ok := digits(strings.TrimSpace(below))
	words := strings.Fields(above)
	if !ok || divisor == 0 || len(words) == 0 || len(words) > 2 {
		return 0, false
	}
	top, ok := digits(words[len(words)-1])
	if len(words) == 1 || !ok {
		return top / divisor, ok
	}
	whole, ok := digits(words[0])
	return whole + top/divisor, ok && top < divisor
}

// digits reads a few digits.
func digits(text string) (float64, bool) {
	if strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	value, err := strconv.ParseUint(text, 10, 31)
	return float64(value), err == nil && value < math.MaxInt32
}
