package rank_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/rank"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
)

// recommender returns a function that gives the list for a description, from the built-in catalog.
func recommender(t *testing.T) func(text string, limit int) *rank.Response {
	t.Helper()
	s := memory.New(memory.Options{Embedder: table.Embedder{}, Gifts: func() ([]catalog.Gift, error) {
		c, err := catalog.BuiltIn()
		if err != nil {
			return nil, err
		}
		return c.Gifts, nil
	}})
	open := func(context.Context) (store.Store, error) { return s, nil }
	r := rank.New(rank.Options{Source: rank.Source{Embedder: table.Embedder{}, Open: open}, Table: table.Embedder{}})
	return func(text string, limit int) *rank.Response {
		t.Helper()
		got, err := r.Recommend(t.Context(), rank.Request{Description: text, Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
}

// ofCategory counts the gifts of a list that have one of some categories.
func ofCategory(list []rank.Pick, categories ...string) int {
	n := 0
	for _, g := range list {
		if slices.ContainsFunc(g.Categories, func(c string) bool { return slices.Contains(categories, c) }) {
			n++
		}
	}
	return n
}

// comesToMind reports whether a gift is one that a topic brings to mind.
func comesToMind(g rank.Pick, m profile.Mention) bool {
	return slices.Contains(m.Topic.Best, g.ID) || slices.Contains(m.Topic.Good, g.ID)
}

// ofTopics counts the gifts of a list that come to mind for what is said of some kind, or in some
// words.
func ofTopics(got *rank.Response, is func(profile.Mention) bool) int {
	n := 0
	for _, g := range got.Gifts {
		if slices.ContainsFunc(got.Profile.Topics, func(m profile.Mention) bool { return is(m) && comesToMind(g, m) }) {
			n++
		}
	}
	return n
}

func names(list []rank.Pick) string {
	var all []string
	for _, g := range list {
		all = append(all, g.Name)
	}
	return strings.Join(all, "; ")
}

// TestTopics has each interest that is named find a place in the list.
func TestTopics(t *testing.T) {
	t.Parallel()
	recommend := recommender(t)
	for text, interests := range map[string][][]string{
		"dad who loves woodworking and classic rock, under $75": {{"woodworking"}, {"music"}},
		"friend who likes hiking and board games, around $50":   {{"hiking"}, {"board games"}},
		"sister into yoga, baking and crime novels":             {{"yoga"}, {"baking"}, {"reading"}},
		"my mom loves gardening and jazz":                       {{"gardening"}, {"music"}},
		"uncle who fishes, cooks and plays chess":               {{"fishing"}, {"cooking", "kitchen tools"}, {"board games"}},
	} {
		for limit, least := range map[int]int{5: 1, 10: 2} {
			got := recommend(text, limit)
			for _, categories := range interests {
				if n := ofCategory(got.Gifts, categories...); n < least && (limit < 10 || len(interests) < 3) {
					t.Errorf("%q: %d of %d gifts are of %q", text, n, limit, categories)
				}
			}
		}
	}
}

// TestTopics_Named has interests that are said to be liked find a place beside an age, an occasion,
// whom it is for, and several words for something else.
func TestTopics_Named(t *testing.T) {
	t.Parallel()
	recommend := recommender(t)
	for text, want := range map[string]struct {
		topic string
		least int
	}{
		"my neighbor's daughter starts first grade next week and is crazy about bugs, around 40": {"insects", 1},
		"grandmother turns 90, loves opera and her grandchildren":                                {"opera", 2},
		"nephew, 14, loves video games and poetry":                                               {"poetry", 2},
		"my wife loves horror movies, gardening, sailing and chess":                              {"chess", 2},
		"girlfriend's birthday, she loves plants, horror movies and sushi":                       {"japanese", 1},
		"friends with two cats who just bought their first house and love to cook":               {"cooking", 2},
		"sister who got promoted, runs marathons and loves wine":                                 {"marathon", 2},
	} {
		got := recommend(text, 5)
		n := ofTopics(got, func(m profile.Mention) bool { return strings.HasPrefix(m.Topic.Name, want.topic) })
		if n < want.least {
			t.Errorf("%q: %d gifts are of %s: %s", text, n, want.topic, names(got.Gifts))
		}
	}
	// Nobody likes an office because a party is there.
	if got := recommend("Baby shower at the office, it's a girl", 5); ofCategory(got.Gifts, "office") > 0 {
		t.Errorf("a baby shower: %s", names(got.Gifts))
	}
}

// TestTopics_Event has what happens in someone's life, and what they like, both find a place.
func TestTopics_Event(t *testing.T) {
	t.Parallel()
	recommend := recommender(t)
	for text, least := range map[string]struct{ event, liked int }{
		"my brother-in-law retires in June, he loves fly fishing and bourbon":   {1, 3},
		"wedding gift for a couple who love hiking and wine":                    {1, 3},
		"a friend whose father died last month, she is quiet and likes to cook": {2, 2},
		"baby shower for a friend who loves camping":                            {2, 2},
		"my coworker's husband died, she loves tea":                             {2, 2},
		"friend who just lost her mother, loves yoga, tea and painting":         {2, 2},
		"grandfather in a care home after a stroke, used to sail, likes jazz":   {2, 1},
		"a friend in chemo who loves crossword puzzles and tea":                 {2, 2},
	} {
		got := recommend(text, 5)
		event := ofTopics(got, func(m profile.Mention) bool { return m.About == profile.AnEvent || m.About == profile.AHardTime })
		liked := ofTopics(got, func(m profile.Mention) bool { return m.Named })
		if event < least.event || liked < least.liked {
			t.Errorf("%q: %d gifts are for what happens and %d of what is liked: %s", text, event, liked, names(got.Gifts))
		}
	}
}

// TestHardTime has a description of nothing but an illness or a loss answered with what comes to mind
// for it, and not with what is popular or suits a boss.
func TestHardTime(t *testing.T) {
	t.Parallel()
	recommend := recommender(t)
	for _, text := range []string{
		"a friend in chemo", "friend who had surgery", "my aunt just lost her husband", "coworker whose mother died", "my dad is in the hospital",
		"neighbor recovering from a hip replacement", "my nephew, 8, is in the hospital", "condolence gift for my boss", "a friend whose sister died", "my neighbor, whose dog has died", "my daughter's hamster died",
	} {
		got := recommend(text, 5)
		n := ofTopics(got, func(m profile.Mention) bool { return m.About == profile.AHardTime })
		if got.Fallback || got.ToppedUp || n < 4 || len(got.Gifts) != 5 {
			t.Errorf("%q: %d gifts are for the hard time: %s", text, n, names(got.Gifts))
		}
		for _, g := range got.Gifts {
			if !strings.Contains(g.Reason, "get well") && !strings.Contains(g.Reason, "sympathy") && n < 5 {
				t.Errorf("%q: %s: %s", text, g.Name, g.Reason)
			}
		}
	}
	// More than come to mind are given at such a time too.
	if got := recommend("condolence gift for my boss", 10); got.ToppedUp || ofCategory(got.Gifts, "office") > 0 {
		t.Errorf("ten gifts for a boss who mourns: %s", names(got.Gifts))
	}
	for _, text := range []string{"how long does recovery after knee surgery take", "what to eat after surgery", "hospital near me"} {
		if got := recommend(text, 5); !got.Fallback {
			t.Errorf("%q is answered: %s", text, names(got.Gifts))
		}
	}
}
