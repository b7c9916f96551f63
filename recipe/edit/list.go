package edit

import (
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// Entry is an ingredient or a step: its members as encoding/json has them.
type Entry = map[string]any

// List is a kind of list that a recipe has.
type List struct {
	Member string // of the recipe
	Key    string // the member of an entry that names it
	Noun   string // one entry
}

// The lists of a recipe.
var (
	Ingredients = List{Member: "ingredients", Key: "name", Noun: "ingredient"}
	Steps       = List{Member: "steps", Key: "instruction", Noun: "step"}
)

// Of returns the list as recipe has it. What isn't an entry is left out.
func (l List) Of(recipe map[string]any) []Entry {
	values, _ := recipe[l.Member].([]any)
	entries := make([]Entry, 0, len(values))
	for _, value := range values {
		if entry, ok := value.(Entry); ok {
			entries = append(entries, entry)
		}
	}
	return entries
}

func (l List) name(e Entry) string {
	name, _ := e[l.Key].(string)
	return name
}

// key returns what names are compared by: neither case nor white space at the ends
// counts.
func key(name string) string { return title.Key(name) }

// Outline lists the entries by position and name, the first 20 of them. quote puts
// names in quotation marks; it gets 40 characters at most.
func (l List) Outline(list []Entry, quote func(string) string) string {
	const mostEntries, mostRunes = 20, 40
	var parts []string
	for i, e := range list[:min(len(list), mostEntries)] {
		parts = append(parts, fmt.Sprintf("%d: %s", i, quote(shorten(l.name(e), mostRunes))))
	}
	if len(list) > mostEntries {
		parts = append(parts, fmt.Sprintf("and %d more", len(list)-mostEntries))
	}
	return strings.Join(parts, ", ")
}
