package layout

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
)

// reader reads JSON and collects each rule that it breaks.
type reader struct{ faults *rule.Faults }

// object returns the members of v. One that isn't known is a fault, unless known is empty.
func (r reader) object(path string, v jsontext.Value, known ...string) map[string]jsontext.Value {
	var members map[string]jsontext.Value
	if v.Kind() != '{' || json.Unmarshal(v, &members) != nil {
		r.faults.Add(path, "type", "This must be an object.")
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if len(known) > 0 && !slices.Contains(known, name) {
			r.faults.Add(below(path, name), "unknown", "There is no such member. The known ones are %s.", strings.Join(known, ", "))
		}
	}
	return members
}

// array returns the elements of v, which may be absent if least is 0. Those of a list that is
// too long are returned too, so that what is wrong with them is reported at once.
func (r reader) array(path string, v jsontext.Value, least, most int) []jsontext.Value {
	var elements []jsontext.Value
	switch {
	case v == nil && least == 0:
		return nil
	case v == nil:
		r.faults.Add(path, "required", "Please give a list.")
		return nil
	case v.Kind() != '[' || json.Unmarshal(v, &elements) != nil:
		r.faults.Add(path, "type", "This must be a list.")
		return nil
	case len(elements) > most || len(elements) < least:
		r.faults.Add(path, "count", "This has %d entries; it may have %d to %d.", len(elements), least, most)
	}
	return elements
}

// text returns the string v, cleaned; an absent one, or null, is empty.
func (r reader) text(path string, v jsontext.Value, t rule.Text) string {
	var s string
	switch {
	case v == nil || v.Kind() == 'n':
	case v.Kind() != '"' || json.Unmarshal(v, &s) != nil:
		r.faults.Add(path, "type", "This must be text.")
		return ""
	}
	s = rule.Clean(s)
	t.Check(r.faults, path, s)
	return s
}

// unique adds a fault if s was seen already.
func (r reader) unique(path, s string, seen map[string]bool) {
	if s != "" && seen[s] {
		r.faults.Add(path, "unique", "Another entry has this already.")
	}
	seen[s] = true
}

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func at(path string, i int) string {
	return fmt.Sprintf("%s[%d]", path, i)
}
