package interchange

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// What the API answers and no one can create. It is left out without a warning,
// but for pictures, which a [Writer] counts.
var (
	answeredMembers = wordSet(`id created_at updated_at updated_by photo_filename`)
	answeredParts   = wordSet(`id recipe_id position created_at updated_at`)
)

// ownRecipe is a recipe as a vault has it and as our JSON Lines write it: other
// than in a Recipe, an empty text is not the same as none. Its JSON is a create body.
type ownRecipe struct {
	Title           string          `json:"title"`
	Description     *string         `json:"description,omitzero"`
	PrepTimeMinutes *int32          `json:"prep_time_minutes,omitzero"`
	CookTimeMinutes *int32          `json:"cook_time_minutes,omitzero"`
	Servings        *int32          `json:"servings,omitzero"`
	Difficulty      *int32          `json:"difficulty,omitzero"`
	CreatedBy       *string         `json:"created_by,omitzero"`
	Ingredients     []ownIngredient `json:"ingredients,omitempty"`
	Steps           []ownStep       `json:"steps,omitempty"`
	Others          object          `json:",embed"` // until they are looked at

	pictured bool
}

type ownIngredient struct {
	Name     string   `json:"name"`
	Quantity *float64 `json:"quantity,omitzero"`
	Unit     *string  `json:"unit,omitzero"`
	Notes    *string  `json:"notes,omitzero"`
	Others   object   `json:",embed"`
}

type ownStep struct {
	Instruction      string  `json:"instruction"`
	DurationMinutes  *int32  `json:"duration_minutes,omitzero"`
	TemperatureValue *int32  `json:"temperature_value,omitzero"`
	TemperatureUnit  *string `json:"temperature_unit,omitzero"`
	Others           object  `json:",embed"`
}

// decodeOwn reads a create body, or a recipe with its details as the API
// answers it: what can't be created (id, times of change, position) is left
// out. The leftovers are members that are not known, such as those of later
// servers.
func decodeOwn(data []byte) (ownRecipe, leftovers, *Error) {
	var own ownRecipe
	if failure := unmarshal(data, &own); failure != nil {
		return own, nil, failure
	}
	var left leftovers
	left.look("", own.Others, answeredMembers)
	own.pictured = !isNothing(own.Others["photo_filename"])
	own.Others = nil
	for i := range own.Ingredients {
		in := &own.Ingredients[i]
		left.look(ofIngredient, in.Others, answeredParts)
		in.Others = nil
	}
	for i := range own.Steps {
		s := &own.Steps[i]
		left.look(ofStep, s.Others, answeredParts)
		s.Others = nil
	}
	return own, left, nil
}

// encode returns own as a create body, and the Recipe that this is the JSON of.
func (own ownRecipe) encode() (body []byte, r Recipe, err error) {
	if body, err = marshal(own); err != nil {
		return nil, r, err
	}
	if err = json.Unmarshal(body, &r); err != nil {
		return nil, r, malformed(err, "the recipe can't be read.")
	}
	return body, r, nil
}

// holdable reports whether a vault may have held r, which is own, just as it is. The
// rules are those that every release of the vault has kept, and no more: what
// is only refused in new recipes may be in old ones.
func (own ownRecipe) holdable(r Recipe) bool {
	ok := strings.TrimSpace(r.Title) != "" && utf8.RuneCountInString(r.Title) <= maxTitle &&
		utf8.RuneCountInString(r.Description) <= maxDescription
	r.fitNumbers(func(string, ...any) { ok = false })
	for _, s := range own.Steps {
		u := s.TemperatureUnit
		ok = ok && (u == nil || *u == celsius || *u == fahrenheit)
	}
	return ok && !slices.ContainsFunc(r.texts(), func(s string) bool { return strings.IndexByte(s, 0) >= 0 })
}

// Differences names the members that a vault has in answer, the API's JSON of a
// recipe, otherwise than they are in sent, a create body: "title", "steps". What
// sent doesn't have counts for nothing. It returns nil when either is not JSON.
func Differences(sent, answer []byte) (names []string) {
	s, failure := decodeJSON(sent)
	if failure != nil {
		return nil
	}
	a, failure := decodeJSON(answer)
	if failure != nil {
		return nil
	}
	body, _ := s.(map[string]any)
	there, _ := a.(map[string]any)
	for _, name := range []string{"title", "description", "prep_time_minutes", "cook_time_minutes", "servings", "difficulty", "ingredients", "steps"} {
		if !kept(body[name], there[name]) {
			names = append(names, name)
		}
	}
	return names
}

// kept reports whether what was sent, if it was, is there.
func kept(sent, there any) bool {
	switch sent := sent.(type) {
	case nil:
		return true
	case []any:
		list, _ := there.([]any)
		return slices.EqualFunc(sent, list, kept)
	case map[string]any:
		o, _ := there.(map[string]any)
		for k, v := range sent {
			if !kept(v, o[k]) {
				return false
			}
		}
		return true
	}
	return sent == there
}
