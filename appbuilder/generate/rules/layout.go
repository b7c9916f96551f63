package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
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

// denials are the words that refuse what comes after them.
var denials = append(slices.Clone(negations), "than", "stop", "avoid")

// denying is whether what is being read was refused: "don't switch to cards", "rather than a table".
// A verb before what is refused belongs to the refusal; one after it begins what is wanted.
type denying struct {
	on     bool
	verb   bool // a verb is refused, and a comma may come before it: "don't, please, use cards"
	named  bool // what is refused was said
	onward bool // it is what something else was to become: "don't turn the table into cards"
}

// read goes on to said[i], in which a comma is "zzcomma".
func (d *denying) read(said []string, i int) {
	word := func(j int) string {
		if j < 0 || j >= len(said) {
			return ""
		}
		return said[j]
	}
	joins := slices.Contains([]string{"or", "nor", "and", "a", "an", "the", "as", "to", "in", "into", "of", "with"}, said[i])
	switch w := said[i]; {
	case w == "no" && slices.Contains([]string{"use", "make", "show", "switch", "change", "keep", "zzcomma"}, word(i+1)): // "no, use cards"
	case w == "instead" && word(i+1) != "of", w == "not" && slices.Contains(notRefused, word(i+1)):
	case slices.Contains(denials, w):
		*d = denying{on: true, verb: w == "never" || w == "don't" || w == "dont" || w == "not" && slices.Contains([]string{"do", "you", "would", "should"}, word(i-1))}
	case w == "but", w == "zzcomma" && (d.named || !d.verb), d.named && layoutOf(w) == "" && !joins:
		d.on = false
	case d.named && layoutOf(w) != "":
		link := connected(said[:i])
		d.onward = d.verb && slices.Contains([]string{"to", "into", "with"}, link)
		d.on = d.onward || slices.Contains([]string{"or", "nor", "and"}, link)
	}
	d.named = d.on && (d.named || layoutOf(said[i]) != "")
}

// connected is the last word of said but for those that may come before a noun.
func connected(said []string) string {
	for _, w := range slices.Backward(said) {
		if !slices.Contains([]string{"a", "an", "the", "as", "in"}, w) {
			return w
		}
	}
	return ""
}
