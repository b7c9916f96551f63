package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
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

// refuse notes what isn't wanted, and what of that isn't understood.
func (d *draft) refuse(all []denial) {
	for _, r := range all {
		for _, part := range either.Split(r.text, maxRefusals) {
			name, kind := item(part), item(arent.ReplaceAllString(part, ""))
			if kind != name && d.leaveOut(words(kind)) {
				d.without = append(d.without, unwanted{name: kind})
				continue
			}
			if name != "" && !d.refuseOne(name, r.narrow) {
				d.missed = append(d.missed, r.text)
				break
			}
		}
	}
}

// refuseOne reports whether it is understood what isn't wanted. What no app has needs nothing done.
func (d *draft) refuseOne(name string, narrow bool) bool {
	v, said := known(), words(name)
	named := layoutOnly(said)
	switch {
	case named != "":
		d.banned = append(d.banned, named)
		return true
	case d.leaveOut(said):
		d.without = append(d.without, unwanted{name: name})
		return true
	case slices.IndexFunc(said, func(w string) bool {
		return !colorWord(w) && !is(w, looks) && w != "dark" && w != "light" && w != "mode"
	}) < 0:
		d.without = append(d.without, unwanted{name: strings.ToLower(name)})
		return true
	case narrow:
		return false
	case slices.Contains([]string{"data", "sample data", "samples", "rows", "entries", "sample rows", "sample entries", "example", "examples", "example data", "example rows", "sample"}, strings.ToLower(name)):
		d.empty = true
		return true
	}
	one := normal(said)
	drop := func(c column) bool { return normal(words(c.Header)) == one }
	if !slices.ContainsFunc(d.wishes.columns, drop) && len(d.wishes.columns) == 0 || d.wishes.extra {
		drop = func(c column) bool {
			i := slices.IndexFunc(d.topic.Columns, func(o column) bool { return o == c })
			return normal(words(c.Header)) == one || i > 0 && (one == "date" && c.Type == layout.Date || one == "duration" && slices.Contains([]string{"Length", "Minutes", "Hours"}, c.Header)) || i >= max(1, d.topic.Lead) && v.same(c.Header, name)
		}
	}
	own, wished := slices.Clone(d.topic.Columns), slices.Clone(d.wishes.columns)
	kept := slices.DeleteFunc(d.topic.columns(v, d.wishes), drop)
	_, isColumn := v.headers[one]
	_, other := v.about(said)
	absent := false
	switch {
	case len(kept) == 0:
		return false
	case len(kept) < len(d.topic.columns(v, d.wishes)):
		d.wishes.without = append(d.wishes.without, drop)
		d.topic.Columns, d.wishes.columns = own, wished
	case !isColumn && limit(said) == "" && (other == "" || other == d.phrase || d.phrase == ""):
		return false
	default:
		absent = true
	}
	d.without = append(d.without, unwanted{strings.ToLower(name), absent})
	return true
}
