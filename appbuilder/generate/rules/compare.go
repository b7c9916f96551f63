package rules

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// relations are what values may have to be: a text with another in it, or more or less than an amount
// or a day.
var relations = []struct {
	said  *regexp.Regexp
	text  func(value, with string) bool
	order func(n int) bool
}{
	{said: regexp.MustCompile(`(?i)^(?:contains?|containing|includes|including) (.+)$`), text: strings.Contains},
	{said: regexp.MustCompile(`(?i)^(?:starts?|starting|begins?|beginning) with (.+)$`), text: strings.HasPrefix},
	{said: regexp.MustCompile(`(?i)^(?:ends?|ending) with (.+)$`), text: strings.HasSuffix},
	{said: regexp.MustCompile(`(?i)^(?:at least|>=|no less than) ?(.+)$`), order: func(n int) bool { return n >= 0 }},
	{said: regexp.MustCompile(`(?i)^(?:at most|<=|no more than|up to) ?(.+)$`), order: func(n int) bool { return n <= 0 }},
	{said: regexp.MustCompile(`(?i)^(?:over|above|after|(?:more|greater|higher|bigger|larger|later|newer) than|>) ?(.+)$`), order: func(n int) bool { return n > 0 }},
	{said: regexp.MustCompile(`(?i)^(?:under|below|before|(?:less|fewer|lower|smaller|earlier|older) than|<) ?(.+)$`), order: func(n int) bool { return n < 0 }},
}

// comparison reads "over $100", "before 2026-03-01" and "contains lamp" as what a value has to be. It
// returns a problem where that is understood and can't be compared, and nil for other texts.
func comparison(text string, today time.Time) (holds func(value string) bool, problem string) {
	for _, relation := range relations {
		m := relation.said.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		with := strings.ToLower(unquoted(m[1]))
		if relation.text != nil {
			return func(value string) bool { return relation.text(strings.ToLower(value), with) }, ""
		}
		if day, ok := readDate(m[1], today); ok {
			return func(value string) bool {
				return len(value) >= len(day) && isDay(value) && relation.order(strings.Compare(value[:len(day)], day))
			}, ""
		}
		limit, ok := amount(with)
		if !ok {
			return nil, "I can compare numbers, amounts and days, such as $100 or 2026-01-31."
		}
		return func(value string) bool { n, ok := amount(value); return ok && relation.order(cmp.Compare(n, limit)) }, ""
	}
	return nil, ""
}

func isDay(value string) bool {
	_, err := time.Parse(time.DateOnly, value[:min(len(value), len(time.DateOnly))])
	return err == nil
}

// compare orders cells: numbers and amounts by what they count, others as text. What is empty
// comes last.
func compare(a, b string, down bool) int {
	if (a == "") != (b == "") {
		return cmp.Compare(len(b), len(a))
	}
	order := strings.Compare(strings.ToLower(a), strings.ToLower(b))
	x, first := amount(a)
	y, second := amount(b)
	if first && second {
		order = cmp.Compare(x, y)
	}
	if down {
		return -order
	}
	return order
}

var numeric = regexp.MustCompile(`^(?:` + moneySign + `|[#+])?\s?(-?[\d,]*\.?\d+)\s?\D{0,6}$`)

// amount reads "$1,240.00" and "45 min".
func amount(s string) (float64, bool) {
	m := numeric.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
	return n, err == nil
}
