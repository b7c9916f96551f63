package rules

import (
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/theme"
)

// colorAt reads the color at said[i] and how many words it takes: "blue", "dark green", "pale
// sky blue"; 0 words is none.
func colorAt(said []string, i int) (c theme.Color, n int) {
	for n := min(3, len(said)-i); n > 0; n-- {
		if c, ok := readColor(strings.Join(said[i:i+n], " ")); ok {
			return c, n
		}
	}
	change, ok := shades[said[i]]
	for n := min(2, len(said)-i-1); ok && n > 0; n-- {
		if c, ok := readColor(strings.Join(said[i+1:i+1+n], " ")); ok {
			return change(c), n + 1
		}
	}
	return theme.Color{}, 0
}

// readColor reads the name of a color.
func readColor(phrase string) (theme.Color, bool) {
	if strings.ContainsFunc(phrase, func(r rune) bool { return (r < 'a' || r > 'z') && r != ' ' }) {
		return theme.Color{}, false
	}
	return theme.Read(phrase)
}

// shades are words before a color that change it, where theme doesn't know both as one.
var shades = map[string]func(theme.Color) theme.Color{
	"dark": dark, "deep": dark, "darker": dark,
	"light": light, "pale": light, "pastel": light, "lighter": light, "soft": light,
	"bright": bright, "vivid": bright,
}

func dark(c theme.Color) theme.Color   { return theme.Color{H: c.H, S: c.S, L: c.L * 0.55} }
func light(c theme.Color) theme.Color  { return theme.Color{H: c.H, S: c.S, L: 100 - (100-c.L)*0.4} }
func bright(c theme.Color) theme.Color { return theme.Color{H: c.H, S: min(100, c.S*1.3), L: c.L} }

// parts are what can be colored, by the words for it.
var parts = []struct {
	key   string
	words []string
}{
	{"--background", []string{"background", "page", "backdrop", "bg"}},
	{"--accent", []string{"accent", "highlight", "badge"}},
	{"--muted", []string{"muted", "stripe"}},
	{"--card", []string{"card", "tile", "box"}},
	{"--border", []string{"border", "line", "outline"}},
	{"--secondary", []string{"secondary"}},
	{"--destructive", []string{"warning", "danger", "error"}},
	{"--primary", []string{"primary", "main", "brand", "button", "header", "heading", "theme", "color", "colour"}},
	{"--foreground", []string{"text", "foreground", "font", "writing", "letter"}},
}

// partOf is the part that a word names, or "".
func partOf(word string) string {
	for _, p := range parts {
		if is(word, p.words) {
			return p.key
		}
	}
	return ""
}

// colorWords are colors that are hardly ever meant as anything else.
var colorWords = strings.Fields("red orange yellow green blue purple violet pink teal turquoise cyan magenta indigo brown beige black white gray grey navy maroon crimson")

func colorWord(w string) bool { return slices.Contains(colorWords, w) }

// looks are the words that say, after a color, that it is the app's and not its topic's.
var looks = strings.Fields("app application theme design page background color colors colour colours look style buttons button layout table cards card tiles list website site dashboard header accent accents text border borders")

// tasted are what has a color in its name: a red wine app isn't red.
var tasted = strings.Fields("wine tea coffee juice gold pepper onion pages box hat book books belt")

// colorWished finds the color that a prompt gives the app, and of which part: "in dark blue",
// "a purple recipe app", "with a green background".
func colorWished(said []string) (part string, c theme.Color, ok bool) {
	for i := range said {
		c, n := colorAt(said, i)
		themed := n > 0 && i+n < len(said) && said[i+n] == "theme" // "a gold theme"
		if n == 0 || !colorWord(said[i+n-1]) && !themed || refused(said[:i]) {
			continue
		}
		rest := said[i+n:]
		word := func(j int) string {
			if j < len(rest) {
				return rest[j]
			}
			return ""
		}
		before := ""
		if i > 0 {
			before = said[i-1]
		}
		switch {
		case slices.Contains(looks, word(0)) && word(0) != "list" || slices.Contains(looks, word(1)) && !slices.Contains(tasted, word(0)) && !slices.Contains(segmentEnds, word(0)) && word(0) != "and":
			for _, w := range []string{word(0), word(1)} {
				if part == "" && slices.Contains(looks, w) {
					part = partOf(w)
				}
			}
		case before == "with" && i > 1 && slices.Contains([]string{"mode", "theme"}, said[i-2]): // "dark mode with orange"
		case (before == "in" || before == "color" || before == "colour" || before == "it") && (word(0) == "" || slices.Contains(segmentEnds, word(0)) || word(0) == "and"):
		default:
			continue
		}
		if part == "" || part == "--card" {
			part = "--primary"
		}
		return part, c, true
	}
	return "", theme.Color{}, false
}
