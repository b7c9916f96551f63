package apiclient

import (
	"context"
	"encoding/json"
)

// ListRecipes returns the array of all recipes as compact JSON, "[]" when there
// are none. Each row has a description; "" where the API sent none.
func (c *Client) ListRecipes(ctx context.Context) (json.RawMessage, error) {
	return nil, &Error{Kind: KindInternal, Message: "Not built yet."}
}

// GetRecipe returns one recipe as compact JSON.
func (c *Client) GetRecipe(ctx context.Context, id string) (json.RawMessage, error) {
	return nil, &Error{Kind: KindInternal, Message: "Not built yet."}
}

// CreateRecipe creates the recipe that body describes and returns it.
func (c *Client) CreateRecipe(ctx context.Context, body json.RawMessage) (json.RawMessage, error) {
	return nil, &Error{Kind: KindInternal, Message: "Not built yet."}
}

// UpdateRecipe changes the members that body holds and returns the recipe.
func (c *Client) UpdateRecipe(ctx context.Context, id string, body json.RawMessage) (json.RawMessage, error) {
	return nil, &Error{Kind: KindInternal, Message: "Not built yet."}
}
