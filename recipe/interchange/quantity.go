package interchange

import (
	"math"
	"strconv"
	"strings"
)

const (
	fewDecimals     = 6  // more than these are a fraction's, or nobody's
	mostDenominator = 16 // of the fractions that a cook would write
)

// formatQuantity writes a quantity so that it reads back as the very same
// number: in a few decimals, else as the fraction that it is ("1 1/3"), else
// in as many decimals as it takes.
func formatQuantity(v float64) string {
	decimals := formatNumber(v)
	_, behind, _ := strings.Cut(decimals, ".")
	if back, ok := wholeNumber(decimals); ok && back == v && len(behind) <= fewDecimals {
		return decimals
	}
	if fraction, ok := fractionOf(v); ok {
		return fraction
	}
	return decimals
}

// fractionOf finds the fraction with the smallest denominator that reads back
// as v and nothing else.
func fractionOf(v float64) (text string, ok bool) {
	whole, part := math.Modf(v)
	if whole < 0 || whole > 999 || part <= 0 {
		return "", false
	}
	for under := 2; under <= mostDenominator; under++ {
		text = strconv.Itoa(int(math.Round(part*float64(under)))) + "/" + strconv.Itoa(under)
		if whole > 0 {
			text = strconv.Itoa(int(whole)) + " " + text
		}
		if back, ok := wholeNumber(text); ok && back == v {
			return text, true
		}
	}
	return "", false
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
