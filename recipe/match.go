package recipe

import (
	"bytes"
	"encoding/json"
	"math"

	"golang.org/x/text/unicode/norm"

	"mcp-adapters/recipe/title"
)

// sameFolded compares the title of a new recipe: the API may keep it in the case
// of its own choosing.
func sameFolded(there, sent string) bool { return title.Key(there) == title.Key(sent) }

// sameTitle compares the title of a changed recipe, where the change may be one
// of case alone.
func sameTitle(there, sent string) bool {
	return norm.NFC.String(title.Clean(there)) == norm.NFC.String(title.Clean(sent))
}

// holdsCreated reports whether the recipe got is what creating sent makes: it
// holds that and, of the members that the contract has for a create, no other but
// a difficulty: the original server rates a recipe that comes without one.
func holdsCreated(got, sent []byte) bool {
	g, s := decodeObject(got), decodeObject(sent)
	return holds(g, s, sameFolded) && !adds(g, s,
		"description", "prep_time_minutes", "cook_time_minutes", "servings", "ingredients", "steps")
}

// holdsUpdated reports whether the recipe got holds what updating it with sent
// sets; its other members may be anything.
func holdsUpdated(got, sent []byte) bool {
	return holds(decodeObject(got), decodeObject(sent), sameTitle)
}

// holds reports whether got holds every member that was sent, null counting as
// not sent: strings as they are, but titles by the function given, numbers by
// value, lists of the same length and order, since what is sent replaces them.
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

// elementsAdd reports whether an element of a list that was sent has, where it
// is there, an optional member that was not sent.
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

// adds reports whether there is more in an optional member that was not sent
// than nothing. Members that are not named, such as ids, are the API's own.
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

// sameNumber compares by value, as doubles. A server may round to one, and its
// reader of decimals be off by a few of its last bits.
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

// decodeObject decodes a JSON object and keeps the digits of numbers; nil if it
// is none.
func decodeObject(b []byte) map[string]any {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v map[string]any
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}
