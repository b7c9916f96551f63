package gift_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

func TestWoodworkingDad(t *testing.T) {
	t.Parallel()
	a := recommendFor(t, serve(t, ranker()), "My dad who loves woodworking and classic rock music, 65 years old")
	has := map[string]int{}
	for _, g := range a.Gifts {
		for _, c := range g.Categories {
			has[c]++
		}
	}
	if len(a.Gifts) != 5 || has["woodworking"] < 2 || has["music"] < 1 || a.Context.Searched < 600 || a.Context.Fallback || a.Fallback || a.IsError {
		t.Errorf("got %+v", a)
	}
	if want := "Here are 5 gift recommendations for your dad who loves woodworking and classic rock music, 65 years old..."; !strings.HasPrefix(a.Text, want+"\n1. ") {
		t.Errorf("got %s", a.Text)
	}
}

func TestSameResultTwice(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{"sister who loves yoga and cats", "my mom", "how do I install docker", "boss, golf, $80 to $150"} {
		a, b := recommendFor(t, s, text), recommendFor(t, serve(t, ranker()), text)
		if a.Text != b.Text || a.Raw != b.Raw || a.Meta != b.Meta {
			t.Errorf("%q: two results:\n%s\n%s", text, a.Raw, b.Raw)
		}
	}
}

func TestLimitsOfTheList(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for limit, want := range map[string]int{
		"": 5, `,"limit":3`: 3, `,"limit":10`: 10, `,"limit":"5"`: 5, `,"limit":5.0`: 5, `,"limit":null`: 5,
	} {
		a := recommend(t, s, `{"recipient_description":"friend who loves the garden"`+limit+`}`)
		if len(a.Gifts) != want {
			t.Errorf("limit %q: %d gifts: %s", limit, len(a.Gifts), a.Text)
		}
		last := 1.0
		for _, g := range a.Gifts {
			if g.Relevance > last || g.Relevance < 0 {
				t.Errorf("limit %q: relevance %v after %v", limit, g.Relevance, last)
			}
			last = g.Relevance
		}
	}
}

// A long description is read whole; the lists for its lines end where a line ends.
func TestLongDescription(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	long := "My aunt keeps bees and sells their honey. " + strings.Repeat("She is very kind to all of us, always. ", 70)
	if a := recommendFor(t, s, long[:2000]); a.IsError || len(a.Gifts) != 5 {
		t.Errorf("got %s", a.Text)
	}
	a := recommendFor(t, s, "For: my brother\nAge: 34\nLikes: wine, cooking\nAvoid: alcohol, gift cards\nBudget: $60")
	if !strings.HasPrefix(a.Text, "Here are 5 gift recommendations for your brother...") || !strings.Contains(a.Text, "For your brother, 34, up to $60; no alcohol, no gift cards.") {
		t.Errorf("got %s", a.Text)
	}
}

// Brief descriptions are answered with popular gifts for whom they name.
func TestRelationIsRead(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	recipients := map[string][]string{}
	for _, g := range c.Gifts {
		recipients[g.ID] = g.Recipients
	}
	a := recommendFor(t, s, "my mom")
	if !a.Fallback || !a.Context.Fallback || a.Context.Above != 0 || len(a.Gifts) != 5 || a.IsError {
		t.Errorf("got %+v", a)
	}
	for _, g := range a.Gifts {
		if !slices.Contains(recipients[g.ID], "parent") {
			t.Errorf("%s is for %q", g.Name, recipients[g.ID])
		}
	}
	if !strings.Contains(a.Text, "add interests, age, occasion and budget") || !strings.Contains(a.Raw, `"fallback":true`) {
		t.Errorf("got %s", a.Text)
	}
}

// Who tells only of an illness is answered, and asked for more.
func TestHardTime(t *testing.T) {
	t.Parallel()
	a := recommendFor(t, serve(t, ranker()), "a friend in chemo")
	if a.Fallback || a.Context.Fallback || len(a.Gifts) != 5 || !strings.Contains(a.Text, "add interests, age, occasion and budget") || !strings.Contains(a.Text, "to say get well") {
		t.Errorf("got %s", a.Text)
	}
}

func TestOffTopic(t *testing.T) {
	t.Parallel()
	a := recommendFor(t, serve(t, ranker()), "how do I install docker")
	if !strings.HasPrefix(a.Text, "No strong matches found. Here are some popular gift ideas...\n1. ") ||
		a.Context.Above != 0 || !a.Fallback || len(a.Gifts) != 5 || a.IsError {
		t.Errorf("got %+v", a)
	}
}

func TestBudgetIsKept(t *testing.T) {
	t.Parallel()
	a := recommendFor(t, serve(t, ranker()), "friend who loves yoga, under $25")
	for _, g := range a.Gifts {
		if g.Price != catalog.Budget {
			t.Errorf("%s is %s", g.Name, g.Price)
		}
	}
	if len(a.Gifts) != 5 || !strings.Contains(a.Text, "For a friend, under $25.") {
		t.Errorf("got %s", a.Text)
	}
}

func TestNoAlcoholForMinors(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	grown := map[string]bool{}
	for _, g := range c.Gifts {
		drinks := slices.ContainsFunc(g.Categories, func(c string) bool { return c == "wine" || c == "beer" || c == "cocktails and spirits" })
		grown[g.ID] = g.Adult || drinks
	}
	for _, text := range []string{"nephew, 15, into cocktails", "my teenage cousin likes beer and wine", "student, 20, whiskey"} {
		for _, g := range recommend(t, s, map[string]any{"recipient_description": text, "limit": 10}).Gifts {
			if grown[g.ID] {
				t.Errorf("%q: got %s", text, g.Name)
			}
		}
	}
}

func TestDislikes(t *testing.T) {
	t.Parallel()
	a := recommend(t, serve(t, ranker()), map[string]any{"recipient_description": "loves music, hates clutter, no electronics", "limit": 10})
	if len(a.Gifts) != 10 || a.Fallback {
		t.Errorf("got %+v", a)
	}
	for _, g := range a.Gifts {
		if slices.Contains(g.Categories, "electronics") {
			t.Errorf("got %s", g.Name)
		}
	}
}

// A list of five is short enough to be read, whatever is asked.
func TestListText_Length(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{
		"my dad, who retired last year and is rebuilding a wooden boat, turning 70, for Christmas and his birthday, between $20 and $60, no alcohol, no books, no candles or socks",
		"friend", "sister, cat person, houseplants, baking, running, under $75", strings.Repeat("loves gardening and very long walks by the sea, ", 60),
	} {
		if a := recommendFor(t, s, text); len([]rune(a.Text)) > 1500 {
			t.Errorf("%q: %d characters: %s", text, len([]rune(a.Text)), a.Text)
		}
	}
}

// No popular gift that stands in for matches has the relevance of one.
func TestRecommend_PopularBelow(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{"gift for my 6 month old who has a nut allergy", "passover hostess gift", "my mom", "for my grandmother's 80th birthday", "sex toys for my girlfriend"} {
		a := recommendFor(t, s, text)
		if !a.Fallback {
			continue
		}
		last := 1.0
		for _, g := range a.Gifts {
			if g.Relevance >= 0.5 || g.Relevance > last || g.Relevance < 0 {
				t.Errorf("%q: %s has %v after %v", text, g.Name, g.Relevance, last)
			}
			last = g.Relevance
		}
	}
}

// TestList_Subject has descriptions that begin with what is wanted, or with "for".
func TestList_Subject(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for text, want := range map[string]string{
		"for my husband, he likes camping":          "your husband, he likes camping",
		"For a friend who likes camping":            "a friend who likes camping",
		"a gift for my husband, he likes camping":   "your husband, he likes camping",
		"forty-year-old brother who likes camping ": "forty-year-old brother who likes camping",
	} {
		if a := recommendFor(t, s, text); !strings.HasPrefix(a.Text, "Here are 5 gift recommendations for "+want+"...\n") {
			t.Errorf("%q: got %.120s", text, a.Text)
		}
	}
}
