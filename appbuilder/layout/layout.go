// Package layout has the shapes in which an app shows its data: what each may hold, how it
// reads as text, and how one becomes another. A layout is one file here and one renderer in
// the component; the list in this file is the only one.
package layout

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// The layouts.
const (
	Table    = "table"
	PostList = "post-list"
	CardList = "card-list"
)

// Names are all layouts, the default first.
var Names = []string{Table, PostList, CardList}

// MaxBytes bounds the data of an app, encoded.
const MaxBytes = 256 << 10

// Data is what an app shows, in the shape of its layout: a [*Rows], [*Posts] or [*Cards].
type Data interface {
	// Layout is its name.
	Layout() string
	// Len is how many entries there are.
	Len() int
	// Line is entry i as a line of text.
	Line(i int) string

	records() records
	images() []string
}

// Entries is how many entries d has, in words.
func Entries(d Data) string {
	if d.Len() == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", d.Len())
}

// Lines returns the first entries of d as lines of text, most of them at most. With the 3 bytes
// that the caller puts around each they come to size bytes at most, which has room for 6 each. None
// is left out for its length: where all are too long, the room is shared, and a line that is longer
// than its part is cut and ends in "…".
func Lines(d Data, most, size int) []string {
	const around = 3
	lines := make([]string, min(d.Len(), most))
	for i := range lines {
		lines[i] = rule.ShortenBytes(d.Line(i), size/(len(lines)-i)-around)
		size -= len(lines[i]) + around
	}
	return lines
}

// layouts are how each is read, and made of what another held.
var layouts = map[string]struct {
	read func(reader, string, jsontext.Value) Data
	make func(records) Data
}{
	Table:    {readRows, makeRows},
	PostList: {readPosts, makePosts},
	CardList: {readCards, makeCards},
}

// Parse reads data from JSON and checks it. It returns the data, or each rule that it breaks;
// fields are paths within the data, such as "rows[3].price".
func Parse(text []byte) (Data, rule.Faults) {
	var faults rule.Faults
	if len(text) > MaxBytes {
		faults.Add("", "size", "The data has %d KiB; the limit is %d KiB.", kib(len(text)), MaxBytes>>10)
		return nil, faults
	}
	value := jsontext.Value(bytes.Clone(text))
	if !value.IsValid() {
		faults.Add("", "format", "The data is not valid JSON, or a member occurs twice.")
		return nil, faults
	}
	var head struct {
		Type jsontext.Value `json:"type"`
	}
	if err := json.Unmarshal(value, &head); err != nil {
		faults.Add("", "type", "The data must be an object.")
		return nil, faults
	}
	r := reader{&faults}
	l, ok := layouts[r.text("type", head.Type, rule.Text{Min: 1, Max: 20})]
	if !ok {
		if len(faults) == 0 {
			faults.Add("type", "unknown", "The type is one of %v.", Names)
		}
		return nil, faults
	}
	data := l.read(r, "", value)
	if origins := ImageOrigins(data); len(origins) > maxOrigins {
		faults.Add("", "count", "The images are from %d sites; the limit is %d.", len(origins), maxOrigins)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	if n := len(Encode(data)); n > MaxBytes {
		faults.Add("", "size", "The data has %d KiB; the limit is %d KiB.", kib(n), MaxBytes>>10)
		return nil, faults
	}
	return data, nil
}

// Encode returns data as JSON, always the same for the same data.
func Encode(d Data) []byte {
	text, err := json.Marshal(d, json.Deterministic(true))
	if err != nil {
		panic(err) // all of it was read from JSON, or made here
	}
	return text
}

// Convert returns what of data fits into another layout, and sentences that say what was lost.
func Convert(d Data, to string) (converted Data, lost []string, err error) {
	l, ok := layouts[to]
	if !ok {
		return nil, nil, fmt.Errorf("no layout %q", to)
	}
	if d.Layout() == to {
		return d, nil, nil
	}
	rs := d.records()
	converted = l.make(rs)
	lost = rs.lost
	if n := d.Len() - converted.Len(); n > 0 {
		lost = append(lost, fmt.Sprintf("%d entries more than this layout can show", n))
	}
	return converted, append(lost, dropped(rs, converted)...), nil
}

// ImageOrigins returns the places on the web from which the images of data come, sorted.
func ImageOrigins(d Data) []string {
	var origins []string
	for _, image := range d.images() {
		if o := origin(image); o != "" {
			origins = append(origins, o)
		}
	}
	slices.Sort(origins)
	return slices.Compact(origins)
}

// Empty returns a layout without entries.
func Empty(name string) Data {
	switch name {
	case PostList:
		return &Posts{Type: PostList, Posts: []Post{}}
	case CardList:
		return &Cards{Type: CardList, Items: []Card{}}
	}
	return &Rows{Type: Table, Columns: []Column{{"name", "Name", Text}}, Rows: []Row{}}
}
