package layout

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// Types of columns.
const (
	Text   = "text"
	Number = "number"
	Date   = "date" // YYYY-MM-DD, or a time of RFC 3339
	Badge  = "badge"
	Act    = "action" // an [Action]
)

// Limits of a table.
const (
	MaxColumns = 12
	MaxRows    = 200
	maxHeader  = 60
	maxCell    = 500
)

// Rows is the data of a table.
type Rows struct {
	Type    string   `json:"type"`
	Columns []Column `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// Column is a column of a table.
type Column struct {
	Key    string `json:"key"` // as [Key] matches it
	Header string `json:"header"`
	Type   string `json:"type"`
}

// Row has a value for each key, or none: a string, a bool, a [jsontext.Value] that is a
// number, an [Action], or nil.
type Row map[string]any

// Action is a button in a cell; without a URL it is only shown.
type Action struct {
	Label string `json:"label"`
	URL   string `json:"url,omitzero"`
}

// Key matches the key of a column.
var Key = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,39}$`)

// Layout returns [Table].
func (d *Rows) Layout() string { return Table }

// Len is how many rows there are.
func (d *Rows) Len() int { return len(d.Rows) }

// Line is the row i: the value of its first column, and the others after their headers.
func (d *Rows) Line(i int) string {
	var parts []string
	for n, c := range d.Columns {
		text := CellText(d.Rows[i][c.Key])
		if a, ok := d.Rows[i][c.Key].(Action); ok && a.URL != "" {
			text += " (" + a.URL + ")"
		}
		if text == "" {
			continue
		}
		if n > 0 {
			text = c.Header + ": " + text
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "(an empty row)"
	}
	return rule.Line(strings.Join(parts, "; "))
}

func (d *Rows) images() []string { return nil }

// CellText is what a cell reads as.
func CellText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case jsontext.Value:
		return string(v)
	case Action:
		return v.Label
	}
	return ""
}

func readRows(r reader, path string, v jsontext.Value) Data {
	d := &Rows{Type: Table, Columns: []Column{}, Rows: []Row{}}
	members := r.object(path, v, "type", "columns", "rows")
	keys := map[string]bool{}
	known := []string{} // empty: the columns can't be read, and all that is known of a cell is that it is one
	types := map[string]string{}
	for i, v := range r.array(below(path, "columns"), members["columns"], 1, MaxColumns) {
		c := r.column(at(below(path, "columns"), i), v)
		r.unique(at(below(path, "columns"), i)+".key", c.Key, keys)
		d.Columns = append(d.Columns, c)
		known = append(known, c.Key)
		types[c.Key] = c.Type
	}
	for i, v := range r.array(below(path, "rows"), members["rows"], 0, MaxRows) {
		row := Row{}
		p := at(below(path, "rows"), i)
		for key, v := range r.object(p, v, known...) {
			if keys[key] || len(known) == 0 {
				row[key] = r.cell(below(p, key), v, types[key])
			}
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

func (r reader) column(path string, v jsontext.Value) Column {
	members := r.object(path, v, "key", "header", "type")
	c := Column{
		Key:    r.text(path+".key", members["key"], rule.Text{Min: 1, Max: 40}),
		Header: r.text(path+".header", members["header"], rule.Text{Min: 1, Max: maxHeader}),
		Type:   r.text(path+".type", members["type"], rule.Text{Max: 20}),
	}
	if c.Key != "" && !Key.MatchString(c.Key) {
		r.faults.Add(path+".key", "format", "A key starts with a letter and has only letters, digits and _, at most 40.")
	}
	switch c.Type {
	case "":
		c.Type = Text
	case Text, Number, Date, Badge, Act:
	default:
		r.faults.Add(path+".type", "unknown", "The type must be one of text, number, date, badge, action.")
	}
	return c
}

func (r reader) cell(path string, v jsontext.Value, column string) any {
	kind := v.Kind()
	switch {
	case kind == 'n':
		return nil
	case column == Act:
		members := r.object(path, v, "label", "url")
		return Action{r.text(path+".label", members["label"], rule.Text{Min: 1, Max: maxHeader}), r.link(path+".url", members["url"])}
	case column == "" && kind == '{': // of a column that can't be read; it may be for actions
	case kind == '{' || kind == '[':
		r.faults.Add(path, "type", "A cell must be text, a number, true, false or null.")
	case column == Number && kind != '0':
		r.faults.Add(path, "type", "A cell of this column must be a number.")
	case column == Date:
		s := r.text(path, v, rule.Text{Max: 40})
		if !isDate(s) {
			r.faults.Add(path, "format", "Write a date as 2026-01-31, or a time as 2026-01-31T10:00:00Z.")
		}
		return s
	case kind == '"':
		return r.text(path, v, rule.Text{Max: maxCell, Lines: true})
	case kind == '0':
		// What a float64 can't hold, many readers of JSON refuse, and with it all else.
		if _, err := strconv.ParseFloat(string(v), 64); err != nil {
			r.faults.Add(path, "range", "This number is too large.")
		} else if len(v) > 40 {
			r.faults.Add(path, "length", "This number has more than 40 digits.")
		}
		return v
	default:
		var b bool
		_ = json.Unmarshal(v, &b) // what else could it be
		return b
	}
	return nil
}

func isDate(s string) bool {
	if _, err := time.Parse(time.DateOnly, s); err == nil {
		return true
	}
	_, err := time.Parse(time.RFC3339, s)
	return err == nil || s == ""
}

// oneLine is s without line breaks.
