package rules

import (
	"slices"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
)

var (
	postWords  = []string{"blog", "article", "post", "news", "feed", "content", "story", "announcement", "update"}
	tableWords = []string{"table", "order", "list", "inventory", "catalog", "catalogue", "product", "track", "data", "record", "history", "spreadsheet"}
	cardWords  = []string{"card", "tile", "grid", "gallery"}
)

// layout returns the layout that was asked for: one that is named as such, "as tiles", or else one
// that the words speak of. Cards of something that is sold or looked at beat the words of a table,
// and those beat the words of posts. What isn't wanted is none.
func (d *draft) layout() string {
	allowed := func(name string) bool { return !slices.Contains(d.banned, name) }
	named, _ := layoutsNamed(d.said)
	if named = slices.DeleteFunc(named, func(name string) bool { return !allowed(name) }); len(named) > 0 {
		return named[0]
	}
	table := allowed(layout.Table) && find(d.said, tableWords) >= 0
	post := find(d.said, postWords) >= 0
	for _, choice := range []struct {
		name string
		said bool
	}{
		{layout.CardList, find(d.said, cardWords) >= 0 && (d.topic.Product || !table)},
		{layout.Table, table},
		{layout.PostList, post},
		{layout.Table, true},
		{layout.PostList, !d.topic.Product},
		{layout.CardList, true},
		{layout.PostList, true},
	} {
		if choice.said && allowed(choice.name) {
			return choice.name
		}
	}
	return layout.Table
}

// layoutsNamed are the layouts that are named as such: "as tiles", "in a table", "card view". A
// "list of posts" is one of posts. other are the words that name none.
func layoutsNamed(said []string) (all, other []string) {
	end := 0
	for i, w := range said {
		name := layoutOf(w)
		if name == "" || isList(w) && i+2 < len(said) && said[i+1] == "of" && layoutOf(said[i+2]) != "" || refused(said[:i]) {
			continue
		}
		if isList(w) && i > 0 && layoutOf(said[i-1]) != "" {
			name = layoutOf(said[i-1])
		}
		from := i
		for from > 0 && from > i-4 && (slices.Contains([]string{"a", "an", "the", "of", "nice", "simple", "small", "big", "large"}, said[from-1]) || layoutOf(said[from-1]) != "") {
			from--
		}
		before, after := "", ""
		if from > 0 {
			before = said[from-1]
		}
		if i+1 < len(said) {
			after = said[i+1]
		}
		topical := slices.Contains([]string{"news", "article", "blog", "list"}, singular(w))
		if before == "as" || slices.Contains([]string{"in", "into", "using", "use"}, before) && !topical ||
			slices.Contains([]string{"layout", "view", "style", "format", "design"}, after) && !topical {
			all = append(all, name)
			if before == "as" && from > end {
				other, end = append(other, said[end:from-1]...), i+1
			}
		}
	}
	return slices.Compact(all), append(other, said[end:]...)
}

func isList(w string) bool { return w == "list" || w == "lists" }
