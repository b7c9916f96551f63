package rules

import (
	"strings"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// clause is a sentence of a prompt, or what stands at its end behind a comma.
var clause = regexp.MustCompile(`([.;!?]\s|,\s|\s[–—-]\s)\s*([^.;!?,–—]{3,40}?)\s*([.;!?](?:\s|$)|$)`)

// colored reads a clause that only names colors, "a barber shop, black and gold", as a wish for a theme in
// them: the first that is no black, white or gray, on a dark background if black is among them.
func colored(prompt string) string {
	return clause.ReplaceAllStringFunc(prompt, func(s string) string {
		m := clause.FindStringSubmatch(s)
		at := strings.Index(prompt, s)
		name, dark := onlyColors(m[2])
		if name == "" || strings.HasPrefix(m[1], ",") && colorIn(prompt[:at]) {
			return s // "in red, blue"
		}
		wish := " with a " + name + " theme"
		if dark {
			wish += " in dark mode"
		}
		if strings.HasPrefix(m[1], ",") {
			return "," + wish + m[3]
		}
		return m[1] + wish + m[3]
	})
}

// onlyColors is the color that a text names, of which all words are colors, or "".
func onlyColors(text string) (name string, dark bool) {
	said := words(text)
	known, neutral := false, ""
	for i := 0; i < len(said); i++ {
		_, n := colorAt(said, i)
		switch {
		case n == 0 && i > 0 && (said[i] == "and" || said[i] == "with"):
			continue
		case n == 0:
			return "", false
		}
		phrase := strings.Join(said[i:i+n], " ")
		known = known || colorWord(said[i+n-1])
		switch phrase {
		case "black":
			neutral, dark = phrase, true
		case "white", "gray", "grey":
			neutral = phrase
		default:
			if name == "" {
				name = phrase
			}
		}
		i += n - 1
	}
	if !known {
		return "", false
	}
	if name == "" {
		return neutral, false
	}
	return name, dark
}

func colorIn(text string) bool {
	for _, w := range words(text) {
		if colorWord(w) {
			return true
		}
	}
	return false
}
