// Package markdown writes a recipe as a page of Markdown, for a person to read and for a
// model to be given.
//
// The text of a recipe is other people's: whatever it holds, it is shown as that text.
// It can't become a heading, a list, a link, a picture or HTML (see [Text]), and
// characters that are not seen are written as escapes.
package markdown

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// recipe is what the API sends of a recipe, as far as it is shown.
type recipe struct {
	ID          string
	Title       string
	Description string
	Prep        float64 `json:"prep_time_minutes"`
	Cook        float64 `json:"cook_time_minutes"`
	Servings    float64
	Difficulty  float64
	UpdatedAt   string `json:"updated_at"`
	Ingredients []struct {
		Name     string
		Quantity *float64
		Unit     string
		Notes    string
	}
	Steps []struct {
		Instruction string
		Duration    float64  `json:"duration_minutes"`
		Temperature *float64 `json:"temperature_value"`
		Unit        string   `json:"temperature_unit"`
	}
}

// Recipe returns a recipe, which is JSON as the API sends it, as Markdown: title,
// description, times, ingredients, steps, and its id.
func Recipe(body []byte) (string, error) {
	var r recipe
	if err := json.Unmarshal(body, &r); err != nil {
		return "", fmt.Errorf("decode a recipe: %w", err)
	}
	var b strings.Builder
	b.WriteString("# " + line(r.Title) + "\n")
	if text := Text(r.Description); text != "" {
		b.WriteString("\n" + text + "\n")
	}
	if facts := r.facts(); len(facts) > 0 {
		b.WriteString("\n" + strings.Join(facts, " · ") + "\n")
	}
	if len(r.Ingredients) > 0 {
		b.WriteString("\n## Ingredients\n\n")
		for _, i := range r.Ingredients {
			what := strings.Join(nonEmpty(number(i.Quantity), line(i.Unit), line(i.Name)), " ")
			b.WriteString("- " + strings.Join(nonEmpty(what, line(i.Notes)), ", ") + "\n")
		}
	}
	if len(r.Steps) > 0 {
		b.WriteString("\n## Steps\n\n")
		for n, s := range r.Steps {
			mark := strconv.Itoa(n+1) + ". "
			text := strings.ReplaceAll(Text(s.Instruction), "\n\n", "\n")
			b.WriteString(mark + strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", len(mark))))
			if facts := nonEmpty(duration(s.Duration), degrees(s.Temperature, s.Unit)); len(facts) > 0 {
				b.WriteString(" (" + strings.Join(facts, ", ") + ")")
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString("\n" + strings.Join(nonEmpty(labelled("recipe_id", r.ID), labelled("updated_at", r.UpdatedAt)), " · ") + "\n")
	return b.String(), nil
}

// facts are the numbers of the whole recipe.
func (r *recipe) facts() (facts []string) {
	for _, f := range []struct{ before, value, after string }{
		{"preparation ", duration(r.Prep), ""},
		{"cooking ", duration(r.Cook), ""},
		{"serves ", positive(r.Servings), ""},
		{"difficulty ", positive(r.Difficulty), " of 5"},
	} {
		if f.value != "" {
			facts = append(facts, f.before+f.value+f.after)
		}
	}
	return facts
}

// labelled names a value by its member's name, as the tools know it.
func labelled(name, value string) string {
	if value == "" {
		return ""
	}
	return name + " " + code(line(value))
}

// duration returns minutes as a person says them, "" for none.
func duration(minutes float64) string {
	if minutes < 60 || minutes > 1e9 {
		return suffixed(positive(minutes), " min")
	}
	hours := int(minutes) / 60
	return strings.Join(nonEmpty(strconv.Itoa(hours)+" h", suffixed(positive(minutes-float64(60*hours)), " min")), " ")
}

func degrees(value *float64, unit string) string {
	switch unit {
	case "Celsius", "":
		unit = " °C"
	case "Fahrenheit":
		unit = " °F"
	default:
		unit = " " + line(unit)
	}
	return suffixed(number(value), unit)
}

func suffixed(s, suffix string) string {
	if s == "" {
		return ""
	}
	return s + suffix
}

func positive(n float64) string {
	if n <= 0 {
		return ""
	}
	return number(&n)
}

func number(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(*n, 'f', -1, 64)
}

func nonEmpty(parts ...string) (there []string) {
	for _, p := range parts {
		if p != "" {
			there = append(there, p)
		}
	}
	return there
}
