package interchange

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// What the API answers and no one can create. It stays behind without a word,
// but for pictures, which a [Writer] counts.
var (
	answeredMembers = wordSet(`id created_at updated_at updated_by photo_filename`)
	answeredParts   = wordSet(`id recipe_id position created_at updated_at`)
)

// ownRecipe is a recipe as a vault has it and as our JSON Lines write it: other
// than in a Recipe, an empty text is not the same as none. Others are the
// members that have no place here.
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
	Others          object          `json:",embed"`
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
// aside. The leftovers are members that are not known, such as those of later
// servers.
func decodeOwn(data []byte) (ownRecipe, leftovers, *Error) {
	var own ownRecipe
	if err := checkSize(data); err != nil {
		return own, nil, err
	}
	if err := json.Unmarshal(data, &own, jsontext.AllowInvalidUTF8(true)); err != nil {
		return own, nil, jsonError(data, err)
	}
	var left leftovers
	left.look("", own.Others, answeredMembers)
	for _, in := range own.Ingredients {
		left.look(ofIngredient, in.Others, answeredParts)
	}
	for _, s := range own.Steps {
		left.look(ofStep, s.Others, answeredParts)
	}
	return own, left, nil
}

// body is the recipe as JSON, without its Others: a create body, and a line of
// JSON Lines.
func (own ownRecipe) body() ([]byte, error) {
	own.Others = nil
	own.Ingredients, own.Steps = slices.Clone(own.Ingredients), slices.Clone(own.Steps)
	for i := range own.Ingredients {
		own.Ingredients[i].Others = nil
	}
	for i := range own.Steps {
		own.Steps[i].Others = nil
	}
	return marshal(own)
}

func (own ownRecipe) recipe() Recipe {
	r := Recipe{
		Title: own.Title, Description: valueOf(own.Description), PrepTimeMinutes: own.PrepTimeMinutes,
		CookTimeMinutes: own.CookTimeMinutes, Servings: own.Servings, Difficulty: own.Difficulty,
	}
	if own.Ingredients != nil {
		r.Ingredients = make([]Ingredient, 0, len(own.Ingredients))
	}
	for _, in := range own.Ingredients {
		r.Ingredients = append(r.Ingredients, Ingredient{in.Name, in.Quantity, valueOf(in.Unit), valueOf(in.Notes)})
	}
	if own.Steps != nil {
		r.Steps = make([]Step, 0, len(own.Steps))
	}
	for _, s := range own.Steps {
		r.Steps = append(r.Steps, Step{s.Instruction, s.DurationMinutes, s.TemperatureValue, valueOf(s.TemperatureUnit)})
	}
	return r
}

// holdable reports whether a vault may have held the recipe just as it is. The
// rules are those that every release of the vault has kept, and no more: what
// is only refused in new recipes may be in old ones.
func (own ownRecipe) holdable() bool {
	within := func(p *int32, least, most int32) bool { return p == nil || *p >= least && *p <= most }
	const unbounded = 1<<31 - 1
	ok := strings.TrimFunc(own.Title, unicode.IsSpace) != "" && utf8.RuneCountInString(own.Title) <= maxTitle &&
		utf8.RuneCountInString(valueOf(own.Description)) <= maxDescription &&
		within(own.PrepTimeMinutes, 0, unbounded) && within(own.CookTimeMinutes, 0, unbounded) &&
		within(own.Servings, 1, unbounded) && within(own.Difficulty, 1, maxDifficulty) &&
		storable(own.Title, valueOf(own.Description))
	for _, in := range own.Ingredients {
		ok = ok && storable(in.Name, valueOf(in.Unit), valueOf(in.Notes))
	}
	for _, s := range own.Steps {
		u := s.TemperatureUnit
		ok = ok && storable(s.Instruction) && (u == nil || *u == celsius || *u == fahrenheit)
	}
	return ok
}

func storable(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 })
}

// Differences names the members that a vault has in answer, the API's JSON of a
// recipe, otherwise than they are in sent, a create body: "title", "steps". What
// sent doesn't have counts for nothing. It returns nil when either is not a
// recipe's JSON.
func Differences(sent, answer []byte) []string {
	s, _, failure := decodeOwn(sent)
	if failure != nil {
		return nil
	}
	a, _, failure := decodeOwn(answer)
	if failure != nil {
		return nil
	}
	var names []string
	differ := func(name string, same bool) {
		if !same {
			names = append(names, name)
		}
	}
	differ("title", s.Title == a.Title)
	differ("description", kept(s.Description, a.Description))
	differ("prep_time_minutes", kept(s.PrepTimeMinutes, a.PrepTimeMinutes))
	differ("cook_time_minutes", kept(s.CookTimeMinutes, a.CookTimeMinutes))
	differ("servings", kept(s.Servings, a.Servings))
	differ("difficulty", kept(s.Difficulty, a.Difficulty))
	differ("ingredients", slices.EqualFunc(s.Ingredients, a.Ingredients, func(x, y ownIngredient) bool {
		return x.Name == y.Name && kept(x.Quantity, y.Quantity) && kept(x.Unit, y.Unit) && kept(x.Notes, y.Notes)
	}))
	differ("steps", slices.EqualFunc(s.Steps, a.Steps, func(x, y ownStep) bool {
		return x.Instruction == y.Instruction && kept(x.DurationMinutes, y.DurationMinutes) &&
			kept(x.TemperatureValue, y.TemperatureValue) && kept(x.TemperatureUnit, y.TemperatureUnit)
	}))
	return names
}

// valueOf is the zero value where nothing was given.
func valueOf[T any](p *T) T {
	if p == nil {
		return *new(T)
	}
	return *p
}

// kept reports whether what was sent, if it was, is there.
func kept[T comparable](sent, there *T) bool {
	return sent == nil || there != nil && *sent == *there
}
