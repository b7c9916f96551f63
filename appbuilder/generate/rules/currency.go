package rules

import (
	"slices"
	"strings"

	"mcp-adapters/appbuilder/layout"
	regexp "mcp-adapters/internal/lazyregexp"
)

// currencies are the signs of what prices are in, by the words for it.
var currencies = []struct {
	sign  string
	words []string
}{
	{"€", []string{"euro", "eur", "€"}},
	{"£", []string{"pound", "gbp", "sterling", "£"}},
	{"¥", []string{"yen", "jpy", "¥"}},
	{"₹", []string{"rupee", "inr", "₹"}},
	{"CHF ", []string{"franc", "chf"}},
}

// currencyOf is the sign of a currency that a word names, or "".
func currencyOf(word string) string {
	for _, c := range currencies {
		if slices.Contains(c.words, singular(strings.ToLower(word))) {
			return c.sign
		}
	}
	return ""
}

// priced is where a prompt says what its prices are in: "in euros", "price (€)".
var priced = regexp.MustCompile(`(?i)\b(?:in|using) (\p{L}+|[€£¥₹])(?:[\s.,;:!?)]|$)|\(\s*(\p{L}{3,}|[€£¥₹])\s*\)`)

// exchange gives the prices of samples the sign of the currency that the prompt names.
func (d *draft) exchange(samples *layout.Rows) {
	sign := ""
	for _, m := range priced.FindAllStringSubmatch(d.asked, 8) {
		if s := currencyOf(m[1] + m[2]); s != "" {
			sign = s
		}
	}
	if sign == "" {
		return
	}
	for _, row := range samples.Rows {
		for key, v := range row {
			if text, ok := v.(string); ok && len(text) > 1 && text[0] == '$' && text[1] >= '0' && text[1] <= '9' {
				row[key] = sign + text[1:]
			}
		}
	}
}
