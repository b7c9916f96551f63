package profile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// summary is what was read of a description, but for interests.
func summary(text string) string {
	p := profile.Read(text)
	var parts []string
	add := func(name string, value any, said bool) {
		if said {
			parts = append(parts, fmt.Sprintf("%s=%v", name, value))
		}
	}
	add("for", strings.Join(p.Recipients, "+"), len(p.Recipients) > 0)
	for _, age := range p.Ages {
		add("age", fmt.Sprintf("%.3g", age), true)
	}
	for _, o := range p.Occasions {
		add("on", o.Tag, true)
	}
	add("budget", p.Budget, p.Budget != "")
	for _, e := range p.Exclusions {
		add("no", e.Text, e.Text != "memorials")
	}
	for _, o := range p.Owned {
		add("has", o, true)
	}
	return strings.Join(parts, " ")
}

// Labelled lines are read as they are.
func TestRead_Lines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"For: my brother\nAge: 34\nLikes: camping, jazz\nAvoid: gift cards, wine\nHas: a tent\nBudget: $60\nOccasion: birthday": "for=sibling age=34 on=birthday budget=up to $60 no=gift cards no=wine has=tent",
		"for: Mum; age: 60; likes: roses; avoid: anything scented":                                                              "for=parent age=60 no=scented",
		"Recipient: coworker\nDislikes: mugs, candles\nPrice: 20 to 40 dollars":                                                 "for=coworker budget=$20 to $40 no=mugs no=candles",
		"For: niece. Age: 8. Avoid: no pink, no dolls. Likes: chess":                                                            "for=child age=8 no=pink no=dolls",
	} {
		if got := summary(text); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// Prose is read plainly.
func TestRead_Prose(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"my dad, 65 years old, loves woodworking":  "for=parent age=65",
		"niece turning 7, crazy about bugs":        "for=child age=7",
		"wife in her 30s who knits":                "for=partner age=35",
		"my 8 month old godson":                    "for=baby age=0.667",
		"boy starting third grade":                 "for=child age=8",
		"my friend has a 3 year old and loves tea": "for=friend",
		"mom of two boys (7 and 9), loves yoga":    "for=parent",
		"my sister's dog is 12 years old":          "for=sibling",
		"my friend's mother, loves tea":            "for=parent",
		"my son's teacher, under $25":              "for=teacher budget=under $25",
		"I'm a single dad, gift for my daughter":   "for=child",
		"friend, tea, between 20 and 40 dollars":   "for=friend budget=$20 to $40",
		"friend, tea, no more than a tenner":       "for=friend budget=under $10",
		"friend, tea, around fifty bucks":          "for=friend budget=around $50",
		"friend who bakes, nothing fancy":          "for=friend budget=not too expensive",
		"a luxury gift for my wife":                "for=partner budget=high-end",
		"dad's 70th birthday":                      "for=parent age=70 on=birthday on=milestone birthday",
		"my neighbor for Christmas":                "for=neighbor on=holiday",
		"he already has a telescope":               "has=telescope",
	} {
		if got := summary(text); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// What isn't wanted is read whole, in any order.
func TestRead_Exclusions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"loves wine, no gift cards or alcohol please":       {"gift cards", "alcohol"},
		"no gift cards, books and candles. he loves tea":    {"gift cards", "books", "candles"},
		"jewellery is out. she loves cooking":               {"jewellery"},
		"clothes no point, he loves music":                  {"clothes"},
		"can't go out to restaurants, likes nice food":      {"restaurants"},
		"he'd love a telescope but too expensive":           {"telescope"},
		"she hates coffee, tea drinker":                     {"coffee"},
		"candles and perfume are a no":                      {"candles", "perfume"},
		"not books, not puzzles: she reads a lot":           {"books", "puzzles"},
		"loves cats but is allergic to them":                {"cats"},
		"no idea what to get, no more than $30, loves yoga": nil,
		"handy they are not":                                nil,
		"terrified of spiders":                              {"spiders"},
		"is scared of looking silly":                        nil,
	} {
		var got []string
		for _, e := range profile.Read(text).Exclusions {
			if !e.Unsaid {
				got = append(got, e.Text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// The table of safety applies in every language, and to nothing that only sounds alike.
func TestRead_Safety(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"loves gin but is trying to cut down": "alcohol", "two years sober": "alcohol", "abuela diabética": "sweets", "elle est enceinte et aime le vin": "alcohol daring",
		"sie ist schwanger": "alcohol daring", "è vegana": "animal products", "ele não sabe nadar": "water", "mijn vader is blind": "pictures", "我的奶奶有糖尿病": "sweets", "妹は妊娠中": "alcohol daring",
		"her dog died on Tuesday": "dogs", "lost her husband": "couples", "had a miscarriage, friend of mine": "babies",
		"color blind, loves art": "", "blind date night": "", "her phone died": "", "lost her job": "", "passed her exam": "", "he is not vegan": "",
	} {
		var got []string
		for _, e := range profile.Read(text).Exclusions {
			if e.Unsaid && e.Text != "memorials" {
				got = append(got, e.Text)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Minors and the grown are told apart.
func TestRead_Minors(t *testing.T) {
	t.Parallel()
	for text, minor := range map[string]bool{
		"nephew, 15, into cocktails": true, "student, 20, whiskey": true, "high school senior who loves tequila": true, "my niece, her mom works as a nurse, loves wine": true,
		"nephew whose dad is in the army, loves beer": true, "almost 21 years old, loves whisky": true, "my aunt, 50, wine": false, "my boss loves gin": false, "my son, a nurse with his own apartment": false,
	} {
		if p := profile.Read(text); p.Minor != minor {
			t.Errorf("%q: minor is %v", text, p.Minor)
		}
	}
}

// What was understood is told in a sentence.
func TestUnderstood(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"For: brother\nAge: 34\nBudget: $60":  "For your brother, 34, up to $60",
		"my sister, under $25, no candles":    "For a sibling, under $25; no candles",
		"friend's birthday, loves tea":        "For a friend, for a birthday",
		"loves tea":                           "",
		"diabetic uncle who likes crosswords": "For a relative; no sweets",
	} {
		if got := profile.Read(text).Understood(); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// A text that asks for no gift is told apart from one that does.
func TestRead_OffTopic(t *testing.T) {
	t.Parallel()
	for text, off := range map[string]bool{
		"how do I install docker": true, "what is 17 percent of 2,340": true, "SELECT count(*) FROM users": true, "the parliament passed the budget on Monday": true,
		"my dad loves fishing": false, "something for a friend who paints": false, "chess, tea and jazz": false, "husband cycles to work whatever the weather": false,
	} {
		if p := profile.Read(text); (p.OffTopic > 0) != off {
			t.Errorf("%q: off topic %v", text, p.OffTopic)
		}
	}
}
