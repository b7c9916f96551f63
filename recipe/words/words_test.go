package words_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

func TestHoldsAll(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		query, text string
		want        bool
	}{
		{"suppe", "Tomatensuppe", true},
		{"CREME burnt", "Crème brûlée\nWith a burnt crust.", true},
		{"berries", "Berry crumble", true},
		{"berry", "A tart of berries", true},
		{"baked potatoes", "Baking a potato", true},
		{"dying", "to die for", true},
		{"soup tomato", "Miso soup", false},
		{"smorrebrod", "Smørrebrød", true},
		{"味噌", "味噌汁", true},
		{"ハン", "パン", false}, // other letters, and no accents
		{"パン", "アンパン", true},
		{"ごま", "こま切れ", false},
		{"कल", "कुल", false},
		{"हिंदी", "हिंदी खाना", true},
		{"καφες", "Καφές", true},
		{"שלום", "שָׁלוֹם", true},
		{"pho", "Phở", true},
		{"葛", "葛󠄀", true}, // a variant of it
		{"%", "10% off", true},
		{"%", "Soup", false},
		{"🍲", "Stew 🍲🍲", true},
		{"", "Soup", true},
		{"ice", "Rice", true}, // also as a part of a word
		{"tomato's", "Tomato soup", true},
		{strings.Repeat("汁", 40), strings.Repeat("汁", 33), true}, // 32 characters count
		{strings.Repeat("汁", 40), strings.Repeat("汁", 31), false},
	} {
		if got := words.HoldsAll(words.Plain(row.text), words.Of(row.query)); got != row.want {
			t.Errorf("%q in %q: %v", row.query, row.text, got)
		}
		checkTerms(t, row.query, row.text)
	}
}

// checkTerms holds what an index finds to what a look at the text does.
func checkTerms(t *testing.T, query, text string) {
	t.Helper()
	var terms words.Terms
	terms.Add(words.Title, text)
	indexed := strings.Fields(terms.String())
	found := true
	for _, word := range words.Of(query) {
		found = found && slices.ContainsFunc(words.Sought(word, []words.Field{words.Title, words.Description}), func(sought words.Term) bool {
			return slices.ContainsFunc(indexed, func(term string) bool {
				return term == sought.Text || sought.Prefix && strings.HasPrefix(term, sought.Text)
			})
		})
	}
	if want := words.HoldsAll(words.Plain(text), words.Of(query)); found != want {
		t.Errorf("%q in %q: by the terms %v, by the text %v\n%q", query, text, found, want, indexed)
	}
}

// What an index finds is what a look at the text does, whatever the two are.
func TestTerms(t *testing.T) {
	t.Parallel()
	random := harness.Seeded(t)
	for range 5000 {
		checkTerms(t, someText(random, 3), someText(random, 8))
	}
}

var pieces = strings.Split("a|an|ban|berry|berries|baking|bake|Suppe|TOMATEN|e\u0301|ß|Æ|ﬁ|味|噌|汁|한|글|½|3|%|&|'|\\|:*|(|🍲|\u200d|\u0301|\x00|\u00a0|\n|-|ΐ|İ|ς|ὰ|\ue041|A", "|")

func someText(random *rand.Rand, most int) string {
	var b strings.Builder
	for range random.IntN(most) + 1 {
		b.WriteString(pieces[random.IntN(len(pieces))])
		if random.IntN(2) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Terms need no quotes.
func TestTerms_Characters(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for r := range rune(0x2100) {
		fmt.Fprintf(&all, "%c %ca a%c ", r, r, r)
	}
	var terms words.Terms
	terms.Add(words.Ingredients, all.String())
	for _, term := range strings.Split(terms.String(), " ") {
		if term == "" || strings.ContainsFunc(term, func(r rune) bool {
			return r < 0x80 && (r < 'a' || r > 'z') && (r < '0' || r > '9')
		}) {
			t.Errorf("%q is a term", term)
		}
	}
}

// A recipe of any length has a bounded number of terms.
func TestTerms_Bound(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&b, "word%d ", i)
	}
	var terms words.Terms
	terms.Add(words.Title, strings.Repeat("\U00020000", 200))
	terms.Add(words.Description, strings.Repeat("\U00020000", 2000))
	terms.Add(words.Ingredients, b.String())
	if !strings.HasSuffix(terms.String(), " "+words.Cut.Text) || strings.Count(terms.String(), " "+words.Cut.Text) != 1 {
		t.Error("it isn't said that there are more")
	}
	if n := len(terms.String()); n < 300<<10 || n > 700<<10 {
		t.Errorf("%d bytes", n)
	}
}

// A word of any length has a bounded number of terms, too, and its beginning is found.
func TestTerms_LongWord(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for r := range rune(20_000) {
		b.WriteRune('一' + r)
	}
	var terms words.Terms
	terms.Add(words.Ingredients, b.String())
	if n := len(terms.String()); n < 300<<10 || n > 700<<10 || !strings.HasSuffix(terms.String(), " "+words.Cut.Text) {
		t.Errorf("%d bytes", n)
	}
	if !strings.Contains(terms.String(), words.Sought("一丁丂", []words.Field{words.Ingredients})[0].Text) {
		t.Error("its beginning isn't found")
	}
}

func BenchmarkTerms(b *testing.B) {
	for b.Loop() {
		var terms words.Terms
		terms.Add(words.Title, "Grandmother's tomato soup with basil")
		terms.Add(words.Description, "A light soup for the summer, made of ripe tomatoes, roasted with garlic and served with a spoon of cream.")
		for _, name := range []string{"ripe tomatoes", "garlic", "basil leaves", "olive oil", "cream", "onion", "vegetable stock"} {
			terms.Add(words.Ingredients, name)
		}
		b.ReportMetric(float64(len(terms.String())), "bytes")
	}
}
