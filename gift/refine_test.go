package gift_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
)

// cosine is that of the texts of two gifts.
func cosine(t *testing.T, a, b string) float64 {
	t.Helper()
	items, err := builtIn().Get(t.Context(), []string{a, b}, true)
	if err != nil || len(items) != 2 {
		t.Fatalf("%v: %d items", err, len(items))
	}
	sum := 0.0
	for i, x := range items[0].Vector {
		sum += float64(x) * float64(items[1].Vector[i])
	}
	return sum
}

func TestPastGift(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	a := recommend(t, s, `{"recipient_description":"sister who loves yoga","past_gifts":["yoga mat"],"limit":10}`)
	yoga := 0
	for _, g := range a.Gifts {
		if strings.HasPrefix(g.Name, "Yoga mat") {
			t.Errorf("got %s", g.Name)
		}
		if slices.Contains(g.Categories, "yoga") {
			yoga++
		}
	}
	if yoga < 3 {
		t.Errorf("%d gifts for yoga stay", yoga)
	}
}

// A gift that is named in another way is gone, also where popular gifts fill the list.
func TestPastGiftByName(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	for _, text := range []string{"sister who loves yoga", "my mom", "how do I install docker"} {
		before := recommendFor(t, s, text)
		for _, g := range before.Gifts {
			words := strings.Fields(strings.ToUpper(g.Name))
			slices.Reverse(words)
			for _, past := range []string{strings.ToUpper(g.Name), strings.Join(words, " ")} {
				after := recommend(t, s, map[string]any{"recipient_description": text, "past_gifts": []string{past}, "limit": 10})
				if slices.Contains(after.ids(), g.ID) {
					t.Errorf("%q: %s is there in spite of %q", text, g.Name, past)
				}
			}
		}
	}
}

func TestStarGuidesTheList(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	near := func(a *answer, star string) float64 {
		sum, n := 0.0, 0
		for _, id := range a.ids() {
			if id != star {
				sum += cosine(t, id, star)
				n++
			}
		}
		return sum / float64(n)
	}
	const text = "friend who loves gardening and cooking"
	before := recommendFor(t, s, text)
	for _, star := range before.ids() {
		after := recommend(t, s, map[string]any{"recipient_description": text, "starred_gift_ids": []string{star}})
		if !after.Context.Starred || slices.Contains(after.ids(), star) || near(after, star) <= near(before, star) {
			t.Errorf("star %s: %+v", star, after)
		}
	}
}

func TestTwoStarsGuideTheList(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	const text = "friend who loves the garden and old records"
	stars := []string{recommendFor(t, s, "someone who loves gardening").ids()[0], recommendFor(t, s, "someone who loves vinyl records").ids()[0]}
	after := recommend(t, s, map[string]any{"recipient_description": text, "starred_gift_ids": stars})
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, star := range stars {
		best, got := 0.0, 0.0
		for i := range c.Gifts {
			if id := c.Gifts[i].ID; !slices.Contains(stars, id) {
				best = max(best, cosine(t, id, star))
			}
		}
		for _, id := range after.ids() {
			got = max(got, cosine(t, id, star))
		}
		if got < 0.8*best {
			t.Errorf("star %s: the nearest has %.2f of %.2f", star, got, best)
		}
	}
}

func TestOtherStars(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	const text = "friend who loves the garden"
	plain := recommendFor(t, s, text)
	for _, stars := range [][]any{{"", "x", 5, nil}, {uuid.NewString()}, {"{" + plain.ids()[0] + "}", "urn:uuid:" + plain.ids()[1]}} {
		a := recommend(t, s, map[string]any{"recipient_description": text, "starred_gift_ids": stars})
		if a.Raw != plain.Raw || a.Context.Starred || a.IsError {
			t.Errorf("%v: got %s", stars, a.Raw)
		}
	}
	encoded := recommend(t, s, `{"recipient_description":"`+text+`","starred_gift_ids":"[\"`+strings.ToUpper(plain.ids()[0])+`\"]"}`)
	if !encoded.Context.Starred || slices.Contains(encoded.ids(), plain.ids()[0]) {
		t.Errorf("got %s", encoded.Raw)
	}
}

// A past gift that is starred still steers, and isn't shown.
func TestStar_PastGift(t *testing.T) {
	t.Parallel()
	s := serve(t, ranker())
	star := recommendFor(t, s, "sister who loves yoga").Gifts[0]
	a := recommend(t, s, map[string]any{"recipient_description": "sister who loves yoga", "starred_gift_ids": []string{star.ID}, "past_gifts": []string{star.Name}})
	if !a.Context.Starred || slices.Contains(a.ids(), star.ID) {
		t.Errorf("got %s", a.Raw)
	}
}

// gift is one of a catalog of tests.
func giftOf(name, brief string, popularity float64, categories ...string) catalog.Gift {
	return catalog.Gift{
		ID: uuid.NewString(), Name: name, Brief: brief, Full: brief, Price: catalog.Moderate,
		Categories: categories, Recipients: []string{"friend"}, Popularity: &popularity,
	}
}

func TestNearDuplicates(t *testing.T) {
	t.Parallel()
	const brief = "Grips wet hands and lies flat at once."
	a := giftOf("Yoga mat in natural rubber", brief, 0.5, "yoga")
	b := giftOf("Natural rubber yoga mat", brief, 0.6, "yoga")
	other := giftOf("Telescope for the balcony", "Shows the rings of Saturn.", 0.7, "astronomy")
	vectors, err := table.Embedder{}.Embed(t.Context(), []string{a.Text(), b.Text()})
	if err != nil {
		t.Fatal(err)
	}
	sum := float32(0)
	for i := range vectors[0] {
		sum += vectors[0][i] * vectors[1][i]
	}
	got := recommendFor(t, serve(t, ranker(of(a, b, other))), "sister who loves yoga").ids()
	if sum < 0.85 || slices.Contains(got, a.ID) == slices.Contains(got, b.ID) {
		t.Errorf("cosine %.2f: got %q", sum, got)
	}
}

// A catalog may hold less than is asked for, or nothing.
func TestRecommend_SmallCatalogs(t *testing.T) {
	t.Parallel()
	one := recommendFor(t, serve(t, ranker(of(giftOf("Yoga mat", "Grips wet hands.", 0.5, "yoga")))), "friend who loves yoga")
	if len(one.Gifts) != 1 || one.Context.Searched != 1 {
		t.Errorf("got %+v", one)
	}
	none := recommendFor(t, serve(t, ranker(of())), "friend who loves yoga")
	if len(none.Gifts) != 0 || !none.Fallback || none.IsError || !strings.Contains(none.Raw, `"gifts":[]`) {
		t.Errorf("got %+v", none)
	}
}

// With too few gifts within the budget, others are shown, and the result says so. Rules of
// age are kept.
func TestRecommend_RelaxedBudget(t *testing.T) {
	t.Parallel()
	wine := giftOf("Bottle of good wine", "For the cellar.", 0.9, "wine")
	wine.Adult = true
	s := serve(t, ranker(of(giftOf("Yoga mat", "Grips wet hands.", 0.5, "yoga"), wine)))
	a := recommendFor(t, s, "friend, 16, loves yoga, under $10")
	if len(a.Gifts) != 1 || a.Gifts[0].Name != "Yoga mat" || !strings.Contains(a.Text, "other prices are shown too") {
		t.Errorf("got %+v", a)
	}
}

// What someone is allergic to is looked for in all that is said of a gift, as a word: a
// minute has no nut in it.
func TestRecommend_Allergy(t *testing.T) {
	t.Parallel()
	nuts := giftOf("Box of brittle", "Sweets for a long evening.", 0.9, "chocolate and sweets")
	nuts.Full = "Caramel, and hazelnuts and other nuts."
	safe := giftOf("Jar of fudge", "Sweets that are gone in a minute.", 0.5, "chocolate and sweets")
	a := recommendFor(t, serve(t, ranker(of(nuts, safe))), "aunt with a sweet tooth, allergic to nuts")
	if len(a.Gifts) != 1 || a.Gifts[0].ID != safe.ID {
		t.Errorf("got %s", a.Text)
	}
}
