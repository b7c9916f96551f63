package kitchen

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// mergeByDensity makes one amount of a weight and a volume if the density is known: a
// volume of what is poured, a weight of anything else. A stick of butter is half a cup.
func (it *item) mergeByDensity() {
	d, known := densityOf(it.key)
	if sticks, ok := it.counts["stick"]; ok && known && d.form == firm && (it.weight != nil || it.volume != nil) {
		it.volume, it.poured = addTo(it.volume, times(sticks.n, over(cup, ratio(2, 1)))), append(it.poured, unitOf("cup").unit)
		delete(it.counts, "stick")
	}
	switch {
	case !known || it.weight == nil || it.volume == nil:
	case d.form == liquid:
		it.volume, it.weight = plus(it.volume, over(it.weight, d.gramsPerML)), nil
		it.poured = append(it.poured, it.weighed...)
	default:
		it.weight, it.volume = plus(it.weight, times(it.volume, d.gramsPerML)), nil
		it.weighed = append(it.weighed, it.poured...)
	}
}

// weightText shows grams in the system of the units that they came in, and in metric if
// there are several.
func weightText(g *big.Rat, from []*unit) string {
	if !slices.ContainsFunc(from, func(u *unit) bool { return u.system != us }) {
		if less(g, 453, 1) {
			return show(over(g, ounce), unitOf("oz"), false).text
		}
		return show(over(g, pound), unitOf("lb"), false).text
	}
	return metricText(g, unitOf("g"), from)
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
	return metricText(ml, unitOf("ml"), from)
}

// metricText rounds what is not all in metric units.
func metricText(q *big.Rat, u spelling, from []*unit) string {
	if slices.ContainsFunc(from, func(u *unit) bool { return u.system != metric }) {
		return converted(q, u).text
	}
	return show(q, u, false).text
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
