package rules

import (
	"slices"
	"strings"

	"mcp-adapters/appbuilder/generate"
	"mcp-adapters/appbuilder/layout"
)

// layouts are the words for each.
var layouts = []struct {
	name  string
	words []string
}{
	{layout.CardList, []string{"card", "tile", "grid", "gallery", "mosaic"}},
	{layout.PostList, []string{"post", "blog", "article", "feed", "news"}},
	{layout.Table, []string{"table", "spreadsheet", "list"}},
}

// shaping are the words of a wish for a layout that carry no meaning of their own.
var shaping = strings.Fields(`a an the this it its that them they these those my our your all of everything data item items product products content entry entries
	switch replace change use using make turn show display convert present render put go back to into as in from for with like be is should have try want see view
	layout style format form view mode design list-style instead rather than but not no and or nor please now just more sample app look page by via only
	i i'd we you do keep stay leave prefer would ever again any anymore either showing having`)

// layout reads "switch to cards", "not a table, use cards", "cards instead of a table".
func (r request) layout() (answer, bool) {
	said := words(strings.NewReplacer(",", " zzcomma ", ";", " zzcomma ").Replace(r.text))
	own := append(words(r.content.Name), words(r.content.ToolName)...)
	var wanted, unwanted []string
	var no denying
	for i, w := range said {
		name := layoutOf(w)
		// "a list of cards" and "a post list" are not tables.
		if isList(w) && (i > 0 && layoutOf(said[i-1]) != "" || i+2 < len(said) && said[i+1] == "of" && layoutOf(said[i+2]) != "") {
			continue
		}
		no.read(said, i)
		switch {
		case name != "" && (no.on || slices.Contains(said[max(0, i-2):i], "from") && slices.Contains(said[i:], "to")):
			if no.onward {
				unwanted = nil // "don't turn the table into cards"
			}
			unwanted = append(unwanted, name)
		case name != "":
			if !slices.Contains(wanted, name) {
				wanted = append(wanted, name)
			}
		case !slices.Contains(shaping, w) && !is(w, own) && !slices.Contains(denials, w) && w != "zzcomma":
			return answer{}, false
		}
	}
	if len(wanted) > 1 {
		wanted = after(said, wanted)
	}
	switch {
	case len(wanted) == 1:
		return answer{operations: []generate.Operation{{Op: generate.SetLayout, Value: wanted[0]}}, said: r.switched(wanted[0])}, true
	case len(wanted) > 1:
		return cannot("One layout at a time: say “switch to cards”, “switch to a table” or “switch to posts”.")
	case slices.Contains(unwanted, r.content.Layout):
		return cannot("Which layout should it have instead? Say “switch to cards”, “switch to a table” or “switch to posts”.")
	case len(unwanted) > 0:
		return cannot("The layout stays as it is: " + layoutName(r.content.Layout) + ".")
	}
	return answer{}, false
}

// after are the layouts that are named after "into" or "with": "turn the table into cards".
func after(said, wanted []string) []string {
	i := slices.IndexFunc(said, func(w string) bool { return slices.Contains([]string{"into", "to", "with"}, w) })
	if i < 0 {
		return wanted
	}
	var named []string
	for _, w := range said[i:] {
		if name := layoutOf(w); name != "" && slices.Contains(wanted, name) && !slices.Contains(named, name) {
			named = append(named, name)
		}
	}
	return named
}

func layoutOf(word string) string {
	for _, l := range layouts {
		if is(word, l.words) {
			return l.name
		}
	}
	return ""
}

// layoutName is what people call a layout.
func layoutName(name string) string {
	return map[string]string{layout.Table: "a table", layout.PostList: "posts", layout.CardList: "cards"}[name]
}

// switched says what a switch changes, and nil where nothing is lost or the layout is the same.
func (r request) switched(to string) []string {
	_, lost, err := layout.Convert(r.content.Data, to)
	if err != nil || to == r.content.Layout {
		return nil
	}
	said := []string{"Switched the layout to " + layoutName(to)}
	if len(lost) > 0 {
		said = append(said, "Left out what they can't show: "+strings.Join(lost, ", "))
		if to == layout.Table {
			said[1] = "Left out what it can't show: " + strings.Join(lost, ", ")
		}
	}
	return said
}
