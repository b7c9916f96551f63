package catalog_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// whole is how many ideas the finished catalog has at least. Until then TestQuotas
// checks proportions alone, the prices within ten points, for themes differ.
const whole = 600

func TestQuotas(t *testing.T) {
	t.Parallel()
	c := ideas(t)
	total := len(c.Gifts)
	prices, tags := map[catalog.Price]int{}, map[string]int{}
	var service, made int
	for _, g := range c.Gifts {
		prices[g.Price]++
		for _, list := range [][]string{g.Categories, g.Occasions, g.Recipients} {
			for _, tag := range list {
				tags[tag]++
			}
		}
		if has(&g, "experiences", "classes", "subscriptions") {
			service++
		}
		if has(&g, "handmade", "free gifts") {
			made++
		}
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(total) }
	t.Logf("%d ideas; %.1f %% experiences, classes or subscriptions, %.1f %% handmade or free", total, share(service), share(made))
	want := map[catalog.Price]float64{catalog.Budget: 30, catalog.Moderate: 40, catalog.Premium: 20, catalog.Luxury: 10}
	within := 5.0
	if total < whole {
		within = 10
	}
	for _, p := range catalog.Prices {
		t.Logf("%s: %.1f %%", p, share(prices[p]))
		if math.Abs(share(prices[p])-want[p]) > within {
			t.Errorf("%s: %.1f %% of the ideas, want %.0f ± %.0f", p, share(prices[p]), want[p], within)
		}
	}
	if share(service) < 15 {
		t.Errorf("%.1f %% are experiences, classes or subscriptions, want 15 or more", share(service))
	}
	if share(made) < 5 {
		t.Errorf("%.1f %% are handmade or free, want 5 or more", share(made))
	}
	for _, quota := range []struct {
		tags []string
		want int
	}{{c.Vocabulary.Categories, 5}, {c.Vocabulary.Occasions, 25}, {c.Vocabulary.Recipients, 20}} {
		for _, tag := range quota.tags {
			if n := tags[tag]; n < quota.want && total >= whole {
				t.Errorf("%s: %d ideas, want %d or more", tag, n, quota.want)
			} else if n < quota.want {
				t.Logf("%s: %d of %d ideas so far", tag, n, quota.want)
			}
		}
	}
}

func TestVocabulary(t *testing.T) {
	t.Parallel()
	v := ideas(t).Vocabulary
	for name, list := range map[string]struct {
		tags        []string
		least, most int
	}{"categories": {v.Categories, 80, 120}, "occasions": {v.Occasions, 18, 22}, "recipient types": {v.Recipients, 22, 28}} {
		if n := len(list.tags); n < list.least || n > list.most {
			t.Errorf("%d %s, want %d to %d", n, name, list.least, list.most)
		}
		if unique := slices.Sorted(maps.Keys(set(list.tags))); len(unique) != len(list.tags) {
			t.Errorf("%s has a tag twice", name)
		}
	}
}

// TestPopularity keeps scores from being a constant: within each main category that has
// eight ideas they span a fifth of the scale.
func TestPopularity(t *testing.T) {
	t.Parallel()
	scores := map[string][]float64{}
	for _, g := range ideas(t).Gifts {
		scores[g.Categories[0]] = append(scores[g.Categories[0]], g.Score())
	}
	for category, list := range scores {
		if len(list) >= 8 && slices.Max(list)-slices.Min(list) < 0.2 {
			t.Errorf("%s: popularity from %.2f to %.2f alone", category, slices.Min(list), slices.Max(list))
		}
	}
}

func has(g *catalog.Gift, categories ...string) bool {
	return slices.ContainsFunc(g.Categories, func(c string) bool { return slices.Contains(categories, c) })
}

func set(list []string) map[string]bool {
	s := map[string]bool{}
	for _, x := range list {
		s[x] = true
	}
	return s
}
