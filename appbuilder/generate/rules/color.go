package rules

import (
	"strings"

	"mcp-adapters/appbuilder/theme"
)

// colorIn finds a color among words: two of them ("dark green"), or one.
func colorIn(said []string) (c theme.Color, at int, ok bool) {
	for i := range said {
		for _, n := range []int{2, 1} {
			if i+n > len(said) || refused(said[:i]) {
				continue
			}
			phrase := strings.Join(said[i:i+n], " ")
			if n == 1 && (isNumber(phrase) || phrase == "tan" || phrase == "linen" || phrase == "snow") {
				continue
			}
			if c, ok := theme.Read(phrase); ok {
				return c, i, true
			}
		}
	}
	return theme.Color{}, -1, false
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// parts are what can be colored, by the words for it.
var parts = []struct {
	key   string
	words []string
}{
	{"--background", []string{"background", "page", "backdrop"}},
	{"--accent", []string{"accent", "highlight"}},
	{"--muted", []string{"muted", "stripe"}},
	{"--card", []string{"card", "tile", "box"}},
	{"--border", []string{"border", "line", "outline"}},
	{"--secondary", []string{"secondary", "badge"}},
	{"--destructive", []string{"warning", "danger", "error"}},
	{"--primary", []string{"primary", "main", "brand", "button", "header", "heading", "theme", "color", "colour"}},
	{"--foreground", []string{"text", "foreground", "font", "writing"}},
}

// partIn finds the part that words speak of, or the primary color.
func partIn(said []string) string {
	for _, p := range parts {
		if find(said, p.words) >= 0 {
			return p.key
		}
	}
	return "--primary"
}
