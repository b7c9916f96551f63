package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// titles are headers that mean what an entry is called, whatever it is.
var titles = []string{"name", "title"}

// codes are headers that mean it where entries have numbers.
var codes = []string{"number", "id", "no", "#", "code", "reference"}

// wares are headers that mean it where entries are for sale.
var wares = []string{"product", "item", "article"}

// coded reports whether entries are called by numbers, as orders are.
func (t topic) coded() bool { return strings.ContainsAny(t.Rows[0][0], "0123456789") }

// find returns which of the topic's columns a header means, or -1.
func (t topic) find(v *vocabulary, header string) int {
	lower := strings.ToLower(header)
	if i := slices.IndexFunc(t.Columns, func(c column) bool { return strings.EqualFold(c.Header, header) }); i >= 0 {
		return i
	}
	if lower == "badge" {
		return slices.IndexFunc(t.Columns, func(c column) bool { return c.Type == layout.Badge })
	}
	if slices.Contains(titles, lower) {
		return max(1, t.Lead) - 1
	}
	if t.isThing(normal(words(header))) || t.Product && slices.Contains(wares, lower) || t.coded() && slices.Contains(codes, lower) {
		return 0
	}
	return slices.IndexFunc(t.Columns, func(c column) bool { return v.same(c.Header, header) })
}

// columns are the topic's own, or those that were wished for, with what says which entry it is
// before them, but for those that aren't wanted.
func (t topic) columns(v *vocabulary, w wishes) []column {
	all := slices.Clone(t.candidates(v, w))
	for _, unwanted := range w.without {
		all = slices.DeleteFunc(all, unwanted)
	}
	return all
}

func (t topic) candidates(v *vocabulary, w wishes) []column {
	switch {
	case len(w.columns) == 0:
		return t.Columns
	case w.extra:
		all := slices.Clone(t.Columns)
		for _, c := range w.columns {
			if t.find(v, c.Header) < 0 {
				all = append(all, c)
			}
		}
		return all
	}
	all := w.columns
	_, whole := t.person(v)
	named := whole && slices.ContainsFunc(all, func(c column) bool { return v.partOfName(c.Header) != "" }) || slices.ContainsFunc(all, func(c column) bool { at := t.find(v, c.Header); return at >= 0 && at < max(1, t.Lead) })
	if named || w.only {
		return all
	}
	var lead []column
	for i, c := range t.Columns[:max(1, t.Lead)] {
		if !slices.ContainsFunc(all, func(wished column) bool { return t.find(v, wished.Header) == i }) {
			lead = append(lead, c)
		}
	}
	return append(lead, all...)
}

// sample is a table of the topic's samples.
func (t topic) sample(v *vocabulary, w wishes, today time.Time) *layout.Rows {
	table := &layout.Rows{Type: layout.Table}
	var sources []int    // of t.Columns, for each column
	var given [][]string // the values that were said of it
	for _, c := range t.columns(v, w) {
		if len(table.Columns) == layout.MaxColumns {
			break
		}
		at := t.find(v, c.Header)
		if slices.Contains(sources, at) {
			at = -1
		}
		own := w.valuesOf(v, t, c, at)
		if at >= 0 {
			c.Type = t.Columns[at].Type
		}
		c.Type = valued{values: own}.typeOf(c.Type, today)
		sources, given = append(sources, at), append(given, own)
		table.Columns = append(table.Columns, layout.Column{Key: newKey(table, c.Header), Header: rule.Cut(c.Header, maxHeader), Type: c.Type})
	}
	for i, values := range w.rename(t.Rows, t.Lead) {
		row := layout.Row{}
		for j, c := range table.Columns {
			if own := given[j]; len(own) > 0 {
				row[c.Key] = cell(c.Type, own[i%len(own)], today)
			} else if at := sources[j]; at >= 0 {
				row[c.Key] = cell(c.Type, values[at], today)
			} else if at, _ := t.person(v); at >= 0 && v.partOfName(c.Header) != "" {
				first, last, _ := strings.Cut(values[at], " ")
				row[c.Key] = map[string]string{"first name": first, "last name": last}[v.partOfName(c.Header)]
			} else {
				row[c.Key] = v.value(column{c.Header, c.Type}, i, today)
			}
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// person is the first column that has the names of people, or -1; whole: entries are called so.
func (t topic) person(v *vocabulary) (at int, whole bool) {
	people := v.meanings[v.headers["person"]].Values
	at = slices.IndexFunc(t.Rows[0], func(value string) bool { return slices.Contains(people, value) })
	return at, at == 0
}

// partOfName is the part of a person's name that a header means: "first name", "last name" or "".
func (v *vocabulary) partOfName(header string) string {
	if m, ok := v.meaning(header); ok && slices.Contains([]string{"first name", "last name"}, m.Words[0]) {
		return m.Words[0]
	}
	return ""
}

const maxHeader = 60

// newKey makes a key of a header that no column of the table has.
func newKey(table *layout.Rows, header string) string {
	key := generate.Key(header)
	for n := 2; slices.ContainsFunc(table.Columns, func(c layout.Column) bool { return c.Key == key }); n++ {
		key = fmt.Sprintf("%s_%d", generate.Key(header), n)
	}
	return key
}
