package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

var allBut = regexp.MustCompile(`(?i)^(?:(?:columns )?(?:but|except)(?: for)?|(?:others|other columns) (?:but|except)) (.+)$`)

// removeColumns reads a list of columns. Where the word column wasn't said, all of the list
// must be columns; else it speaks of something else.
func (r request) removeColumns(table *layout.Rows, list string, named bool) (answer, bool) {
	if m := allBut.FindStringSubmatch(list); m != nil && named {
		return r.keepColumns(table, m[1])
	}
	names := listedNames(list)
	if f, ok := r.field(list); ok {
		names = []string{f.header}
	}
	var operations []generate.Operation
	var taken []string
	for _, name := range names {
		f, ok := r.field(strings.TrimSuffix(strings.TrimPrefix(name, "Column "), " column"))
		if !ok && named {
			f, ok = r.numbered(name)
		}
		switch {
		case !ok && !named, !named && f.key == table.Columns[0].Key && r.isEntry(name):
			return answer{}, false // "remove all orders" doesn't mean the column Order
		case !ok:
			return cannot(r.noField(name))
		case !slices.Contains(taken, f.key):
			taken = append(taken, f.key)
			operations = append(operations, generate.Operation{Op: generate.RemoveColumn, Column: f.key})
		}
	}
	if len(operations) == 0 {
		return answer{}, false
	}
	if len(operations) == len(table.Columns) {
		return cannot("A table keeps at least one column.")
	}
	return answer{operations: operations}, true
}

func (r request) keepColumns(table *layout.Rows, list string) (answer, bool) {
	var kept []string
	for _, name := range listedNames(list) {
		f, ok := r.field(name)
		if !ok {
			return cannot(r.noField(name))
		}
		kept = append(kept, f.key)
	}
	var operations []generate.Operation
	for _, c := range table.Columns {
		if !slices.Contains(kept, c.Key) {
			operations = append(operations, generate.Operation{Op: generate.RemoveColumn, Column: c.Key})
		}
	}
	if len(operations) == 0 {
		return cannot("There are no other columns.")
	}
	return answer{operations: operations}, true
}

// withoutPart takes a part from all posts or cards.
func (r request) withoutPart(f field) (answer, bool) {
	if f.key == "title" {
		return cannot("A " + r.nouns(1) + " keeps its title.")
	}
	rows := r.entries()
	for _, row := range rows {
		delete(row, f.key)
	}
	return answer{operations: r.with(rows), said: []string{"Removed the " + f.key + " of all " + r.nouns(2)}}, true
}

// swapColumns puts each of two columns where the other was. Where the word column wasn't said, what
// names none is something else.
func (r request) swapColumns(table *layout.Rows, one, other string, named bool) (answer, bool) {
	columns := slices.Clone(table.Columns)
	var at []int
	for _, name := range []string{one, other} {
		f, ok := r.field(strings.TrimSuffix(strings.TrimPrefix(name, "column "), " column"))
		switch {
		case !ok && !named:
			return answer{}, false
		case !ok:
			return cannot(r.noField(name))
		}
		at = append(at, slices.IndexFunc(columns, func(c layout.Column) bool { return c.Key == f.key }))
	}
	columns[at[0]], columns[at[1]] = columns[at[1]], columns[at[0]]
	return answer{operations: tableOf(columns, r.entries()), said: []string{"Swapped the columns " + columns[at[1]].Header + " and " + columns[at[0]].Header}}, true
}

// moveTo puts a column where that at was.
func (r request) moveTo(table *layout.Rows, name string, at int, problem string) (answer, bool) {
	f, ok := r.field(name)
	switch {
	case !ok:
		return answer{}, false
	case problem != "":
		return cannot(problem)
	}
	from := slices.IndexFunc(table.Columns, func(c layout.Column) bool { return c.Key == f.key })
	if at > from {
		at--
	}
	columns := slices.Delete(slices.Clone(table.Columns), from, from+1)
	columns = slices.Insert(columns, at, table.Columns[from])
	return answer{operations: tableOf(columns, r.entries()), said: []string{"Moved the column " + f.header}}, true
}

// renameColumns renames one column, or several: "Price to Cost and Stock to Left".
func (r request) renameColumns(from, to string) (answer, bool) {
	var operations []generate.Operation
	for {
		f, ok := r.numbered(from)
		if !ok {
			return cannot(r.noField(from))
		}
		next := ""
		if m := anotherRename.FindStringSubmatch(to); m != nil {
			if _, ok := r.field(m[2]); ok {
				to, from, next = m[1], m[2], m[3]
			}
		}
		if to = newName(to); next == "" && unquoted(to) == strings.TrimSpace(to) && anotherRename.MatchString(to) {
			return cannot("Is all of “" + to + "” the new name? Put it in quotation marks then, or rename one column per sentence.")
		}
		to = unquoted(newName(to))
		if other, taken := r.field(to); taken && other.key != f.key {
			return cannot("There is a column “" + to + "” already.")
		}
		operations = append(operations, generate.Operation{Op: generate.RenameColumn, Column: f.key, Header: to})
		if to = next; next == "" {
			return answer{operations: operations}, true
		}
	}
}

var anotherRename = regexp.MustCompile(`(?i)^(.+?)(?:,| and|, and) (.+?) to (.+)$`)
