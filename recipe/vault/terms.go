package vault

import (
	"errors"

	"github.com/go-json-experiment/json"

	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

// terms are what searches find a recipe by that is like b.
func (b *recipeBody) terms() *string {
	var terms words.Terms
	if b.Title != nil {
		terms.Add(words.Title, *b.Title)
	}
	if b.Description != nil {
		terms.Add(words.Description, *b.Description)
	}
	for _, in := range deref(b.Ingredients) {
		terms.Add(words.Ingredients, *in.Name)
	}
	text := terms.String()
	return &text
}

// terms are those of a recipe after its update with b, nil if they stay as they are. It
// returns [crowded] as a read does.
func (t tx) terms(b recipeBody) (*string, error) {
	if b.Title == nil && b.Description == nil && b.Ingredients == nil {
		return nil, nil
	}
	if b.Title == nil || b.Description == nil || b.Ingredients == nil {
		there, err := t.there()
		if _, ok := errors.AsType[*failure](err); ok { // the update finds out that there is none
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if b.Title == nil {
			b.Title = there.Title
		}
		if b.Description == nil {
			b.Description = there.Description
		}
		if b.Ingredients == nil {
			b.Ingredients = there.Ingredients
		}
	}
	return b.terms(), nil
}

// there reads a recipe as the body that would have made it. It fails as [tx.details] does.
func (t tx) there() (there recipeBody, err error) {
	data, err := t.details()
	if err == nil {
		err = json.Unmarshal(data, &there)
	}
	return there, err
}
