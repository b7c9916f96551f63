package profile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// summary is what a profile says, in one line.
func summary(p *profile.Profile) string {
	var parts []string
	add := func(name string, value any, said bool) {
		if said {
			parts = append(parts, fmt.Sprint(name, "=", value))
		}
	}
	add("for", strings.Join(p.Recipients, "+"), len(p.Recipients) > 0)
	add("age", p.Age, p.Age >= 0)
	for _, o := range p.Occasions {
		add("on", o.Tag+"("+o.Said+")", true)
	}
	add("budget", fmt.Sprint(p.Budget, p.Prices), p.Budget != "")
	for _, d := range p.Dislikes {
		add(map[bool]string{false: "no", true: "allergy"}[d.Allergy], d.Text, true)
	}
	add("minor", "", p.Minor)
	add("grown", "", p.Grown)
	add("young", strings.Join(p.Young, "+"), p.Young != nil)
	add("bare", "", p.Bare)
	add("foreign", "", p.Foreign)
	return strings.Join(parts, " ")
}

// TestRead has descriptions as people write them, and what is understood of each.
func TestRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"My dad who loves woodworking and classic rock music, 65 years old": "for=parent age=65 grown=",
		"my mom":                        "for=parent grown= bare=",
		"my mum":                        "for=parent grown= bare=",
		"friend who loves yoga":         "for=friend",
		"how do I install docker":       "",
		"in-laws, Christmas, wine":      "for=in-law on=holiday(Christmas) grown=",
		"she is on holiday in May":      "",
		"Diwali gift for my boss":       "for=boss on=holiday(Diwali) grown= bare=",
		"daughter's teacher, likes tea": "for=teacher grown=",

		// People who are spoken of don't get the gift.
		"My sister, a mother of two toddlers, loves yoga": "for=sibling+parent grown=",
		"mom of a 2 year old who runs marathons":          "for=parent grown=",
		"gift for my sister's baby":                       "for=baby minor= young=baby bare=",
		"She loves her kids and 80s music":                "",
		"my wife's 40th birthday, she's into pottery":     "for=partner age=40 on=birthday(birthday) on=milestone birthday(birthday) grown=",
		"new mom with a newborn":                          "for=new parent bare=",
		"my son who just started college loves cooking":   "for=student grown=",
		"golden wedding of my parents":                    "for=parent on=anniversary(golden wedding) grown= bare=",
		"big birthday for my aunt, loves wine":            "for=relative on=milestone birthday(big birthday)",
		"wife expecting our first baby":                   "for=partner on=baby shower(expecting our first) no=alcohol no=daring adventures bare=",

		// Ages.
		"nephew, 15, into cocktails":               "for=teen age=15 minor=",
		"turning 7, loves dinosaurs":               "for=child age=7 minor=",
		"aunt turning sixty five loves birds":      "for=relative age=65 grown=",
		"best friend in her late 60s who gardens":  "for=friend age=68 grown=",
		"18-month-old who loves animals":           "for=toddler+baby age=1.5 minor= young=toddler+baby",
		"my 2 year old loves trucks":               "for=toddler age=2 minor= young=toddler",
		"first birthday for my niece":              "for=toddler+baby age=1 on=birthday(birthday) minor= young=toddler+baby bare=",
		"ages 3 to 5, loves trains":                "for=child age=3 minor= young=child",
		"niece, 30, engineer":                      "age=30 grown=",
		"a couple married 40 years, they travel":   "for=couple grown=",
		"student, 19, likes beer":                  "for=teen+student age=19 minor=",
		"colleague who retires after 40 years":     "for=coworker on=retirement(retires) grown= bare=",
		"loves music from the 60s and old records": "",

		// Budgets.
		"friend who loves yoga, under $25":            "for=friend budget=under $25[budget]",
		"yoga, less than 75 euros":                    "budget=under $75[budget moderate]",
		"turning 9, chess, between $20 and $40":       "for=child age=9 budget=$20 to $40[budget moderate] minor=",
		"chess fan, $30-50":                           "budget=$30 to $50[moderate]",
		"likes tea, around 50 dollars":                "budget=around $50[moderate]",
		"likes tea, around $75":                       "budget=around $75[moderate premium]",
		"likes tea, £25 to £75":                       "budget=$25 to $75[moderate]",
		"likes tea, my budget is 200":                 "budget=around $200[premium luxury]",
		"likes tea, $1,000+":                          "budget=over $1000[luxury]",
		"likes tea, over $50 but at most $100":        "budget=over $50 under $100[moderate premium]",
		"likes tea, 50 bucks max":                     "budget=under $50[budget moderate]",
		"likes tea, max 20":                           "budget=under $20[budget]",
		"likes tea, cheap":                            "budget=inexpensive[budget]",
		"stocking filler for a birder":                "on=stocking stuffer(stocking filler) budget=inexpensive[budget]",
		"boss, nothing too expensive, golf":           "for=boss budget=not too expensive[budget moderate] grown=",
		"husband, golf, splurge":                      "for=partner budget=high-end[premium luxury] grown=",
		"kids under 10 who like puzzles":              "for=child minor=",
		"runs 50 miles a week with 20 people":         "",
		"coworker secret santa, $20 limit, cat memes": "for=coworker on=secret santa(secret santa) budget=under $20[budget] grown=",

		// Dislikes.
		"loves music, hates clutter, no electronics":          "no=clutter no=electronics",
		"likes hiking and fishing, no alcohol please":         "no=alcohol",
		"tea drinker, no candles, mugs or chocolate":          "no=candles no=mugs no=chocolate",
		"grandpa who doesn't like sweets and perfume":         "for=grandparent no=sweets no=perfume grown= bare=",
		"someone who hates cooking and loves gardening":       "no=cooking",
		"not into sports, into video games":                   "no=sports",
		"husband allergic to nuts, bakes":                     "for=partner allergy=nuts grown=",
		"no idea what he likes, he is 40 and fishes":          "age=40 grown=",
		"reads a lot; has too many mugs":                      "no=mugs",
		"avoid anything with a strong scent, loves gardening": "no=strong scent",

		"Mein Vater liebt Holzarbeiten und klassische Rockmusik, er ist 65 Jahre alt": "foreign=",
		"Ma sœur aime la cuisine et le jardinage, elle a trente ans":                  "foreign=",
		"A mi madre le gusta leer y pasear con su perro":                              "foreign=",
		"私の父は木工が好きです":                                                                 "foreign=",
		"loves café culture, Pablo Neruda and La Traviata":                            "",
	} {
		if got := summary(profile.Read(text)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestRead_Query has what is read of budget, age and dislikes leave what is searched for.
func TestRead_Query(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"My dad who loves woodworking, 65 years old, under $50":  "My dad who loves woodworking",
		"loves music, hates clutter, no electronics":             "loves music",
		"nephew, 15, into cocktails":                             "nephew, into cocktails",
		"best friend in her 60s who gardens, around 50 dollars.": "best friend, who gardens",
	} {
		if got := profile.Read(text).Query; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestLexicon holds the tags of the lexicon to those of the built-in catalog.
func TestLexicon(t *testing.T) {
	t.Parallel()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	recipients, occasions, meant := profile.Tags()
	for _, row := range []struct{ known, used []string }{
		{c.Vocabulary.Recipients, recipients}, {c.Vocabulary.Occasions, occasions}, {c.Vocabulary.Categories, meant},
	} {
		known := map[string]bool{}
		for _, tag := range row.known {
			known[tag] = true
		}
		for _, tag := range row.used {
			if !known[tag] {
				t.Errorf("the lexicon's tag %q is not in the vocabulary", tag)
			}
		}
	}
}
