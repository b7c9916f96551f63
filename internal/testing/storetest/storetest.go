package storetest

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Dimensions are those of the stores that Run tests.
const Dimensions = 16

// Run tests stores that open makes: empty ones for vectors of [Embedder](Dimensions).
func Run(t *testing.T, open func(*testing.T) store.Store) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, store.Store){
		"an empty store":    testEmpty,
		"what is put in":    testRoundTrip,
		"search":            testSearch,
		"popular":           testPopular,
		"changes":           testChanges,
		"the manifest":      testManifest,
		"bad vectors":       testBadVectors,
		"a caller gives up": testGivenUp,
		"many at a time":    testConcurrent,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

const embedder = Embedder(Dimensions)

func testEmpty(t *testing.T, s store.Store) {
	ctx := t.Context()
	if n, err := s.Count(ctx); n != 0 || err != nil {
		t.Errorf("Count() = %d, %v", n, err)
	}
	if m, err := s.Manifest(ctx); m != (store.Manifest{}) || err != nil {
		t.Errorf("Manifest() = %+v, %v", m, err)
	}
	if hits, err := s.Search(ctx, embedder.Vector("x"), 5, store.Filter{}); len(hits) != 0 || err != nil {
		t.Errorf("Search() = %v, %v", hits, err)
	}
	if items, err := s.Get(ctx, []string{Gifts(1)[0].ID}, true); len(items) != 0 || err != nil {
		t.Errorf("Get() = %v, %v", items, err)
	}
	if gifts, err := s.Popular(ctx, store.Filter{}, 5); len(gifts) != 0 || err != nil {
		t.Errorf("Popular() = %v, %v", gifts, err)
	}
	if gifts := list(t, s); len(gifts) != 0 {
		t.Errorf("List() gives %v", gifts)
	}
	check(t, s.Put(ctx, nil))
	check(t, s.Delete(ctx, nil))
	check(t, s.Delete(ctx, []string{Gifts(1)[0].ID}))
	if items, err := s.Get(ctx, nil, true); len(items) != 0 || err != nil {
		t.Errorf("Get of nothing = %v, %v", items, err)
	}
}

func testRoundTrip(t *testing.T, s store.Store) {
	ctx := t.Context()
	gifts := Gifts(30)
	// As long as a field may be, and text that some format could take for its own.
	g := &gifts[0]
	g.Name = `<b>O'Neill's "50 %" \ kit</b> ☕`
	g.Brief = strings.Repeat("é", catalog.MaxBrief)
	g.Full = strings.Repeat("語", catalog.MaxFull)
	g.Guidance = strings.Repeat("ñ", catalog.MaxGuidance)
	g.URL = "https://shop.example.com/" + strings.Repeat("a", catalog.MaxURL-25)
	for _, tags := range []*[]string{&g.Categories, &g.Occasions, &g.Recipients} {
		*tags = nil
		for i := range catalog.MaxTags {
			*tags = append(*tags, strings.Repeat(string(rune('a'+i)), catalog.MaxTag))
		}
	}
	items := embedder.Items(gifts)
	put(t, s, items)
	if n, err := s.Count(ctx); n != 30 || err != nil {
		t.Errorf("Count() = %d, %v", n, err)
	}
	ids := []string{"00000000-0000-4000-8000-000000000000"}
	for _, g := range slices.Backward(gifts) {
		ids = append(ids, g.ID)
	}
	got, err := s.Get(ctx, ids, true)
	check(t, err)
	slices.Reverse(got)
	if diff := gocmp.Diff(items, got, cmpopts.EquateEmpty(), approximate); diff != "" {
		t.Errorf("Get with vectors (-want +got):\n%s", diff)
	}
	got, err = s.Get(ctx, ids[1:3], false)
	check(t, err)
	want := []store.Item{{Gift: gifts[29]}, {Gift: gifts[28]}}
	if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("Get without vectors (-want +got):\n%s", diff)
	}
	all := list(t, s)
	sortByID(all)
	sortByID(gifts)
	if diff := gocmp.Diff(gifts, all, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("List (-want +got):\n%s", diff)
	}
	for i := range gifts {
		if store.Hash(&gifts[i]) != store.Hash(&all[i]) {
			t.Errorf("%s has another hash when it comes back", gifts[i].Name)
		}
	}
}

func testSearch(t *testing.T, s store.Store) {
	gifts := Gifts(200)
	items := embedder.Items(gifts)
	put(t, s, items)
	query := embedder.Vector("what is searched for")
	for name, f := range filters {
		for _, k := range []int{0, 1, 5, 60} {
			want := nearest(items, query, k, f)
			got, err := s.Search(t.Context(), query, k, f)
			check(t, err)
			if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty(), approximate); diff != "" {
				t.Errorf("%s: the %d nearest (-want +got):\n%s", name, k, diff)
			}
		}
	}
	hits, err := s.Search(t.Context(), query, 1000, store.Filter{})
	if err != nil || len(hits) < 100 || len(hits) > 200 {
		t.Errorf("the 1,000 nearest of 200 are %d, %v", len(hits), err)
	}
	if hits, err := s.Search(t.Context(), make([]float32, Dimensions), 3, store.Filter{}); err != nil {
		t.Errorf("the zero vector finds %v, %v", hits, err)
	}
}

// filters are what a search may be narrowed by.
var filters = map[string]store.Filter{
	"all":          {},
	"a price":      {Prices: []catalog.Price{catalog.Budget}},
	"two prices":   {Prices: []catalog.Price{catalog.Luxury, catalog.Moderate}},
	"a recipient":  {Recipients: []string{"partner"}},
	"recipients":   {Recipients: []string{"baby", "toddler"}},
	"an occasion":  {Occasions: []string{"birthday", "wedding"}},
	"no one has":   {Occasions: []string{"wedding"}},
	"a minor":      {Minor: true},
	"a grown-up":   {Grown: true},
	"all together": {Prices: []catalog.Price{catalog.Budget, catalog.Premium}, Recipients: []string{"friend", "child"}, Occasions: []string{"birthday"}, Minor: true, Grown: true},
}

func testPopular(t *testing.T, s store.Store) {
	gifts := Gifts(120)
	items := embedder.Items(gifts)
	put(t, s, items)
	check(t, s.SetManifest(t.Context(), store.Manifest{Embedder: embedder.ID(), Dimensions: Dimensions, Gifts: 120, Format: store.Format}))
	for name, f := range filters {
		want := popular(gifts, f, 10)
		got, err := s.Popular(t.Context(), f, 10)
		check(t, err)
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func testChanges(t *testing.T, s store.Store) {
	ctx := t.Context()
	gifts := Gifts(10)
	items := embedder.Items(gifts)
	put(t, s, items)
	changed := gifts[3]
	changed.Name, changed.Price, changed.Recipients, changed.Popularity = "Another name", catalog.Luxury, nil, nil
	put(t, s, embedder.Items([]catalog.Gift{changed}))
	check(t, s.Delete(ctx, []string{gifts[0].ID, gifts[9].ID, "00000000-0000-4000-8000-000000000000"}))
	if n, err := s.Count(ctx); n != 8 || err != nil {
		t.Errorf("Count() = %d, %v; want 8", n, err)
	}
	got, err := s.Get(ctx, []string{gifts[0].ID, changed.ID, gifts[9].ID}, true)
	check(t, err)
	if diff := gocmp.Diff(embedder.Items([]catalog.Gift{changed}), got, cmpopts.EquateEmpty(), approximate); diff != "" {
		t.Errorf("after a change and a deletion (-want +got):\n%s", diff)
	}
	hits, err := s.Search(ctx, embedder.Vector(gifts[0].Text()), 10, store.Filter{})
	check(t, err)
	if len(hits) != 8 {
		t.Errorf("a search finds %d gifts; 8 are left", len(hits))
	}
}

func testManifest(t *testing.T, s store.Store) {
	ctx := t.Context()
	put(t, s, embedder.Items(Gifts(3)))
	want := store.Manifest{Embedder: embedder.ID(), Dimensions: Dimensions, Gifts: 3, Catalog: "0123456789abcdef", Format: store.Format}
	check(t, s.SetManifest(ctx, want))
	got, err := s.Manifest(ctx)
	check(t, err)
	if got != want {
		t.Errorf("Manifest() = %+v; want %+v", got, want)
	}
	check(t, store.Check(ctx, s, embedder))
	other := Embedder(Dimensions + 1)
	err = store.Check(ctx, s, other)
	if err == nil || !strings.Contains(err.Error(), other.ID()) || !strings.Contains(err.Error(), embedder.ID()) {
		t.Errorf("Check with another embedder: %v; want both named", err)
	}
	// The manifest is no gift.
	if n, err := s.Count(ctx); n != 3 || err != nil {
		t.Errorf("Count() = %d, %v", n, err)
	}
	if gifts := list(t, s); len(gifts) != 3 {
		t.Errorf("List gives %d gifts", len(gifts))
	}
	if hits, err := s.Search(ctx, embedder.Vector("x"), 10, store.Filter{}); len(hits) != 3 || err != nil {
		t.Errorf("Search finds %d, %v", len(hits), err)
	}
	if items, err := s.Get(ctx, []string{"manifest"}, false); len(items) != 0 || err != nil {
		t.Errorf("Get of no gift = %v, %v", items, err)
	}
}

func testBadVectors(t *testing.T, s store.Store) {
	ctx := t.Context()
	good := embedder.Items(Gifts(2))
	inf := slices.Clone(good[1].Vector)
	inf[3] = float32(math.Inf(1))
	for name, v := range map[string][]float32{"none": nil, "short": good[0].Vector[1:], "zero": make([]float32, Dimensions), "infinite": inf} {
		err := s.Put(ctx, []store.Item{good[0], {Gift: good[1].Gift, Vector: v}})
		if kind(err) != fault.InvalidParams {
			t.Errorf("Put of a vector, %s: %v", name, err)
		}
		if name == "zero" {
			continue
		}
		if _, err := s.Search(ctx, v, 3, store.Filter{}); kind(err) != fault.InvalidParams {
			t.Errorf("Search with a vector, %s: %v", name, err)
		}
	}
	if n, err := s.Count(ctx); n != 0 || err != nil {
		t.Errorf("after them there are %d gifts, %v", n, err)
	}
}

func testGivenUp(t *testing.T, s store.Store) {
	put(t, s, embedder.Items(Gifts(5)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Search(ctx, embedder.Vector("x"), 3, store.Filter{})
	if kind(err) == "" || !errors.Is(err, context.Canceled) {
		t.Errorf("Search after the caller gave up: %v", err)
	}
}

func testConcurrent(t *testing.T, s store.Store) {
	gifts := Gifts(80)
	put(t, s, embedder.Items(gifts[:40]))
	g, ctx := errgroup.WithContext(t.Context())
	g.SetLimit(8)
	for i := 40; i < 80; i++ {
		g.Go(func() error { return s.Put(ctx, embedder.Items(gifts[i:i+1])) })
		g.Go(func() error {
			_, err := s.Search(ctx, embedder.Vector(gifts[i].Name), 5, store.Filter{})
			return err
		})
		g.Go(func() error {
			items, err := s.Get(ctx, []string{gifts[i-40].ID}, true)
			if err == nil && (len(items) != 1 || items[0].Gift.ID != gifts[i-40].ID) {
				t.Errorf("Get(%d) = %v", i-40, items)
			}
			return err
		})
	}
	check(t, g.Wait())
	if n, err := s.Count(t.Context()); n != 80 || err != nil {
		t.Errorf("Count() = %d, %v; want 80", n, err)
	}
}

// nearest is what a store's Search is held to.
func nearest(items []store.Item, query []float32, k int, f store.Filter) []store.Hit {
	var hits []store.Hit
	for _, it := range items {
		cosine := 0.0
		for i, x := range it.Vector {
			cosine += float64(x) * float64(query[i])
		}
		if f.Pass(&it.Gift) {
			hits = append(hits, store.Hit{Item: it, Cosine: cosine})
		}
	}
	slices.SortFunc(hits, func(a, b store.Hit) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Gift.ID, b.Gift.ID))
	})
	return hits[:min(k, len(hits))]
}

func popular(gifts []catalog.Gift, f store.Filter, n int) []catalog.Gift {
	gifts = slices.DeleteFunc(slices.Clone(gifts), func(g catalog.Gift) bool { return !f.Pass(&g) })
	slices.SortFunc(gifts, func(a, b catalog.Gift) int {
		return cmp.Or(cmp.Compare(b.Score(), a.Score()), cmp.Compare(a.ID, b.ID))
	})
	return gifts[:min(n, len(gifts))]
}

// approximate compares what was calculated or sent as another type.
var approximate = gocmp.Options{
	gocmp.Comparer(func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }),
	gocmp.FilterPath(func(p gocmp.Path) bool { return p.Last().String() == ".Cosine" },
		gocmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-5 })),
}

func put(t *testing.T, s store.Store, items []store.Item) {
	t.Helper()
	if err := s.Put(t.Context(), items); err != nil {
		t.Fatal(err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func list(t *testing.T, s store.Store) []catalog.Gift {
	t.Helper()
	var all []catalog.Gift
	check(t, s.List(t.Context(), func(gifts []catalog.Gift) error {
		all = append(all, gifts...)
		return nil
	}))
	return all
}

func sortByID(gifts []catalog.Gift) {
	slices.SortFunc(gifts, func(a, b catalog.Gift) int { return cmp.Compare(a.ID, b.ID) })
}

func kind(err error) fault.Kind {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f.Kind
	}
	return ""
}
