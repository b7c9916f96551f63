package mcptest

import (
	"encoding/json"
	"strings"
	"testing"
)

// Unmarked takes the marks off the strings in the text of a result, which must be JSON.
// Members come in the order of their names.
func Unmarked(tb testing.TB, text string) string {
	tb.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		tb.Fatalf("the text is not JSON: %v: %.300s", err, text)
	}
	plain, err := json.Marshal(withoutMarks(value))
	if err != nil {
		tb.Fatal(err)
	}
	return string(plain)
}

func withoutMarks(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			v[name] = withoutMarks(v[name])
		}
	case []any:
		for i := range v {
			v[i] = withoutMarks(v[i])
		}
	case string:
		if inner, ok := strings.CutPrefix(v, "«"); ok {
			return strings.TrimSuffix(inner, "»")
		}
	}
	return value
}
