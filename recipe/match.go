package recipe

import (
	"bytes"
	"encoding/json"
	"math"

	"golang.org/x/text/unicode/norm"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// sameFolded compares the title of a new recipe, whose case the API may change.
func sameFolded(there, sent string) bool { return title.Key(there) == title.Key(sent) }

// sameTitle compares the title of a changed recipe, since only its case may have
// changed.
func sameTitle(there, sent string) bool {
	return norm.NFC.String(title.Clean(there)) == norm.NFC.String(title.Clean(sent))
}

// holdsCreated reports whether the recipe got is the result of creating sent: it has
// what was sent and no other member that a create can set, except a difficulty, which
// the original server fills in.
func holdsCreated(got, sent []byte) bool {
	g, s := decodeObject(got), decodeObject(sent)
	return holds(g, s, sameFolded) && !adds(g, s,
		"description", "prep_time_minutes", "cook_time_minutes", "servings", "ingredients", "steps")
}

// holdsUpdated reports whether the recipe got has what updating it with sent sets. Its
// other members are ignored.
func holdsUpdated(got, sent []byte) bool {
	return holds(decodeObject(got), decodeObject(sent), sameTitle)
}

// holds reports whether got has every member that was sent and is not null. Titles are
// compared with same, numbers by value, and lists must have the same length and order,
// because a list that is sent replaces the old one.
func holds(got, sent map[string]any, same func(there, sent string) bool) bool {
	if got == nil || sent == nil {
		return false
	}
	for name, value := range sent {
		title, isText := value.(string)
		if there, ok := got[name].(string); name == "title" && isText && ok {
			if !same(there, title) {
				return false
			}
			continue
		}
		if value != nil && !contains(got[name], value) {
			return false
		}
	}
	return !elementsAdd(got["ingredients"], sent["ingredients"], "quantity", "unit", "notes") &&
		!elementsAdd(got["steps"], sent["steps"], "duration_minutes", "temperature_value", "temperature_unit")
}

// elementsAdd reports whether an element of a list has an optional member that was not
// sent.
func elementsAdd(there, sent any, optional ...string) bool {
	t, _ := there.([]any)
	s, _ := sent.([]any)
	for i := range min(len(t), len(s)) {
		of, _ := t[i].(map[string]any)
		by, _ := s[i].(map[string]any)
		if adds(of, by, optional...) {
			return true
		}
	}
	return false
}

// adds reports whether an optional member that was not sent is there and not empty.
// Other members, such as ids, are the API's own.
func adds(there, sent map[string]any, optional ...string) bool {
	for _, name := range optional {
		if sent[name] == nil && !empty(there[name]) {
			return true
		}
	}
	return false
}

func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	}
	return false
}

// contains compares what is there with what was sent.
func contains(there, sent any) bool {
	switch s := sent.(type) {
	case map[string]any:
		t, ok := there.(map[string]any)
		if !ok {
			return false
		}
		for name, value := range s {
			if value != nil && !contains(t[name], value) {
				return false
			}
		}
		return true
	case []any:
		t, ok := there.([]any)
		if !ok || len(t) != len(s) {
			return false
		}
		for i := range s {
			if !contains(t[i], s[i]) {
				return false
			}
		}
		return true
	case json.Number:
		t, ok := there.(json.Number)
		return ok && sameNumber(t, s)
	}
	return there == sent
}

// sameNumber compares numbers as doubles. A server may round to a double, and parse
// decimals with an error of a few last bits.
func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, err := a.Float64()
	if err != nil {
		return false
	}
	y, err := b.Float64()
	const few = 4 * 0x1p-52
	return err == nil && math.Abs(x-y) <= few*max(math.Abs(x), math.Abs(y))
}

// decodeObject decodes a JSON object and keeps the digits of numbers. It returns nil
// for anything else.
func decodeObject(b []byte) map[string]any {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v map[string]any
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}
