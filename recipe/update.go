package recipe

import (
	"context"

	"mcp-adapters/mcp"
	"mcp-adapters/mcp/schema"
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
		Input:   change(),
		Output:  details(),
		Plain:   machineText(),
		Explain: t.explainID,
		Call: func(ctx context.Context, args schema.Arguments) (mcp.Result, error) {
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
			recipe, err := t.api.Update(ctx, idOf(args), body)
			return mcp.Result{Structured: recipe}, err
		},
	}
}
