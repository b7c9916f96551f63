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
