package apiclient

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"mcp-adapters/fault"
)

const recipesPath = "/api/recipes"

// recipeCall returns a call for the recipes, or the one with the given id.
func recipeCall(method, id string, body json.RawMessage) *call {
	return &call{
		method: method,
		path:   recipesPath,
		id:     id,
		body:   body,
		noun:   "recipe",
		unique: "title",
		into:   new(Buffer),
		shape:  shapeRecipe,
	}
}

// ListRecipes returns the array of all recipes, "[]" when there are none. Each
// row has an id and a title, and a description: "" where the API sent none.
// Errors are a [fault.Error].
func (c *Client) ListRecipes(ctx context.Context) (json.RawMessage, error) {
	ctx, _, cancel := c.begin(ctx, false)
	defer cancel()
	a, err := c.listRecipes(ctx, bufferOf(ctx))
	return a.body, orNil(err)
}

func (c *Client) listRecipes(ctx context.Context, into *Buffer) (answer, *fault.Error) {
	q := recipeCall(http.MethodGet, "", nil)
	q.room, q.shape, q.into = true, shapeRecipes, into
	return c.do(ctx, q)
}

// GetRecipe returns one recipe with its ingredients and steps. Errors are an
// [fault.Error]; [fault.NotFound] if there is none with that id.
func (c *Client) GetRecipe(ctx context.Context, id string) (json.RawMessage, error) {
	if id == "" {
		return nil, c.notFound(recipeCall(http.MethodGet, id, nil), 0)
	}
	ctx, _, cancel := c.begin(ctx, false)
	defer cancel()
	body, err := c.getRecipe(ctx, id, bufferOf(ctx))
	if err != nil {
		return nil, err
	}
	c.sights.keep(id, body)
	return body, nil
}

func (c *Client) getRecipe(ctx context.Context, id string, into *Buffer) ([]byte, *fault.Error) {
	q := recipeCall(http.MethodGet, id, nil)
	q.into = into
	a, err := c.do(ctx, q)
	return a.body, err
}

// CreateRecipe creates the recipe that body, a JSON object with a title,
// describes, and returns it. Errors are a [fault.Error]: [fault.Conflict] if the title
// is taken, [fault.InvalidParams] if the API refused a value, [fault.UnknownOutcome]
// if it was sent and could not be found afterwards.
func (c *Client) CreateRecipe(ctx context.Context, body json.RawMessage) (json.RawMessage, error) {
	began := time.Now()
	ctx, request, cancel := c.begin(ctx, true)
	defer cancel()
	if err := c.checkLengths(request, body); err != nil {
		return nil, err
	}
	f := newFlight(request, recipeCall(http.MethodPost, "", body))
	for {
		a, failed := c.send(request, f)
		switch {
		case failed == nil:
			return a.body, nil
		case !f.unknown:
			return nil, c.explainConflict(ctx, "", body, failed)
		}
		again := f.next == lookFirst && f.pause(request)
		got, nothing, err := c.findCreated(ctx, began, body, failed)
		switch {
		case err == nil:
			return got, nil
		case !again || !nothing || request.Err() != nil:
			return nil, c.explainConflict(ctx, "", body, err)
		}
	}
}

// UpdateRecipe changes the members that body, a JSON object, holds and returns
// the whole recipe. Errors are a [fault.Error]: [fault.NotFound] and those of
// [Client.CreateRecipe].
func (c *Client) UpdateRecipe(ctx context.Context, id string, body json.RawMessage) (json.RawMessage, error) {
	q := recipeCall(http.MethodPut, id, body)
	if id == "" {
		return nil, c.notFound(q, 0)
	}
	ctx, request, cancel := c.begin(ctx, true)
	defer cancel()
	if err := c.checkLengths(request, body); err != nil {
		return nil, err
	}
	f := newFlight(request, q)
	before, known := c.sights.last(id)
	for {
		a, failed := c.send(request, f)
		switch {
		case failed == nil:
			c.sights.keep(id, a.body)
			return a.body, nil
		case !f.unknown:
			return nil, c.explainConflict(ctx, id, body, failed)
		}
		again := f.next == lookFirst && known && f.pause(request)
		got, err := c.findUpdated(ctx, id, body, failed)
		switch {
		case err == nil:
			c.sights.keep(id, got)
			return got, nil
		case !again || got == nil || sumOf(got) != before || request.Err() != nil:
			return nil, c.explainConflict(ctx, id, body, err)
		}
	}
}
