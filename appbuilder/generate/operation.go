package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mcp-adapters/appbuilder"
	"mcp-adapters/appbuilder/layout"
	"mcp-adapters/appbuilder/rule"
)

// Operation is one thing that an edit does: the closed list of what a generator may do to an
// app. Only the members that belong to its Op are set.
type Operation struct {
	Op string `json:"op"`

	Value           string                      `json:"value,omitzero"`           // of set_name, set_description, set_layout, reply
	Theme           map[string]string           `json:"theme,omitempty"`          // of set_theme: variables with their colors
	ToolName        *string                     `json:"toolName,omitzero"`        // of set_tool
	ToolDescription *string                     `json:"toolDescription,omitzero"` // of set_tool
	Data            jsontext.Value              `json:"data,omitzero"`            // of replace_data, in the shape of a layout
	Column          string                      `json:"column,omitzero"`          // of rename_column and remove_column: key or header
	Header          string                      `json:"header,omitzero"`          // of add_column and rename_column
	Type            string                      `json:"type,omitzero"`            // of add_column
	Values          []jsontext.Value            `json:"values,omitempty"`         // of add_column: one per row
	Rows            []map[string]jsontext.Value `json:"rows,omitempty"`           // of add_rows
	Row             int                         `json:"row,omitzero"`             // of update_row, from 1
	Set             map[string]jsontext.Value   `json:"set,omitempty"`            // of update_row
	Remove          []int                       `json:"remove,omitempty"`         // of remove_rows, from 1
	Understood      *bool                       `json:"understood,omitzero"`      // of understood
}

// The operations. A row is an entry of any layout: a post and a card too.
const (
	SetName        = "set_name"
	SetDescription = "set_description"
	SetLayout      = "set_layout"
	SetTheme       = "set_theme"
	SetTool        = "set_tool"
	ReplaceData    = "replace_data"
	AddColumn      = "add_column"
	RenameColumn   = "rename_column"
	RemoveColumn   = "remove_column"
	AddRows        = "add_rows"
	UpdateRow      = "update_row"
	RemoveRows     = "remove_rows"
	Reply          = "reply"
	Understood     = "understood"
)

// MaxOperations bounds the operations of one edit.
const MaxOperations = 100

// Apply does operations in their order: all of them, or none and the rules that they break.
// Replies and whether the message was understood are left to the caller. changes has a short
// sentence for each thing that is different afterwards.
func Apply(c appbuilder.Content, operations []Operation) (edited appbuilder.Content, changes []string, faults rule.Faults) {
	if len(operations) > MaxOperations {
		faults.Add("operations", "count", "There are %d operations; there may be %d.", len(operations), MaxOperations)
		return c, nil, faults
	}
	edited = c
	for i, o := range operations {
		var said []string
		var broken rule.Faults
		edited, said, broken = o.apply(edited)
		faults.Within(fmt.Sprintf("operations[%d]", i), broken)
		if changes = append(changes, said...); len(broken) > 0 {
			return c, nil, faults
		}
	}
	if faults = edited.Check(); len(faults) > 0 {
		return c, nil, faults
	}
	return edited, changes, nil
}

func (o Operation) apply(c appbuilder.Content) (appbuilder.Content, []string, rule.Faults) {
	switch o.Op {
	case SetName:
		return c.Apply(appbuilder.Patch{Name: &o.Value})
	case SetDescription:
		return c.Apply(appbuilder.Patch{Description: &o.Value})
	case SetLayout:
		return c.Apply(appbuilder.Patch{Layout: &o.Value})
	case SetTheme:
		return c.Apply(appbuilder.Patch{Theme: o.Theme})
	case SetTool:
		return c.Apply(appbuilder.Patch{ToolName: o.ToolName, ToolDescription: o.ToolDescription})
	case ReplaceData:
		return c.Apply(appbuilder.Patch{Data: o.Data})
	case Reply, Understood:
		return c, nil, nil
	case AddColumn, RenameColumn, RemoveColumn, AddRows, UpdateRow, RemoveRows:
		d := open(c.Data)
		changed, faults := d.do(o)
		if len(faults) > 0 {
			return c, nil, faults
		}
		data, faults := layout.Parse(d.encode())
		if len(faults) > 0 {
			return c, nil, faults
		}
		c.Data = data
		return c, []string{changed}, nil
	}
	var faults rule.Faults
	faults.Add("op", "unknown", "There is no operation %q.", o.Op)
	return c, nil, faults
}

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
