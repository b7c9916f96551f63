package profile_test

import (
	"fmt"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// TestRead_Budgets has amounts as people type them.
func TestRead_Budgets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"friend, tea, $20 - $40":                              "$20 to $40[budget moderate]",
		"friend, tea, 20 - 40 dollars":                        "$20 to $40[budget moderate]",
		"friend, tea, 20€ – 40€":                              "$20 to $40[budget moderate]",
		"friend, tea, budget: 30":                             "around $30[budget moderate]",
		"friend, tea, max. 30":                                "under $30[budget moderate]",
		"friend, tea, 10-15 dollars":                          "$10 to $15[budget]",
		"friend, tea, $10-15":                                 "$10 to $15[budget]",
		"friend, tea, 10-15€":                                 "$10 to $15[budget]",
		"friend, tea, EUR 10-15":                              "$10 to $15[budget]",
		"friend, tea, $1.5k":                                  "around $1500[luxury]",
		"friend, tea, under 1k":                               "under $1000[budget moderate premium luxury]",
		"friend, tea, $1.000,00":                              "around $1000[luxury]",
		"friend, tea, between 20 and 40":                      "$20 to $40[budget moderate]",
		"friend, tea, USD 20":                                 "around $20[budget]",
		"friend, tea, under EUR 20":                           "under $20[budget]",
		"friend, tea, 30ish dollars":                          "around $30[budget moderate]",
		"friend, tea, $30ish":                                 "around $30[budget moderate]",
		"friend, tea, under fifty dollars":                    "under $50[budget moderate]",
		"friend, tea, twenty dollars":                         "around $20[budget]",
		"friend, tea, two hundred bucks max":                  "under $200[budget moderate premium]",
		"friend, tea, twenty to forty dollars":                "$20 to $40[budget moderate]",
		"friend, tea, nothing over 40":                        "under $40[budget moderate]",
		"friend, tea, a hundred and fifty dollars":            "around $150[premium]",
		"friend, tea, I don't want to spend over 30 dollars":  "under $30[budget moderate]",
		"I do not want to spend more than 40, friend, tea":    "under $40[budget moderate]",
		"I'd rather not spend over $50, friend, tea":          "under $50[budget moderate]",
		"it should not cost more than 25, for a friend's tea": "under $25[budget]",
		"we can't spend more than $20 on a friend, tea":       "under $20[budget]",
		"don't go over 60 for a friend's tea":                 "under $60[budget moderate]",
		"nothing that costs more than 60, friend, tea":        "under $60[budget moderate]",
		"not spending over 20 on a friend, tea":               "under $20[budget]",
		"I don't mind spending over $100 on a friend, tea":    "over $100[premium luxury]",
		"friend, tea, over 100 but under 200":                 "over $100 under $200[premium]",
		"friend, tea, budget is between 20 and 40":            "$20 to $40[budget moderate]",

		"max. $25 for a friend, tea":                    "under $25[budget]",
		"friend, tea, budget: $25 or less":              "under $25[budget]",
		"friend, tea, lower than $25":                   "under $25[budget]",
		"less then 25$ for my bff, tea":                 "under $25[budget]",
		"friend, tea, my limit is twenty five dollars":  "under $25[budget]",
		"friend, tea, no more than about 30":            "under $30[budget moderate]",
		"friend, tea, up to, say, 40":                   "under $40[budget moderate]",
		"friend, tea, the most I can spend is $30":      "under $30[budget moderate]",
		"friend, tea, 30 pounds at the most":            "under $30[budget moderate]",
		"friend, tea, 40 is my limit":                   "under $40[budget moderate]",
		"don't want to go beyond 60 for my friend, tea": "under $60[budget moderate]",
		"friend, tea, no more than a tenner":            "under $10[budget]",
		"friend, tea, two fivers":                       "around $10[budget]",
		"spend at most twenty on my friend, tea":        "under $20[budget]",
		"friend, tea, keep it under twenty-five":        "under $25[budget]",
		"friend, tea, price cap 20":                     "under $20[budget]",
		"friend, tea, 15-20 range":                      "$15 to $20[budget]",
		"friend, tea, don't want to go over forty":      "under $40[budget moderate]",
		"friend, tea, around 2k":                        "around $2000[luxury]",
		"friend, tea, 20 dollars - 40 dollars":          "$20 to $40[budget moderate]",
		"gift that is under 30, friend, tea":            "under $30[budget moderate]",

		"something romantic, but I have no money": "inexpensive[budget]",

		"friend who is under 30, tea":                       "[]",
		"teens in the 15-20 range who love tea":             "[]",
		"runs around 5k every day":                          "[]",
		"she lost 20 pounds and runs, my friend":            "[]",
		"mom has around 2k records":                         "[]",
		"she spends at least twenty hours a week gardening": "[]",
		"my dad can't go over ten minutes without coffee":   "[]",
		"brother who has at most ten minutes, tea":          "[]",
		"my brother, around 40":                             "[]",
		"my brother likes tea. Around 40":                   "[]",
		"loves 5k runs and 4k films":                        "[]",
		"she is between 20 and 30, loves tea":               "[]",
		"kids between 3 and 5 who like trains":              "[]",
		"plays between 10 and 20 hours, loves tea":          "[]",
		"he is one of a hundred, loves tea":                 "[]",
		"turning 7 - loves chess":                           "[]",
		"a few hundred records, more than 20 at a time":     "[]",
	} {
		p := profile.Read(text)
		if got := fmt.Sprint(p.Budget, p.Prices); got != want {
			t.Errorf("%q:\n got %s (age %v)\nwant %s", text, got, p.Age, want)
		}
		if p.Age >= 0 && p.Budget != "" {
			t.Errorf("%q: age %v", text, p.Age)
		}
	}
	if p := profile.Read("turning 7 - $20"); p.Age != 7 || p.Budget != "around $20" {
		t.Errorf("turning 7: %s", summary(p))
	}
	if p := profile.Read("Age: 9. Budget: $30. Likes: chess"); p.Age != 9 || p.Budget != "around $30" {
		t.Errorf("a form: %s", summary(p))
	}
}

// TestRead_BudgetAfterAge has a number without a currency, which is no age if one is told.
func TestRead_BudgetAfterAge(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"friend, 30 years old, loves tea, around 40":  "around $40[moderate]",
		"my sister who is 30, tea and yoga, about 20": "around $20[budget]",
	} {
		p := profile.Read(text)
		if got := fmt.Sprint(p.Budget, p.Prices); got != want || p.Age != 30 {
			t.Errorf("%q:\n got %s (age %v)\nwant %s", text, got, p.Age, want)
		}
	}
}

// TestRead_Cents has a comma before cents, and ranges that are no age.
func TestRead_Cents(t *testing.T) {
	t.Parallel()
	testRead(t, map[string]string{
		"friend who bakes, 20,50 euros":    "for=friend budget=around $20.50[budget moderate]",
		"likes tea, €19,99":                "budget=around $19.99[budget]",
		"likes tea, 12,50€":                "budget=around $12.50[budget]",
		"my kids, 10,12, love lego":        "for=child age=10 minor=",
		"likes tea, $1,000":                "budget=around $1000[luxury]",
		"brother, photography, 100 to 250": "for=sibling budget=$100 to $250[premium luxury]",
		"sister loves tea, 30-120, mom":    "for=sibling+parent budget=$30 to $120[moderate premium] grown=",
		"friend, books, 50 to 100":         "for=friend",
		"aunt, 60 to 65, loves birds":      "for=relative age=60 grown=",
		"ages 3 to 5, loves trains":        "for=child age=3 minor= young=child",
	})
}

// TestRead_Unconverted has amounts that say nothing in dollars, and are told as they were said.
func TestRead_Unconverted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"friend, tea, Rs. 1500":         "Rs. 1500",
		"friend, tea, 100 AED":          "100 AED",
		"friend, tea, under 200 kr":     "200 kr",
		"friend, tea, KES 2000":         "KES 2000",
		"friend, tea, 15k naira":        "15k naira",
		"friend, tea, 500-1000 rupees":  "500-1000 rupees",
		"friend, tea, ₹ 2000":           "₹ 2000",
		"friend, tea, 5000¥":            "5000¥",
		"friend, tea, HK$200":           "HK$200",
		"friend, tea, two thousand yen": "two thousand yen",
		"friend, tea, 20€":              "",
		"friend, tea, GBP 20":           "",
	} {
		p := profile.Read(text)
		if p.Unconverted != want || want != "" && (p.Budget != "" || p.Age >= 0) {
			t.Errorf("%q: got %q, budget %s, age %v", text, p.Unconverted, p.Budget, p.Age)
		}
	}
}
