package interchange

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// What the API answers and nobody can create. It stays behind without a word.
var (
	answeredMembers = wordSet(`id created_at updated_at created_by updated_by photo_filename`)
	answeredParts   = wordSet(`id recipe_id position created_at updated_at`)
)

// ownRecipe is a Recipe with the members that it has no place for.
type ownRecipe struct {
	Recipe      `json:",embed"`
	Ingredients []ownIngredient `json:"ingredients"`
	Steps       []ownStep       `json:"steps"`
	Others      object          `json:",embed"`
}

type ownIngredient struct {
	Ingredient `json:",embed"`
	Others     object `json:",embed"`
}

type ownStep struct {
	Step   `json:",embed"`
	Others object `json:",embed"`
}

// decodeOwn reads a create body, or a recipe with its details as the API
// answers it: what can't be created (id, times of change, position) is left
// aside. The warnings are about members that are not known, such as those of
// later servers.
func decodeOwn(data []byte) (Recipe, []string, *Error) {
	if err := checkSize(data); err != nil {
		return Recipe{}, nil, err
	}
	var own ownRecipe
	if err := json.Unmarshal(data, &own, jsontext.AllowInvalidUTF8(true)); err != nil {
		return Recipe{}, nil, jsonError(data, err)
	}
	r := own.Recipe
	var left leftovers
	left.look("", own.Others, answeredMembers)
	if own.Ingredients != nil {
		r.Ingredients = make([]Ingredient, 0, len(own.Ingredients))
	}
	for _, in := range own.Ingredients {
		left.look(ofIngredient, in.Others, answeredParts)
		r.Ingredients = append(r.Ingredients, in.Ingredient)
	}
	if own.Steps != nil {
		r.Steps = make([]Step, 0, len(own.Steps))
	}
	for _, s := range own.Steps {
		left.look(ofStep, s.Others, answeredParts)
		r.Steps = append(r.Steps, s.Step)
	}
	return r, left.warnings(), nil
}
