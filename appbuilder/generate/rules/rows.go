package rules

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"mcp-adapters/appbuilder/generate"
	"mcp-adapters/appbuilder/layout"
)

// maxAdded bounds the rows of one message.
const maxAdded = 50

// entries are the words for a row of any layout.
var entries = []string{"row", "post", "item", "card", "entry", "record", "line", "tile", "article", "product", "example"}

// rows reads "add 3 rows", "add another product", "remove row 2", "delete the last post".
func (r request) rows() ([]generate.Operation, string) {
	if m := removeRow.FindStringSubmatch(r.text); m != nil {
		return r.removed(m[1], m[2])
	}
	m := addRows.FindStringSubmatch(r.text)
	if m == nil {
		return nil, ""
	}
	all, err := domains()
	noun := words(m[2])
	if err != nil || len(noun) == 0 {
		return nil, ""
	}
	if _, word := about(all, noun); word == "" && !is(noun[len(noun)-1], entries) {
		return nil, ""
	}
	n := count(m[1])
	if n < 1 || n > maxAdded {
		return nil, fmt.Sprintf("I can add 1 to %d rows at a time. Nothing was changed.", maxAdded)
	}
	o := generate.Operation{Op: generate.AddRows}
	for i := range n {
		o.Rows = append(o.Rows, r.another(r.content.Data.Len()+i))
	}
	return []generate.Operation{o}, ""
}

// another is an entry like those that there are.
func (r request) another(i int) map[string]jsontext.Value {
	entry := map[string]jsontext.Value{}
	switch d := r.content.Data.(type) {
	case *layout.Rows:
		for _, c := range d.Columns {
			if c.Type != layout.Act {
				entry[c.Key] = encoded(invented(column{Header: c.Header, Type: c.Type}, i, r.today))
			}
		}
	case *layout.Posts:
		entry["title"] = encoded(fmt.Sprintf("Post %d", i+1))
		entry["excerpt"] = encoded("Say what this post is about.")
		entry["date"] = encoded(invented(column{Type: layout.Date}, i, r.today))
	default:
		entry["title"] = encoded(fmt.Sprintf("Item %d", i+1))
		entry["price"] = encoded(invented(column{Header: "Price"}, i, r.today))
	}
	return entry
}

var digits = regexp.MustCompile(`\d+`)

func (r request) removed(end, list string) ([]generate.Operation, string) {
	rows := []int{1}
	switch strings.ToLower(end) {
	case "first":
	case "last":
		rows = []int{r.content.Data.Len()}
	default:
		rows = nil
		for _, s := range digits.FindAllString(list, maxAdded) {
			n, _ := strconv.Atoi(s) // three digits at most
			rows = append(rows, n)
		}
	}
	return []generate.Operation{{Op: generate.RemoveRows, Remove: rows}}, ""
}

// cells reads "set price of row 1 to $9" and "change the price of Lamp to 9".
func (r request) cells() ([]generate.Operation, string) {
	m := setCell.FindStringSubmatch(r.text)
	if m == nil {
		return nil, ""
	}
	key, kind := r.member(m[1])
	row := 0
	if m[2] != "" {
		row, _ = strconv.Atoi(m[2]) // three digits at most
	} else {
		row = r.named(m[3])
	}
	switch {
	case key == "":
		return nil, ""
	case row == 0:
		return nil, "I can't find “" + cut(m[3], 60) + "”. Name the row by its number: “set " + m[1] + " of row 1 to …”. Nothing was changed."
	}
	value := encoded(m[4])
	if kind == layout.Number {
		n := strings.TrimFunc(m[4], func(c rune) bool { return !unicode.IsDigit(c) && c != '-' && c != '.' })
		if value = jsontext.Value(n); !value.IsValid() {
			return nil, "The column " + m[1] + " has numbers, and “" + cut(m[4], 60) + "” is none. Nothing was changed."
		}
	}
	return []generate.Operation{{Op: generate.UpdateRow, Row: row, Set: map[string]jsontext.Value{key: value}}}, ""
}

// member is the part of an entry that is called name, and the type of its column.
func (r request) member(name string) (key, kind string) {
	switch d := r.content.Data.(type) {
	case *layout.Rows:
		for _, c := range d.Columns {
			if strings.EqualFold(c.Header, name) || strings.EqualFold(c.Key, name) {
				return c.Key, c.Type
			}
		}
	case *layout.Posts:
		return oneOf(name, "title", "excerpt", "author", "date", "category"), ""
	case *layout.Cards:
		return oneOf(name, "title", "price", "badge", "subtitle", "description"), ""
	}
	return "", ""
}

func oneOf(name string, names ...string) string {
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	return ""
}

// named is the number of the only row of which the text begins with name, or 0.
func (r request) named(name string) (row int) {
	for i := range r.content.Data.Len() {
		line := r.content.Data.Line(i)
		if len(line) >= len(name) && strings.EqualFold(line[:len(name)], name) {
			if row != 0 {
				return 0
			}
			row = i + 1
		}
	}
	return row
}
