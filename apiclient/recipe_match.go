package apiclient

import (
	"bytes"
	"encoding/json"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// foldTitle returns the form by which titles are the same: without regard to
// case, and to how accents are composed.
func foldTitle(title string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.TrimSpace(title))))
}

// sameFolded compares the title of a new recipe: the API may keep it in the case
// of its own choosing.
func sameFolded(there, sent string) bool { return foldTitle(there) == foldTitle(sent) }

// sameTitle compares the title of a changed recipe, where the change may be one
// of case alone.
func sameTitle(there, sent string) bool {
	return norm.NFC.String(strings.TrimSpace(there)) == norm.NFC.String(strings.TrimSpace(sent))
}

// holds reports whether the recipe got holds every member that was sent, null
// counting as not sent: strings as they are, but titles by the function given,
// numbers by value, lists of the same length and order.
func holds(got, sent []byte, same func(there, sent string) bool) bool {
	g, ok := decodeAny(got).(map[string]any)
	if !ok {
		return false
	}
	s, ok := decodeAny(sent).(map[string]any)
	if !ok {
		return false
	}
	if title, ok := s["title"].(string); ok {
		there, ok := g["title"].(string)
		if !ok || !same(there, title) {
			return false
		}
		delete(s, "title")
	}
	return contains(g, s)
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

func sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, err := a.Float64()
	if err != nil {
		return false
	}
	y, err := b.Float64()
	return err == nil && x == y
}

// decodeAny decodes JSON and keeps the digits of numbers; nil if it is none.
func decodeAny(b []byte) any {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}
