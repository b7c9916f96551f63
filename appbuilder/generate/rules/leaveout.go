package rules

import (
	"slices"

	"mcp-adapters/appbuilder/layout"
)

// unwanted is what an app is to be without.
type unwanted struct {
	name   string
	absent bool // nothing was taken away for it: it shouldn't be there anyway
}

// leaveOut takes the samples of a kind away, "closed bugs", "novels" or "headphones", and reports whether
// there are any, and others.
func (d *draft) leaveOut(said []string) bool {
	kind := slices.DeleteFunc(slices.Clone(said), d.entry)
	if len(kind) == 0 {
		kind = said // a novel is a book, but not each is one
	}
	if len(said) == 0 || slices.ContainsFunc(d.topic.columns(known(), d.wishes), func(c column) bool { return normal(words(c.Header)) == normal(kind) }) {
		return false // it is a column
	}
	kept := slices.DeleteFunc(slices.Clone(d.topic.Rows), func(row []string) bool { return d.ofKind(row, kind) })
	if len(kept) == 0 || len(kept) == len(d.topic.Rows) {
		return false
	}
	d.topic.Rows = kept
	return true
}

// ofKind reports whether a cell of a sample says that it is of a kind: all of it, or a part of a badge
// or of what the entry is called, "Wireless headphones".
func (d *draft) ofKind(row, kind []string) bool {
	_, isHeader := known().headers[normal(kind)]
	for i, c := range d.topic.Columns {
		if c.Type != layout.Badge && c.Type != layout.Text {
			continue
		}
		within := !isHeader && !colorWord(kind[0]) && (i == 0 || c.Type == layout.Badge)
		if cell := words(row[i]); normal(cell) == normal(kind) || within && containsPhrase(cell, kind) {
			return true
		}
	}
	return false
}

// shows reports whether the app has something after all: as a column, or in a cell of a few words.
func (d *draft) shows(name string) bool {
	said := words(name)
	if slices.ContainsFunc(fieldNames(d.content.Data), func(header string) bool { return normal(words(header)) == normal(said) }) && d.content.Layout == layout.Table {
		return true
	}
	return slices.ContainsFunc(request{content: d.content}.entries(), func(row entry) bool {
		for _, v := range row {
			if cell := words(textOf(v)); len(cell) <= 4 && containsPhrase(cell, said) {
				return true
			}
		}
		return false
	})
}
