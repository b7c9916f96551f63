package recipe

import (
	"context"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func (t tools) createRecipe() mcp.Tool {
	return mcp.Tool{
		Name:  "create_recipe",
		Title: "Save a new recipe",
		Description: "Save a new recipe and return it with the id it was given. " +
			"Use it when a person wants to keep a recipe that the vault does not have yet. It needs a title that no other recipe has; give a description, and the ingredients and steps if you know them.",
		Hints:  mcp.Hints{},
		Input:  draft(),
		Output: details(),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			body, err := args.Body()
			if err != nil {
				return mcp.Result{}, err
			}
			recipe, err := t.api.Create(ctx, body)
			return mcp.Result{Structured: recipe}, err
		},
	}
}
