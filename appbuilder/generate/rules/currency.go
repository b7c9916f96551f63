package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// currencies are the signs of what prices are in, by the words for it in the singular.
var currencies = map[string]string{
	"euro": "€", "eur": "€", "€": "€", "pound": "£", "gbp": "£", "sterling": "£", "british pound": "£", "£": "£", "yen": "¥", "jpy": "¥", "¥": "¥",
	"rupee": "₹", "inr": "₹", "indian rupee": "₹", "₹": "₹", "franc": "CHF ", "chf": "CHF ", "swiss franc": "CHF ",
	"krona": "SEK ", "kronor": "SEK ", "sek": "SEK ", "swedish kronor": "SEK ", "swedish krona": "SEK ", "swedish crown": "SEK ", "krone": "kr ", "kroner": "kr ",
	"norwegian krone": "NOK ", "norwegian kroner": "NOK ", "nok": "NOK ", "danish krone": "DKK ", "danish kroner": "DKK ", "dkk": "DKK ",
	"baht": "฿", "thai baht": "฿", "thb": "฿", "lira": "₺", "turkish lira": "₺", "try": "₺", "zloty": "PLN ", "złoty": "PLN ", "polish zloty": "PLN ", "polish złoty": "PLN ", "pln": "PLN ",
	"koruna": "CZK ", "czech koruna": "CZK ", "czech crown": "CZK ", "czk": "CZK ", "forint": "HUF ", "hungarian forint": "HUF ", "huf": "HUF ", "leu": "RON ", "lei": "RON ", "ron": "RON ",
	"ruble": "₽", "rouble": "₽", "rub": "₽", "hryvnia": "₴", "uah": "₴", "shekel": "₪", "ils": "₪", "korean won": "₩", "krw": "₩", "dong": "₫", "vnd": "₫",
	"yuan": "CN¥", "renminbi": "CN¥", "rmb": "CN¥", "cny": "CN¥", "ringgit": "MYR ", "myr": "MYR ", "rupiah": "IDR ", "idr": "IDR ", "philippine peso": "₱", "php": "₱",
	"mexican peso": "MXN ", "mxn": "MXN ", "brazilian real": "R$", "reai": "R$", "reais": "R$", "brl": "R$", "rand": "ZAR ", "zar": "ZAR ", "naira": "₦", "ngn": "₦", "kenyan shilling": "KES ", "kes": "KES ",
	"dirham": "AED ", "aed": "AED ", "riyal": "SAR ", "sar": "SAR ", "canadian dollar": "CA$", "cad": "CA$", "australian dollar": "A$", "aud": "A$", "singapore dollar": "S$", "sgd": "S$", "new zealand dollar": "NZ$", "nzd": "NZ$",
	"dollar": "$", "usd": "$", "us dollar": "$", "american dollar": "$", "buck": "$",
}

// currencyOf is the sign of a currency that words name, or "".
func currencyOf(phrase string) string {
	phrase = strings.ToLower(phrase)
	if sign, ok := currencies[phrase]; ok {
		return sign
	}
	return currencies[normal(words(phrase))]
}

// moneySign begins an amount.
const moneySign = `(?:[A-Z]{2,3} ?|[A-Z]{0,2}\p{Sc} ?|kr )`

var (
	// priced is where a prompt says what its prices are in: "in Swedish kronor", "price (€)", "under 200 euros".
	priced = regexp.MustCompile(`(?i)(?:\b(in|using|priced in) |(\()\s*(?:in )?|(\d) ?)(\p{L}+(?: \p{L}+){0,2}|\p{Sc})`)
	// inMoney is a price that isn't known to be in a currency: "prices in doubloons".
	inMoney = regexp.MustCompile(`(?i)\b(?:prices?|costs?|salary|salaries|rents?|totals?|amounts?|fees?) (?:are |is |all )?in ((?:\p{Lu}\p{L}+ )?\p{Ll}{3,}s)\b`)
)

// moneyIn finds the currency that a prompt names last, and where the words for it are.
func moneyIn(prompt string) (sign string, at []int) {
	for _, m := range priced.FindAllStringSubmatchIndex(prompt, 20) {
		said := strings.Fields(prompt[m[8]:m[9]])
		for n := len(said); n > 0; n-- {
			phrase := strings.Join(said[:n], " ")
			if s := currencyOf(phrase); s != "" && !isOther(phrase, m[6] >= 0) {
				sign, at = s, []int{m[0], m[8] + len(phrase)}
				break
			}
		}
	}
	return sign, at
}

// isOther reports whether words for a currency are rather something else: "10 php developers", "5 pounds of
// flour".
func isOther(phrase string, counted bool) bool {
	lower := strings.ToLower(phrase)
	short := len([]rune(phrase)) == 3 && phrase == lower && !slices.Contains([]string{"yen", "eur", "usd", "gbp", "chf"}, lower)
	return short || counted && strings.HasPrefix(lower, "pound")
}

// withoutMoney is a prompt without the words for a currency.
func withoutMoney(prompt string) string {
	_, at := moneyIn(prompt)
	if at == nil || prompt[at[0]] >= '0' && prompt[at[0]] <= '9' || prompt[at[0]] == '(' {
		return prompt
	}
	return strings.TrimRight(prompt[:at[0]], " ") + prompt[at[1]:]
}

// exchange gives the prices of samples the sign of the currency that the prompt names.
func (d *draft) exchange(samples *layout.Rows) {
	sign, _ := moneyIn(d.asked)
	if sign == "" || sign == "$" {
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

// money is a currency that a prompt names and that isn't known, or "".
func (d *draft) money() string {
	m := inMoney.FindStringSubmatch(d.asked)
	if m == nil {
		return ""
	}
	said := words(m[1])
	sign, _ := moneyIn(d.asked)
	_, header := known().meaning(m[1])
	_, topical := known().about(said)
	if sign != "" || header || topical != "" || is(said[len(said)-1], append([]string{"column", "field", "bracket", "letter", "figure"}, aside...)) {
		return ""
	}
	return m[1]
}
