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
			"to change one entry, get the recipe first and send the complete new list. " +
			"Use it when a person wants a recipe in the vault corrected, scaled for good or added to. It needs recipe_id and at least one field.",
		Hints:  mcp.Hints{Destructive: true, Idempotent: true},
		Input:  change(),
		Output: details(),
		Plain:  machineText(),
		Call: func(ctx context.Context, args schema.Arguments) (mcp.Result, error) {
			body, err := args.Body("recipe_id")
			if err != nil {
				return mcp.Result{}, err
			}
			recipe, err := t.api.Update(ctx, idOf(args), body)
			return mcp.Result{Structured: recipe}, err
		},
	}
}
