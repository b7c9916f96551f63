package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/generate"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// addColumns adds the columns of a list, with the values that it names or made-up ones.
func (r request) addColumns(table *layout.Rows, list, kind string) (answer, bool) {
	if m := placeFirst.FindStringSubmatch(list); m != nil {
		list = m[2] + " " + m[1]
	}
	name, at, problem, ok := r.placed(list)
	if !ok {
		at = len(table.Columns)
	}
	if m := ofType.FindStringSubmatch(name); m != nil {
		name, kind = m[1], strings.ToLower(m[2])
	}
	if unquoted(name) == name && strings.ContainsAny(name, "=*×÷") {
		return cannot("I can't calculate. Say “add a column Price” for one with made-up values; the tab Data has them to change.")
	}
	wanted, unclear := readValued(name)
	if unclear != "" {
		return cannot("Is “" + rule.Shorten(unclear, 60) + "” what each " + r.nouns(1) + " is to have? Put it in quotation marks then, or give the column its name alone.")
	}
	switch {
	case problem != "":
		return cannot(problem)
	case len(wanted) == 0:
		return cannot("What should the column be called? Say “add a column " + r.newHeader() + "”.")
	case len(table.Columns)+len(wanted) > layout.MaxColumns:
		return cannot(fmt.Sprintf("A table has at most %d columns, and this one has %d.", layout.MaxColumns, len(table.Columns)))
	}
	grown := &layout.Rows{Type: layout.Table, Columns: slices.Clone(table.Columns)}
	rows := r.entries()
	var said []string
	for i, c := range wanted {
		c.empty = c.empty || emptyOnes.MatchString(r.text)
		switch _, taken := r.field(c.header); {
		case taken || slices.ContainsFunc(grown.Columns, func(o layout.Column) bool { return strings.EqualFold(o.Header, c.header) }):
			return cannot("There is a column “" + c.header + "” already.")
		case len([]rune(c.header)) > maxHeader:
			return cannot(fmt.Sprintf("The name of a column has at most %d characters.", maxHeader))
		case len(words(c.header)) > 4 && unquoted(name) == name:
			return cannot("Is all of “" + c.header + "” the name of the column? Put the name in quotation marks then.")
		}
		column := layout.Column{Key: newKey(grown, c.header), Header: c.header, Type: cmp.Or(kind, c.typeOf(known().columnFor(c.header).Type, r.today))}
		if problem := r.give(rows, column, c); problem != "" {
			return cannot(problem)
		}
		grown.Columns = slices.Insert(grown.Columns, at+i, column)
		said = append(said, "Added the column "+c.header+c.note())
	}
	return answer{operations: tableOf(grown.Columns, rows), said: said}, true
}

// give gives each row a value of a new column: those that were named, in turn, or made-up ones.
func (r request) give(rows []entry, column layout.Column, c valued) (problem string) {
	for j, row := range rows {
		switch {
		case c.empty:
		case len(c.values) == 0:
			row[column.Key] = encoded(known().value(columnOf(column), j, r.today))
		default:
			value, problem := r.valueFor(field{column.Key, column.Header, column.Type}, c.values[j%len(c.values)])
			if problem != "" {
				return problem
			}
			row[column.Key] = value
		}
	}
	return ""
}

func columnOf(c layout.Column) column { return column{c.Header, c.Type} }

// listedNames are the names in a list, or the one in quotation marks.
func listedNames(list string) (names []string) {
	start := 0
	add := func(s string) {
		if s = article.ReplaceAllString(unquoted(s), ""); s != "" {
			names = append(names, sentence(unquoted(s)))
		}
	}
	for _, at := range outside(separators, list) {
		add(list[start:at[0]])
		start = at[1]
	}
	add(list[start:])
	return names
}

func tableOf(columns []layout.Column, rows []entry) []generate.Operation {
	if rows == nil {
		rows = []entry{}
	}
	return replaced(map[string]any{"type": layout.Table, "columns": columns, "rows": rows})
}
