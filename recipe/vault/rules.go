package vault

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

const (
	maxTitle       = 200  // characters, as x-length-unit of the OpenAPI document says
	maxDescription = 2000 // characters
)

// validate returns the first rule that a new value breaks. The rules are those
// of the tools' schemas, and one more: text has no control characters but tabs
// and line ends, a title not even those. No one types them, and terminals obey
// them.
//
// Values from before a rule stay in the file. They are read as they are, an
// update that leaves them out or sends them back unchanged keeps them, and a restored
// recipe may have them; see [tx.dropUnchanged] and
// [recipeBody.validateRestored].
func (b *recipeBody) validate() error {
	if b.Title != nil && title.Blank(*b.Title) {
		return invalid("title must not be blank")
	}
	if err := b.validateCommon(); err != nil {
		return err
	}
	for i, in := range deref(b.Ingredients) {
		if *in.Name == "" {
			return invalid("ingredients[%d].name must not be empty", i)
		}
	}
	for i, st := range deref(b.Steps) {
		switch {
		case *st.Instruction == "":
			return invalid("steps[%d].instruction must not be empty", i)
		case st.DurationMinutes != nil && *st.DurationMinutes < 0:
			return invalid("steps[%d].duration_minutes must be 0 or more", i)
		}
	}
	return b.checkCharacters(unicode.IsControl, func(r rune) bool {
		return unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r'
	})
}

// validateRestored returns the first rule that a recipe breaks which no release
// could have stored. The schema's checks repeat these rules.
func (b *recipeBody) validateRestored() error {
	if b.Title != nil && strings.TrimFunc(*b.Title, unicode.IsSpace) == "" {
		return invalid("title must not be blank")
	}
	if err := b.validateCommon(); err != nil {
		return err
	}
	// SQLite's own functions, its shell and many tools end a text at U+0000, so
	// that it would not be read as it was sent.
	nul := func(r rune) bool { return r == 0 }
	return b.checkCharacters(nul, nul)
}

// validateCommon has the rules that have always held.
func (b *recipeBody) validateCommon() error {
	if b.Title != nil && utf8.RuneCountInString(*b.Title) > maxTitle {
		return invalid("title must have at most %d characters", maxTitle)
	}
	if b.Description != nil && utf8.RuneCountInString(*b.Description) > maxDescription {
		return invalid("description must have at most %d characters", maxDescription)
	}
	for _, r := range []struct {
		name     string
		value    *int32
		min, max int32
	}{
		{"prep_time_minutes", b.PrepTimeMinutes, 0, 0},
		{"cook_time_minutes", b.CookTimeMinutes, 0, 0},
		{"servings", b.Servings, 1, 0},
		{"difficulty", b.Difficulty, 1, 5},
	} {
		switch {
		case r.value == nil:
		case r.max != 0 && (*r.value < r.min || *r.value > r.max):
			return invalid("%s must be between %d and %d", r.name, r.min, r.max)
		case *r.value < r.min:
			return invalid("%s must be %d or more", r.name, r.min)
		}
	}
	for i, st := range deref(b.Steps) {
		if u := st.TemperatureUnit; u != nil && *u != "Celsius" && *u != "Fahrenheit" {
			return invalid("steps[%d].temperature_unit must be Celsius or Fahrenheit", i)
		}
	}
	return nil
}

// checkCharacters finds the first text with a control character that is refused
// in a title, or in any other text.
func (b *recipeBody) checkCharacters(inTitle, elsewhere func(rune) bool) (err error) {
	check := func(text *string, refused func(rune) bool, field string, i int) {
		if err != nil || text == nil {
			return
		}
		if at := strings.IndexFunc(*text, refused); at >= 0 {
			r, _ := utf8.DecodeRuneInString((*text)[at:])
			field = strings.Replace(field, "[]", fmt.Sprintf("[%d]", i), 1)
			err = invalid("%s must not contain the control character U+%04X", field, r)
		}
	}
	check(b.Title, inTitle, "title", 0)
	check(b.Description, elsewhere, "description", 0)
	for i, in := range deref(b.Ingredients) {
		check(in.Name, elsewhere, "ingredients[].name", i)
		check(in.Unit, elsewhere, "ingredients[].unit", i)
		check(in.Notes, elsewhere, "ingredients[].notes", i)
	}
	for i, st := range deref(b.Steps) {
		check(st.Instruction, elsewhere, "steps[].instruction", i)
	}
	return err
}

// dropUnchanged takes out of b, which breaks a rule, what the recipe has already: a
// value from before a rule may be sent back as it was read. It fails with the rule
// that the rest breaks.
func (t tx) dropUnchanged(b *recipeBody, broken error) error {
	there, err := t.there()
	if _, ok := errors.AsType[*failure](err); ok { // there is no such recipe
		return broken
	}
	if err != nil {
		return err
	}
	if *there.Title == b.sentTitle {
		b.Title = nil
	}
	drop(&b.Description, there.Description)
	drop(&b.Ingredients, there.Ingredients)
	drop(&b.Steps, there.Steps)
	return b.validate()
}

func drop[T any](sent **T, there *T) {
	if reflect.DeepEqual(*sent, there) {
		*sent = nil
	}
}
