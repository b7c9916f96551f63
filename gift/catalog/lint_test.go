package catalog_test

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// A pattern matches a whole word in lower case; a phrase is anywhere in the text.
var (
	// Words of shops and makers that slip in first. An idea is a kind of thing.
	brand = word(`amazon|etsy|ebay|walmart|ikea|costco|lego|kindle|moleskine|polaroid|instax|spotify|netflix|audible|arduino|playstation|xbox|nintendo|dremel|leatherman|stanley|thermos|yeti|fitbit|garmin|gopro|tupperware|pyrex|kitchenaid|nespresso|airbnb|masterclass|scrabble|velcro|crock-?pot|play-doh|barbie|zoom|google|apple's|youtube|patreon|kickstarter`)
	// The repository is written in American English.
	british = word(`colour.*|favour.*|flavour.*|honour.*|neighbour.*|behaviour|centre.*|theatre.*|grey.*|jeweller.*|catalogue.*|(organ|real|personal|special|recogn)is(e|ed|es|er|ers|ing|ation)|travell.*|metres?|litres?|tyres?|mould.*|plough.*|aluminium|pyjamas|cos(y|ier)|licence|practis.*|moustache|sceptic.*|woollen|cheques?|ageing|fibres?|programmes?|aeroplane|doughnut|whilst|maths|mums?`)
	money   = word(`.*[$€£].*|dollars?|euros?`)
	dear    = word(`luxury|luxurious|splurge|lavish|extravagant|expensive|pricey`)
	cheap   = word(`cheap|inexpensive|low-cost|thrifty`)
	puff    = word(`elevates?|game-changer|must-have|delve|testament|stunning|boasts?`)
	alcohol = word(`wines?|beers?|whiske?ys?|cocktails?|bourbon|gin|rum|vodka|champagne|liqueurs?|brewing|brewery|distillery|cigars?|tobacco|spirits|sake|cider|port|sherry|absinthe|mixology`)
	// Phrases that say nothing.
	empty = []string{"perfect gift", "ideal gift", "great gift", "perfect for", "look no further", "whether they're", "whether you're"}
	// What looks like alcohol and is not.
	sober = strings.NewReplacer("alcohol-free beer", "", "alcohol-free wine", "", "alcohol-free cocktail", "", "root beer", "", "ginger beer", "", "sweet cider", "", "high spirits", "")
)

// word returns a function that finds the first word of text that the pattern matches. A
// word is judged once, for the catalog says "the" ten thousand times.
func word(pattern string) func(text string) string {
	re := regexp.MustCompile(`^(` + pattern + `)$`)
	var judged sync.Map
	return func(text string) string {
		for w := range strings.FieldsSeq(strings.ToLower(text)) {
			w = strings.Trim(w, `.,;:!?()"“”`)
			matches, ok := judged.Load(w)
			if !ok {
				matches = re.MatchString(w)
				judged.Store(w, matches)
			}
			if matches.(bool) {
				return w
			}
		}
		return ""
	}
}

func prose(g *catalog.Gift) string { return g.Name + ". " + g.Brief + " " + g.Full + " " + g.Guidance }

// TestLint holds each idea to WRITING.md, as far as a program can read.
func TestLint(t *testing.T) {
	t.Parallel()
	for _, g := range ideas(t).Gifts {
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
		lint(len(g.LovedBy) >= 6 && len(g.LovedBy) <= 10, "loved_by must have 6 to 10 phrases")
		for _, phrase := range g.LovedBy {
			n := len(strings.Fields(phrase))
			lint(n >= 2 && n <= 9, "a phrase of loved_by must have 2 to 9 words: "+phrase)
		}
		lint(g.URL == "" && !g.Affiliate, "the built-in catalog has no links")
		text := prose(&g)
		for what, find := range map[string]func(string) string{
			"a shop or a brand": brand, "British spelling": british, "an amount of money": money, "advertising": puff,
		} {
			found := find(text)
			lint(found == "", "has "+what+": "+found)
		}
		for _, phrase := range empty {
			lint(!strings.Contains(strings.ToLower(text), phrase), "has advertising: "+phrase)
		}
		against := dear
		if g.Price == catalog.Premium || g.Price == catalog.Luxury {
			against = cheap
		}
		contradiction := against(text)
		lint(contradiction == "", "has a price word that contradicts its bracket: "+contradiction)
		drink := alcohol(sober.Replace(strings.ToLower(g.Name + " " + g.Brief + " " + strings.Join(g.Categories, " "))))
		lint(g.Adult || drink == "", "needs adult: true for "+drink)
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
	for _, g := range ideas(t).Gifts {
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
	for _, g := range ideas(t).Gifts {
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
