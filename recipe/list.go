package recipe

import (
	"context"

	"mcp-adapters/apiclient"
	"mcp-adapters/mcp"
	"mcp-adapters/mcp/schema"
)

func (t tools) listRecipes() mcp.Tool {
	return mcp.Tool{
		Name:  "list_recipes",
		Title: "List recipes",
		Description: "List every recipe in the vault, ordered by title, each with its id, title, description, times, servings and difficulty, but without ingredients and steps. " +
			"Use it to find recipes, to answer what could be cooked, and to learn the id that the other tools need. It needs no arguments.",
		Hints:  mcp.Hints{ReadOnly: true, Idempotent: true},
		Input:  nothing(),
		Output: rows(),
		Plain:  machineText(),
		Call: func(ctx context.Context, _ schema.Arguments) (mcp.Result, error) {
			ctx, release := apiclient.Hold(ctx)
			list, err := t.api.List(ctx)
			return read(list, "recipes", release, err)
		},
	}
}
