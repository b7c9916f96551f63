package recipe

import (
	"context"
	"encoding/json"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
	"github.com/mcp-adapters/mcp-adapters/recipe/edit"
)

func (t tools) updateRecipe() mcp.Tool {
	return mcp.Tool{
		Name:  "update_recipe",
		Title: "Change a recipe",
		Description: "Change a recipe and return it as it is now. Only the fields that are given change, but ingredients and steps replace the whole list (an empty list clears it): " +
			"to change single entries, send ingredient_edits and step_edits instead. They are made in order, all or none, and refused if someone else changes the recipe meanwhile " +
			"(on some vaults a small window remains); of several edits by position, send those of later positions first. " +
			"Use it when a person wants a recipe in the vault corrected, scaled for good or added to. It needs recipe_id and something to change.",
		Hints:   mcp.Hints{Destructive: true, Idempotent: true},
		Input:   t.change(),
		Output:  details(),
		Explain: t.explainID,
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			revised, err := revisionOf(args)
			if err != nil {
				return mcp.Result{}, err
			}
			if revised != nil {
				before, after, err := t.api.Edit(ctx, idOf(args), revised.body)
				if err != nil {
					return mcp.Result{}, err
				}
				return mcp.Result{Structured: after, Meta: changes(before, after)}, nil
			}
			body, err := args.Body("recipe_id")
			if err != nil {
				return mcp.Result{}, err
			}
			before := t.replaced(ctx, args)
			after, err := t.api.Update(ctx, idOf(args), body)
			if err != nil || before == nil {
				return mcp.Result{Structured: after}, err
			}
			return mcp.Result{Structured: after, Meta: changes(before, after)}, nil
		},
	}
}

// replaced returns the recipe as it is before an update that replaces a list as a whole, so
// that the result can say what is gone; nil for other updates, and if it can't be read.
func (t tools) replaced(ctx context.Context, args schema.Arguments) json.RawMessage {
	if args[edit.Ingredients.Member] == nil && args[edit.Steps.Member] == nil {
		return nil
	}
	before, err := t.api.Get(ctx, idOf(args))
	if err != nil {
		return nil // the update has the same error, or none
	}
	return before
}
