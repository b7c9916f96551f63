package kitchen

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// weightText shows grams in the system of the units that they came in, and in metric if
// there are several.
func weightText(g *big.Rat, from []*unit) string {
	if !slices.ContainsFunc(from, func(u *unit) bool { return u.system != us }) {
		if less(g, 453, 1) {
			return show(over(g, ounce), unitOf("oz"), false).text
		}
		return show(over(g, pound), unitOf("lb"), false).text
	}
	return show(g, unitOf("g"), false).text
}

// volumeText shows millilitres in spoons and cups if they came in them, else in metric.
func volumeText(ml *big.Rat, from []*unit) string {
	only := func(ok func(*unit) bool) bool {
		return !slices.ContainsFunc(from, func(u *unit) bool { return !ok(u) })
	}
	first := from[0]
	switch {
	case only(func(u *unit) bool { return u == first }) && first.ladder != millilitres:
		return show(over(ml, first.size), unitOf(first.name), false).text
	case only(func(u *unit) bool { return u.system == us || u.ladder == spoons }):
		if !less(over(ml, cup), 1, 4) && slices.ContainsFunc(from, func(u *unit) bool { return u.system == us }) {
			return show(over(ml, cup), unitOf("cup"), false).text
		}
		return show(over(ml, teaspoon), unitOf("tsp"), false).text
	case only(func(u *unit) bool { return u.ladder == loeffel }):
		return show(over(ml, ratio(5, 1)), unitOf("TL"), false).text
	}
	return show(ml, unitOf("ml"), false).text
}

// name is the name that all entries have, or else what their names have in common, in
// the plural if there are several. It doesn't depend on the order of entries.
func (it *item) name() string {
	names := make([]string, 0, len(it.names))
	for _, name := range it.names {
		names = append(names, bare(name))
	}
	if slices.ContainsFunc(names, func(n string) bool { return !strings.EqualFold(n, names[0]) }) {
		for i, name := range names {
			names[i] = trimmed(name)
		}
	}
	several := 1
	if c, ok := it.counts[""]; ok && c.n.Cmp(ratio(1, 1)) > 0 {
		several = -1
	}
	return slices.MinFunc(names, func(a, b string) int {
		return cmp.Or(several*cmp.Compare(len(a), len(b)), cmp.Compare(b, a)) // lower case before upper
	})
}
