package mcptest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Same compares a value, as JSON has it, with a text of JSON.
func Same(tb testing.TB, what string, got any, want string) {
	tb.Helper()
	text, err := json.Marshal(got)
	if err != nil {
		tb.Fatal(err)
	}
	var a, b any
	if err := json.Unmarshal(text, &a); err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		tb.Fatalf("%v: %s", err, want)
	}
	if diff := cmp.Diff(b, a); diff != "" {
		tb.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// Member returns what the path leads to in a JSON object. Every name but the last must be
// that of an object.
func Member(tb testing.TB, object map[string]any, path ...string) any {
	tb.Helper()
	var v any = object
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			tb.Fatalf("there is no %s: %v", strings.Join(path, "."), object)
		}
		v = m[name]
	}
	return v
}
