package rules

import (
	"slices"
	"strconv"
	"strings"
)

// numbers are made of these: "five", "twenty-five", "five hundred".
var (
	upToNineteen = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens         = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
	multipliers  = map[string]int{"dozen": 12, "hundred": 100, "thousand": 1000}
)

// inWords is a number in words from two on, "twenty-five" or "a hundred and twenty". One is mostly no
// number: "one page".
const (
	inWords     = `(?:(?:(?:half )?an?|one) (?:dozen|hundred|thousand)|` + aboveOne + `|dozen)(?:(?:[ -]| and )(?:one|` + aboveOne + `|dozen|hundred|thousand))*`
	aboveOne    = `two|three|four(?:teen)?|five|six(?:teen)?|seven(?:teen)?|eight(?:een)?|nine(?:teen)?|ten|eleven|twelve|thirteen|fifteen|` + fullTens
	fullTens    = `twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety`
	approximate = `a few|some|several`
)

// quantities are words for a number of rows that isn't said.
var quantities = map[string]int{"a": 1, "an": 1, "another": 1, "some": 3, "a few": 3, "several": 3, "half a dozen": 6}

// count reads a number of rows, in digits or in words; what isn't one is 0.
func count(s string) int {
	s = strings.ToLower(s)
	if n, ok := quantities[s]; ok {
		return n
	}
	if n, err := strconv.Atoi(strings.ReplaceAll(s, ",", "")); err == nil {
		return n
	}
	total, now, and := 0, 0, false
	for i, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' }) {
		small, ten := slices.Index(upToNineteen, w), slices.Index(tens, w)
		switch by := multipliers[w]; {
		case w == "a" && i == 0:
		case w == "and" && !and && now%100 == 0 && total+now > 0:
			and = true
			continue
		case small > 0 && (now%100 == 0 && (now == 0 || now >= 100) || small < 10 && now%100 >= 20 && now%10 == 0):
			now += small
		case ten >= 0 && now%100 == 0:
			now += 20 + 10*ten
		case by == 1000:
			total, now = total+1000*max(now, 1), 0
		case by > 0 && now < 100:
			now = by * max(now, 1)
		default:
			return 0
		}
		and = false
	}
	return total + now
}
