package interchange

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// The limits of the create body, in characters where they are about text. The
// original server counts bytes and refuses some of what fits here.
const (
	maxTitle       = 200
	maxDescription = 2000
	maxDifficulty  = 5
	// maxText keeps a recipe's JSON well inside the API's 10 MiB body, also
	// when every character has to be escaped.
	maxText = 1 << 20
	maxList = 2000 // ingredients, and steps
)

// Fit changes r so that it can be created: text is trimmed, a title over 200
// characters is shortened, and is in the description in full, a description
// over 2000 is cut between sentences and its rest becomes the last step,
// numbers out of range go, ingredients without a name and steps without text
// are dropped when nothing else is in them. It returns a sentence for each
// change that a person should know of. The error, an [*Error] of kind
// KindInvalid or KindTooLarge, is for what can't be mended: no title, or far
// too much text.
func (r *Recipe) Fit() (warnings []string, err error) {
	if err := r.checkSize(); err != nil {
		return nil, err
	}
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }

	r.Title = title.Clean(oneLine(r.Title))
	if title.Blank(r.Title) {
		return nil, invalid("the recipe has no title; give it one in the program it came from.")
	}
	if utf8.RuneCountInString(r.Title) > maxTitle {
		whole := r.Title
		head, _ := cutText(whole, maxTitle-1)
		r.Title = head + "…"
		r.Description = strings.TrimSpace(whole + "\n\n" + r.Description)
		warn("The title was longer than %d characters; it was shortened, and the full title is in the description.", maxTitle)
	}
	r.fitNumbers(warn)
	r.fitIngredients(warn)
	r.fitSteps(warn)

	r.Description = tidy(r.Description)
	if utf8.RuneCountInString(r.Description) > maxDescription {
		head, rest := cutText(r.Description, maxDescription)
		r.Description = head
		r.Steps = append(r.Steps, Step{Instruction: rest})
		warn("The description was longer than %d characters; its end became the last step.", maxDescription)
	}
	return warnings, nil
}

func (r *Recipe) checkSize() error {
	size := 0
	for _, text := range r.texts() {
		size += len(text)
	}
	switch {
	case size > maxText:
		return tooLarge("the recipe has %d bytes of text; at most %d fit into a vault.", size, maxText)
	case len(r.Ingredients) > maxList || len(r.Steps) > maxList:
		return tooLarge("the recipe has more than %d ingredients or steps.", maxList)
	}
	return nil
}

func (r *Recipe) fitNumbers(warn func(string, ...any)) {
	drop := func(p **int32, least, most int32, what string) {
		if *p != nil && (**p < least || **p > most) {
			*p = nil
			warn("The %s was out of range and was left out.", what)
		}
	}
	drop(&r.PrepTimeMinutes, 0, math.MaxInt32, "preparation time")
	drop(&r.CookTimeMinutes, 0, math.MaxInt32, "cooking time")
	drop(&r.Servings, 1, math.MaxInt32, "number of servings")
	drop(&r.Difficulty, 1, maxDifficulty, "difficulty (1 to 5)")
}

func (r *Recipe) fitIngredients(warn func(string, ...any)) {
	for i := range r.Ingredients {
		in := &r.Ingredients[i]
		in.Name, in.Unit, in.Notes = oneLine(in.Name), oneLine(in.Unit), tidy(in.Notes)
		if q := in.Quantity; q != nil && (math.IsNaN(*q) || math.IsInf(*q, 0) || *q < 0) {
			in.Quantity = nil
			warn("The quantity of ingredient %d was not a usable number and was left out.", i+1)
		}
		// Words without a name are still words: the unit or the notes become the name.
		if in.Name == "" {
			in.Name, in.Notes = oneLine(in.Notes), ""
		}
		switch {
		case in.Name != "":
		case in.Unit != "" && in.Quantity != nil: // "500 ml", not 500 of "ml"
			*in = Ingredient{Name: formatQuantity(in.Quantity) + " " + in.Unit}
		case in.Unit != "":
			in.Name, in.Unit = in.Unit, ""
		case in.Quantity != nil:
			warn("Ingredient %d was a number without a name and was left out.", i+1)
		}
	}
	r.Ingredients = slices.DeleteFunc(r.Ingredients, func(in Ingredient) bool { return in.Name == "" })
}

func (r *Recipe) fitSteps(warn func(string, ...any)) {
	for i := range r.Steps {
		s := &r.Steps[i]
		s.Instruction = tidy(s.Instruction)
		if s.DurationMinutes != nil && *s.DurationMinutes < 0 {
			s.DurationMinutes = nil
			warn("The duration of step %d was negative and was left out.", i+1)
		}
		if u := s.TemperatureUnit; u != "" && u != celsius && u != fahrenheit {
			s.Instruction = strings.TrimSpace(s.Instruction + " (" + oneLine(u) + ")")
			s.TemperatureUnit = ""
			warn("Step %d had a temperature unit other than Celsius and Fahrenheit; it is in the text now.", i+1)
		}
		if s.Instruction == "" && (s.DurationMinutes != nil || s.TemperatureValue != nil) {
			warn("Step %d had no text and was left out.", i+1)
		}
	}
	r.Steps = slices.DeleteFunc(r.Steps, func(s Step) bool { return s.Instruction == "" })
}

func (r *Recipe) texts() []string {
	all := []string{r.Title, r.Description}
	for _, in := range r.Ingredients {
		all = append(all, in.Name, in.Unit, in.Notes)
	}
	for _, s := range r.Steps {
		all = append(all, s.Instruction, s.TemperatureUnit)
	}
	return all
}

// addNote puts what no field holds under the description, with a label.
func (r *Recipe) addNote(label, text string) {
	text = tidy(text)
	switch {
	case text == "":
		return
	case label != "":
		text = label + ": " + text
	}
	r.Description = strings.TrimSpace(r.Description + "\n\n" + text)
}

var breaks = []*regexp.Regexp{regexp.MustCompile(`[.!?…。！？]\s|\n`), regexp.MustCompile(`\s`)}

// cutText splits s so that head has at most n characters and more than half as
// many: after a sentence or paragraph, else between words, else anywhere. Nothing
// but white space at the cut is lost.
func cutText(s string, n int) (head, rest string) {
	runes := []rune(s)
	if len(runes) <= n {
		return s, ""
	}
	half, end := len(string(runes[:n/2+1])), len(string(runes[:n]))
	window := s[half:len(string(runes[:n+1]))]
	for _, at := range breaks {
		if found := at.FindAllStringIndex(window, -1); found != nil {
			end = half + found[len(found)-1][1]
			break
		}
	}
	return strings.TrimSpace(s[:end]), strings.TrimSpace(s[end:])
}
