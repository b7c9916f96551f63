package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/layout"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// document is data as the operations see it: entries with members.
type document struct {
	Type    string
	Columns []layout.Column
	Entries []map[string]jsontext.Value
}

// members are where the entries are, by layout.
var members = map[string]string{layout.Table: "rows", layout.PostList: "posts", layout.CardList: "items"}

func open(data layout.Data) *document {
	var raw map[string]jsontext.Value
	d := &document{Type: data.Layout()}
	must(json.Unmarshal(layout.Encode(data), &raw))
	must(json.Unmarshal(raw[members[d.Type]], &d.Entries))
	if d.Type == layout.Table {
		must(json.Unmarshal(raw["columns"], &d.Columns))
	}
	return d
}

func (d *document) encode() []byte {
	all := map[string]any{"type": d.Type, members[d.Type]: d.Entries}
	if d.Type == layout.Table {
		all["columns"] = d.Columns
	}
	text, err := json.Marshal(all, json.Deterministic(true))
	must(err)
	return text
}

// must is for what was encoded here a moment ago.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (d *document) do(o Operation) (changed string, faults rule.Faults) {
	switch o.Op {
	case AddRows:
		return d.add(o.Rows)
	case UpdateRow:
		if o.Row < 1 || o.Row > len(d.Entries) {
			faults.Add("row", "range", "There is no row %d; there are %d.", o.Row, len(d.Entries))
			return "", faults
		}
		for key, value := range o.Set {
			d.Entries[o.Row-1][d.key(key)] = value
		}
		return fmt.Sprintf("Updated row %d", o.Row), nil
	case RemoveRows:
		return d.remove(o.Remove)
	}
	if d.Type != layout.Table {
		faults.Add("op", "layout", "Only a table has columns, and the layout is %s.", d.Type)
		return "", faults
	}
	return d.column(o)
}

func (d *document) add(rows []map[string]jsontext.Value) (string, rule.Faults) {
	for _, row := range rows {
		entry := make(map[string]jsontext.Value, len(row))
		for key, value := range row {
			entry[d.key(key)] = value
		}
		if d.Type == layout.PostList && entry["id"] == nil {
			entry["id"] = quote(d.freeID())
		}
		d.Entries = append(d.Entries, entry)
	}
	return fmt.Sprintf("Added %s", counted(len(rows), "row")), nil
}

func (d *document) freeID() string {
	for n := len(d.Entries) + 1; ; n++ {
		id := fmt.Sprint(n)
		if !slices.ContainsFunc(d.Entries, func(e map[string]jsontext.Value) bool { return string(e["id"]) == string(quote(id)) }) {
			return id
		}
	}
}

func (d *document) remove(rows []int) (changed string, faults rule.Faults) {
	rows = slices.Clone(rows)
	slices.Sort(rows)
	rows = slices.Compact(rows)
	if len(rows) == 0 {
		faults.Add("remove", "required", "Say which rows to remove.")
	}
	for _, n := range slices.Backward(rows) {
		if n < 1 || n > len(d.Entries) {
			faults.Add("remove", "range", "There is no row %d; there are %d.", n, len(d.Entries))
			continue
		}
		d.Entries = slices.Delete(d.Entries, n-1, n)
	}
	return "Removed " + counted(len(rows), "row"), faults
}

func (d *document) column(o Operation) (changed string, faults rule.Faults) {
	if o.Op == AddColumn {
		key := d.newKey(o.Header)
		d.Columns = append(d.Columns, layout.Column{Key: key, Header: o.Header, Type: o.Type})
		for i, value := range o.Values[:min(len(o.Values), len(d.Entries))] {
			d.Entries[i][key] = value
		}
		return "Added the column " + o.Header, nil
	}
	key := d.key(o.Column)
	i := slices.IndexFunc(d.Columns, func(c layout.Column) bool { return c.Key == key })
	if i < 0 {
		faults.Add("column", "unknown", "There is no column %q; there are %s.", o.Column, d.headers())
		return "", faults
	}
	was := d.Columns[i].Header
	if o.Op == RenameColumn {
		d.Columns[i].Header = o.Header
		return fmt.Sprintf("Renamed the column %s to %s", was, o.Header), nil
	}
	d.Columns = slices.Delete(d.Columns, i, i+1)
	for _, e := range d.Entries {
		delete(e, key)
	}
	return "Removed the column " + was, nil
}

// key is the key of the column that is called name, by its key or its header, or name.
func (d *document) key(name string) string {
	for _, c := range d.Columns {
		if c.Key == name {
			return name
		}
	}
	for _, c := range d.Columns {
		if strings.EqualFold(c.Header, name) || strings.EqualFold(c.Key, name) {
			return c.Key
		}
	}
	return name
}

func (d *document) headers() string {
	var all []string
	for _, c := range d.Columns {
		all = append(all, c.Header)
	}
	return strings.Join(all, ", ")
}

// newKey makes a key of a header that no column has.
func (d *document) newKey(header string) string {
	key := Key(header)
	for n := 2; slices.ContainsFunc(d.Columns, func(c layout.Column) bool { return c.Key == key }); n++ {
		key = fmt.Sprintf("%s_%d", Key(header), n)
	}
	return key
}

// Key makes a column's key of its header: "Due date" is "due_date".
func Key(header string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(header) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	key := b.String()
	if key = strings.Trim(key[:min(len(key), 36)], "_"); key == "" {
		return "column"
	}
	return key
}

func quote(s string) jsontext.Value {
	text, _ := jsontext.AppendQuote(nil, s) // what isn't UTF-8 is replaced
	return text
}

func counted(n int, noun string) string {
	if n == 1 {
		return "a " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
