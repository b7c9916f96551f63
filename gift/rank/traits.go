package rank

import (
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
)

// traits are what the rules ask of a gift: a bit of its price, and the others.
type traits uint16

const (
	adult     traits = 1 << (iota + len(catalog.Prices)) // for no one under 21
	forYoung                                             // for children, and nobody older than a teenager
	forGrown                                             // it says for whom, and not for the young
	dangerous                                            // for no one of 12 or less
	forSchool                                            // for students and the young alone
)

func traitsOf(g *catalog.Gift) traits {
	t := traits(1) << max(0, slices.Index(catalog.Prices[:], g.Price))
	if g.Adult || slices.ContainsFunc(g.Categories, profile.AdultCategory) {
		t |= adult
	}
	if !slices.ContainsFunc(g.Recipients, func(r string) bool { return !profile.Young(r) }) && slices.ContainsFunc(g.Recipients, child) {
		t |= forYoung
	}
	if len(g.Recipients) > 0 && !slices.ContainsFunc(g.Recipients, profile.Young) {
		t |= forGrown
	}
	if len(g.Recipients) > 0 && !slices.ContainsFunc(g.Recipients, func(r string) bool { return r != "student" && !profile.Young(r) }) {
		t |= forSchool
	}
	if !slices.ContainsFunc(g.Recipients, child) && profile.Dangerous(g.Name) {
		t |= dangerous
	}
	return t
}

func child(recipient string) bool { return recipient != "teen" && profile.Young(recipient) }

// refused are the traits that no gift may have which is shown.
func (q *query) refused() traits {
	var t traits
	f := &q.filter
	for i, price := range catalog.Prices {
		if len(f.Prices) > 0 && !slices.Contains(f.Prices, price) {
			t |= 1 << i
		}
	}
	if f.Minor {
		t |= adult
	}
	if f.Grown {
		t |= forYoung
	}
	if q.profile.Child {
		t |= dangerous
	}
	if q.profile.PastSchool() {
		t |= forSchool
	}
	return t
}

// marks has a place for each gift.
type marks []bool

// mark marks the gifts of lists, which are those that carry a tag.
func mark(n int, tagged map[string][]int32, tags []string) marks {
	m := make(marks, n)
	for _, tag := range tags {
		for _, i := range tagged[tag] {
			m[i] = true
		}
	}
	return m
}
