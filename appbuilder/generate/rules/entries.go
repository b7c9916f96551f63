package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
)

// field is a part of an entry: a column of a table, or what a post or a card has.
type field struct{ key, header, kind string }

// entry is a row, a post or a card, as JSON.
type entry = map[string]jsontext.Value

// fields are the parts of the entries of data, in their order.
func fields(data layout.Data) (all []field) {
	switch d := data.(type) {
	case *layout.Rows:
		for _, c := range d.Columns {
			all = append(all, field{c.Key, c.Header, c.Type})
		}
	case *layout.Posts:
		for _, name := range []string{"title", "excerpt", "author", "date", "category"} {
			all = append(all, field{name, sentence(name), layout.Text})
		}
		all[3].kind = layout.Date
	default:
		for _, name := range []string{"title", "price", "badge", "subtitle", "description"} {
			all = append(all, field{name, sentence(name), layout.Text})
		}
	}
	return all
}

func fieldNames(data layout.Data) (all []string) {
	for _, f := range fields(data) {
		all = append(all, f.header)
	}
	return all
}

// ordinals are places, by their words; -1 is the last.
var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "last": -1,
	"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "6th": 6, "7th": 7, "8th": 8, "9th": 9, "10th": 10,
}

// field finds the one that is called name: by its header or key, in the plural too, or by its
// place.
func (r request) field(name string) (field, bool) {
	name = unquoted(name)
	all := fields(r.content.Data)
	for _, same := range []func(a, b string) bool{
		strings.EqualFold,
		func(a, b string) bool { return a != "" && b != "" && normal(words(a)) == normal(words(b)) },
	} {
		if i := slices.IndexFunc(all, func(f field) bool { return same(f.header, name) || same(f.key, name) }); i >= 0 {
			return all[i], true
		}
	}
	if n, ok := ordinals[strings.ToLower(name)]; ok && n <= len(all) {
		if n < 0 {
			n = len(all)
		}
		return all[n-1], true
	}
	return field{}, false
}

// numbered finds a column by its name, or by its number: "column 2".
func (r request) numbered(name string) (field, bool) {
	all := fields(r.content.Data)
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(all) {
		return all[n-1], true
	}
	return r.field(name)
}

// noField says that there is no column that is called name.
func (r request) noField(name string) string {
	what := "column"
	if r.content.Layout != layout.Table {
		what = "part"
	}
	return "There is no " + what + " “" + short(unquoted(name), "") + "”. " + r.haves()
}

// haves says which columns there are, or what a post or a card has.
func (r request) haves() string {
	names := listed(fieldNames(r.content.Data), "and")
	if r.content.Layout == layout.Table {
		return "The columns are " + names + "."
	}
	return "A " + r.nouns(1) + " has " + strings.ToLower(names) + "."
}

// members are where data has its entries, by layout.
var members = map[string]string{layout.Table: "rows", layout.PostList: "posts", layout.CardList: "items"}

// entries are the rows, posts or cards.
func (r request) entries() (all []entry) {
	var raw map[string]jsontext.Value
	if json.Unmarshal(layout.Encode(r.content.Data), &raw) != nil || json.Unmarshal(raw[members[r.content.Layout]], &all) != nil {
		panic("rules: data can't be read that was encoded a moment ago")
	}
	return all
}

// with replaces the entries of the app.
func (r request) with(entries []entry) []generate.Operation {
	if entries == nil {
		entries = []entry{}
	}
	all := map[string]any{"type": r.content.Layout, members[r.content.Layout]: entries}
	if table, ok := r.content.Data.(*layout.Rows); ok {
		all["columns"] = table.Columns
	}
	return replaced(all)
}

func replaced(data any) []generate.Operation {
	text, err := json.Marshal(data, json.Deterministic(true))
	if err != nil {
		panic(err) // all of it was read from JSON, or made here
	}
	return []generate.Operation{{Op: generate.ReplaceData, Data: text}}
}

// textOf is what a cell reads as.
func textOf(v jsontext.Value) string {
	var s string
	var action struct{ Label string }
	switch {
	case v == nil || v.Kind() == 'n':
	case v.Kind() == '"':
		_ = json.Unmarshal(v, &s) // it is a string
	case v.Kind() == '{':
		_ = json.Unmarshal(v, &action, json.MatchCaseInsensitiveNames(true)) // it was encoded here
		return action.Label
	default:
		return string(v)
	}
	return s
}

// encoded is a cell as JSON.
func encoded(v any) jsontext.Value {
	switch v := v.(type) {
	case jsontext.Value:
		return v
	case string:
		text, _ := jsontext.AppendQuote(nil, v) // what isn't UTF-8 is replaced
		return text
	}
	return jsontext.Value("null")
}
