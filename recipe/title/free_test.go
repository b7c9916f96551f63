package title_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

func TestFree(t *testing.T) {
	t.Parallel()
	there := map[string]bool{}
	for _, s := range []string{"Soup", " SOUP (2)", "Stew", strings.Repeat("é", 98) + " (2)"} {
		there[title.Key(s)] = true
	}
	for in, want := range map[string]string{
		"soup ":                             "soup (3)",
		"Stew":                              "Stew (2)",
		"Stew (2)":                          "Stew (2) (2)",
		strings.Repeat("é", 200):            strings.Repeat("é", 98) + " (3)",
		strings.Repeat("汁", 66):             strings.Repeat("汁", 65) + " (2)",
		strings.Repeat("x", 195) + " y z":   strings.Repeat("x", 195) + " (2)",
		strings.Repeat("\U0001f372", 50):    strings.Repeat("\U0001f372", 49) + " (2)",
		strings.Repeat("x", 196):            strings.Repeat("x", 196) + " (2)",
		strings.Repeat("x", 197) + "\u3000": strings.Repeat("x", 196) + " (2)",
	} {
		got := title.Free(in, func(s string) bool { return there[title.Key(s)] })
		if got != want || len(got) > 200 {
			t.Errorf("%q becomes %q of %d bytes, want %q", in, got, len(got), want)
		}
	}
}
