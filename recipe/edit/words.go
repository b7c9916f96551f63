package edit

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

const (
	mostSentences = 20
	mostRunes     = 80 // of one text from a recipe
)

// scalars are the members of a recipe that have one value, with what people call them.
var scalars = []struct {
	member, label string
	text          bool
}{
	{"title", "Title", true},
	{"description", "Description", true},
	{"prep_time_minutes", "Preparation in minutes", false},
	{"cook_time_minutes", "Cooking in minutes", false},
	{"servings", "Servings", false},
	{"difficulty", "Difficulty", false},
}

// Differences says in words how the recipe after differs from the recipe before, in what
// can be set on one: at most 20 sentences and a count of the rest. quote puts
// people's text in quotation marks; it gets 80 characters at most.
func Differences(before, after map[string]any, quote func(string) string) []string {
	w := &words{quote: func(text string) string { return quote(shorten(text, mostRunes)) }}
	for _, s := range scalars {
		from, to := w.value(before[s.member], s.text), w.value(after[s.member], s.text)
		switch {
		case plain(before[s.member]) == plain(after[s.member]):
		case from == "":
			w.say("%s added: %s", s.label, to)
		case to == "":
			w.say("%s removed: %s", s.label, from)
		case from == to: // what is different was cut
			w.say("%s changed: %s", s.label, to)
		default:
			w.say("%s: %s → %s", s.label, from, to)
		}
	}
	for _, l := range []List{Ingredients, Steps} {
		w.list(l, l.Of(before), l.Of(after))
	}
	if w.more > 0 {
		w.sentences = append(w.sentences, fmt.Sprintf("And %d more changes", w.more))
	}
	return w.sentences
}

// words collects sentences up to a bound.
type words struct {
	quote     func(string) string
	sentences []string
	more      int
}

func (w *words) say(format string, args ...any) {
	if len(w.sentences) == mostSentences {
		w.more++
		return
	}
	w.sentences = append(w.sentences, fmt.Sprintf(format, args...))
}

// value words a value, "" for none.
func (w *words) value(v any, text bool) string {
	switch words := plain(v); {
	case words == "":
		return ""
	case text:
		return w.quote(words)
	default:
		return words
	}
}

// list words the differences of a list.
func (w *words) list(l List, before, after []Entry) {
	noun := strings.ToUpper(l.Noun[:1]) + l.Noun[1:]
	changes, ok := compare(l, before, after)
	if !ok {
		w.say("%ss: the list was replaced, %d → %d entries", noun, len(before), len(after))
	}
	for _, c := range changes {
		switch {
		case c.to == none:
			w.say("%s at position %d removed: %s", noun, c.from, w.entry(l, before[c.from]))
		case c.from == none:
			w.say("%s added at position %d: %s", noun, c.to, w.entry(l, after[c.to]))
		case c.moved:
			w.say("%s moved from position %d to %d: %s", noun, c.from, c.to, w.entry(l, after[c.to]))
		default:
			from, to := w.entry(l, before[c.from]), w.entry(l, after[c.to])
			if from == to {
				w.say("%s at position %d changed: %s", noun, c.from, to)
				continue
			}
			w.say("%s at position %d: %s → %s", noun, c.from, from, to)
		}
	}
}

// entry words an ingredient or a step.
func (w *words) entry(l List, e Entry) string {
	if l == Ingredients {
		return w.quote(line(l, e))
	}
	text := w.quote(plain(e["instruction"]))
	if rest := details(e); rest != "" {
		text += " (" + rest + ")"
	}
	return text
}

// line is all that an entry says, on one line.
func line(l List, e Entry) string {
	if l == Steps {
		return plain(e["instruction"]) + "\x00" + details(e)
	}
	var parts []string
	for _, member := range []string{"quantity", "unit", "name"} {
		if text := plain(e[member]); text != "" {
			parts = append(parts, text)
		}
	}
	text := strings.Join(parts, " ")
	if notes := plain(e["notes"]); notes != "" {
		text += ", " + notes
	}
	return text
}

// details words what a step has beside its instruction.
func details(e Entry) string {
	var parts []string
	if minutes := plain(e["duration_minutes"]); minutes != "" {
		parts = append(parts, minutes+" min")
	}
	if degrees := plain(e["temperature_value"]); degrees != "" {
		unit := map[string]string{"Celsius": " °C", "Fahrenheit": " °F"}[plain(e["temperature_unit"])]
		parts = append(parts, degrees+unit)
	}
	return strings.Join(parts, ", ")
}

// plain is a scalar as text, "" for anything else.
func plain(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	if n, ok := number(v); ok {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return ""
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	case float64:
		return v, true
	}
	return 0, false
}

func shorten(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}
