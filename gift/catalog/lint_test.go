package catalog_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"mcp-adapters/gift/catalog"
)

func builtIn(t *testing.T) *catalog.Catalog {
	t.Helper()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var (
	// Words of shops and makers that slip in first. An idea is a kind of thing.
	names = regexp.MustCompile(`(?i)\b(amazon|etsy|ebay|walmart|ikea|costco|lego|kindle|moleskine|polaroid|instax|spotify|netflix|audible|arduino|raspberry pi|playstation|xbox|nintendo|dremel|leatherman|stanley|thermos|yeti|fitbit|garmin|gopro|tupperware|pyrex|le creuset|kitchenaid|nespresso|airbnb|masterclass|monopoly|scrabble|velcro|crock-?pot|play-doh|barbie|hot wheels)\b`)
	// The repository is written in American English.
	british = regexp.MustCompile(`(?i)\b(colour\w*|favour\w*|flavour\w*|honour\w*|neighbour\w*|behaviour|centre\w*|theatre|grey\w*|jewell\w*|catalogue\w*|(organ|real|personal|special|recogn)is(e|ed|es|er|ers|ing|ation)|travell\w*|metre\w*|litre\w*|tyre\w*|mould\w*|plough\w*|aluminium|pyjamas|cosy|cosier|licence|practis\w*|moustache|sceptic\w*|woollen|cheque\w*|ageing|fibre\w*|programme\w*|aeroplane|doughnut|whilst|maths|mum|mums)\b`)
	money   = regexp.MustCompile(`[$€£]|\b(dollars?|euros?|pounds sterling)\b`)
	dear    = regexp.MustCompile(`(?i)\b(luxury|luxurious|splurge|lavish|extravagant|expensive|pricey)\b`)
	cheap   = regexp.MustCompile(`(?i)\b(cheap|inexpensive|stocking filler|stocking stuffer|pocket money|costs little|costs nothing|low-cost)\b`)
	puff    = regexp.MustCompile(`(?i)\b(perfect gift|ideal gift|great gift|must-have|elevate|game-changer|look no further|whether they're|whether you're|any .{3,20} lover|delve|testament|stunning|boasts?)\b`)
	alcohol = regexp.MustCompile(`(?i)\b(wines?|beers?|whiske?ys?|cocktails?|bourbon|gin|rum|vodka|champagne|liqueurs?|brewing|brewery|distillery|cigars?|tobacco|spirits|sake|cider|port|sherry|absinthe|mixology)\b`)
	// What looks like alcohol and is not.
	sober = regexp.MustCompile(`(?i)(alcohol-free|non-alcoholic|root beer|ginger beer|port of call|usb port|high spirits|sparkling cider|sweet cider)[^.]*`)
)

func prose(g *catalog.Gift) string { return g.Name + ". " + g.Brief + " " + g.Full + " " + g.Guidance }

// TestLint holds each idea to WRITING.md, as far as a program can read.
func TestLint(t *testing.T) {
	t.Parallel()
	for _, g := range builtIn(t).Gifts {
		lint := func(ok bool, rule string) {
			if !ok {
				t.Errorf("%s: %s", g.Name, rule)
			}
		}
		words := len(strings.Fields(g.Full))
		lint(words >= 40 && words <= 120, "the full description must have 40 to 120 words")
		lint(len(strings.Fields(g.Guidance)) >= 8, "the guidance must say where, and what to check")
		lint(len(strings.Fields(g.Brief)) >= 5, "the brief description must be a line of its own")
		lint(strings.HasSuffix(g.Full, "."), "the full description must end with a period")
		lint(strings.HasSuffix(g.Guidance, "."), "the guidance must end with a period")
		lint(g.Popularity != nil && *g.Popularity >= 0.3 && *g.Popularity <= 0.9, "popularity_score must be set, from 0.3 to 0.9")
		lint(len(g.Occasions) > 0 && len(g.Recipients) > 0, "occasions and recipient_types must be set")
		lint(g.URL == "" && !g.Affiliate, "the built-in catalog has no links")
		for what, words := range map[string]*regexp.Regexp{
			"a shop or a brand": names, "British spelling": british, "an amount of money": money, "advertising": puff,
		} {
			lint(!words.MatchString(prose(&g)), "has "+what+": "+words.FindString(prose(&g)))
		}
		switch g.Price {
		case catalog.Budget, catalog.Moderate:
			lint(!dear.MatchString(prose(&g)), "has a price word that contradicts its bracket")
		default:
			lint(!cheap.MatchString(prose(&g)), "has a price word that contradicts its bracket")
		}
		head := sober.ReplaceAllString(g.Name+". "+g.Brief+". "+strings.Join(g.Categories, ". "), "")
		lint(g.Adult || !alcohol.MatchString(head), "needs adult: true for "+alcohol.FindString(head))
		young := []string{"baby", "toddler", "child", "teen"}
		lint(!g.Adult || !slices.ContainsFunc(g.Recipients, func(r string) bool { return slices.Contains(young, r) }),
			"an adult gift must not be for the young")
	}
}

// TestNoTemplate finds ideas that were written by filling in another one.
func TestNoTemplate(t *testing.T) {
	t.Parallel()
	const run = 7 // words in a row that no two ideas share
	seen := map[string]string{}
	for _, g := range builtIn(t).Gifts {
		for _, text := range []string{g.Brief, g.Full, g.Guidance} {
			words := strings.Fields(strings.ToLower(text))
			for i := range max(0, len(words)-run+1) {
				key := strings.Join(words[i:i+run], " ")
				if other, ok := seen[key]; ok && other != g.Name {
					t.Errorf("%q and %q share %q", other, g.Name, key)
				}
				seen[key] = g.Name
			}
		}
	}
	openings := map[string]int{}
	for _, g := range builtIn(t).Gifts {
		for _, text := range []string{g.Brief, g.Full, g.Guidance} {
			if words := strings.Fields(text); len(words) > 3 {
				openings[strings.Join(words[:3], " ")]++
			}
		}
	}
	for opening, n := range openings {
		if n > 5 {
			t.Errorf("%d texts open with %q", n, opening)
		}
	}
}
