package store

import (
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// Young are the recipient types of which one at least says that a gift is for children.
var Young = [...]string{"baby", "toddler", "child"}

// Pass says whether f lets g be found.
func (f *Filter) Pass(g *catalog.Gift) bool {
	return (len(f.Prices) == 0 || slices.Contains(f.Prices, g.Price)) &&
		(len(g.Recipients) == 0 || overlap(f.Recipients, g.Recipients)) && overlap(f.Occasions, g.Occasions) &&
		(!f.Minor || !g.Adult) && (!f.Grown || !ForYoung(g))
}

// ForYoung says whether all of g's recipient types are those of children.
func ForYoung(g *catalog.Gift) bool {
	for _, r := range g.Recipients {
		if !slices.Contains(Young[:], r) {
			return false
		}
	}
	return len(g.Recipients) > 0
}

func overlap(any, tags []string) bool {
	return len(any) == 0 || slices.ContainsFunc(any, func(s string) bool { return slices.Contains(tags, s) })
}
