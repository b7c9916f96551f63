package rules

import (
	"slices"
	"strings"

	regexp "github.com/mcp-adapters/mcp-adapters/internal/lazyregexp"
)

// correction begins what is said in place of the wish before it: "no, green" after "make it blue".
var correction = regexp.MustCompile(`(?i)^(?:(?:oh|oops|sorry|hmm?|um) ?,? )*(?:(?:no|nope|wait|sorry|oops|actually|i mean|i meant|rather|or rather|better|make that|correction)(?:[\s,:!.]+))+(?:(?:i mean|i meant|rather|make that|better)\s+)?(.+)$`)

var interjection = regexp.MustCompile(`(?i)^(?:no|nope|wait|sorry|oops|actually|i mean)$`)

// inSentence is a correction in the sentence of what it corrects.
var inSentence = regexp.MustCompile(`(?i)^(.+?),\s+((?:no|nope|wait|sorry|oops|actually|or rather|i mean)\b.+)$`)

// corrected puts each correction in the place of the wish that it corrects, or returns why that
// can't be told, so that neither is done.
func corrected(parts []string, understood func(text string) bool) (all []string, why string) {
	for i := 0; i < len(parts); i++ {
		if m := inSentence.FindStringSubmatch(parts[i]); m != nil && !understood(parts[i]) && understood(m[1]) {
			parts = slices.Insert(slices.Delete(slices.Clone(parts), i, i+1), i, m[1], m[2])
		}
		text := parts[i]
		if i > 0 && i+1 < len(parts) && interjection.MatchString(text) { // "No. Make it green."
			i++
			text += ", " + parts[i]
		}
		m := correction.FindStringSubmatch(text)
		last := len(all) - 1
		if m == nil && last >= 0 && recolored(all[last], text) != "" {
			m = []string{text, text} // "Make the header blue. Actually, green."
		}
		if m == nil || last < 0 || retracted.MatchString(text) {
			all = append(all, text)
			continue
		}
		layouts := layoutOnly(words(m[1])) != "" && layoutOnly(words(all[last])) != ""
		if m[1] != text && !layouts && understood(text) {
			all = append(all, text)
			continue
		}
		first, _, _ := strings.Cut(m[1], " ")
		said := recolored(all[last], m[1])
		switch {
		case isVerb(first) && understood(m[1]):
			said = m[1]
		case said == "" && layouts:
			said = m[1]
		}
		if said == "" || !understood(said) {
			return nil, "I can't tell what “" + short(text, "") + "” corrects. Say the whole wish again, as it should be."
		}
		all[last] = said
	}
	return all, ""
}

// recolored is a wish for one color with another in its place, or "".
func recolored(wish, color string) string {
	theirs := func(text string) (s sheet, said []string) {
		s, _ = readSheet(text)
		return s, words(notation.ReplaceAllString(text, "zzcolor"))
	}
	other, said := theirs(color)
	before, all := theirs(wish)
	if len(other.colors) != 1 || len(before.colors) != 1 || len(other.parts) > 0 || len(said) > 3 {
		return ""
	}
	for i, w := range all {
		n := 1
		if w != "zzcolor" {
			_, n = colorAt(all, i)
		}
		if n > 0 {
			return strings.Join(append(append(append([]string(nil), all[:i]...), color), all[i+n:]...), " ")
		}
	}
	return ""
}
