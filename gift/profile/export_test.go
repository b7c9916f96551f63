package profile

import (
	"maps"
	"slices"
)

// Tags returns the recipient types, occasions and categories that the lexicon uses.
func Tags() (recipients, occasions, categories []string) {
	l := read()
	for _, list := range l.Dislikes.Means {
		categories = append(categories, list...)
	}
	return slices.Collect(maps.Keys(l.Recipients)), slices.Collect(maps.Keys(l.Occasions)), categories
}

// InterestCategories returns the categories that interests.yaml has words for.
func InterestCategories() []string {
	var list []string
	for _, its := range interests() {
		for _, it := range its {
			list = append(list, it.categories...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
