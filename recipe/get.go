package recipe

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func (t tools) getRecipe() mcp.Tool {
	return mcp.Tool{
		Name:  "get_recipe",
		Title: "Get a recipe",
		Description: "Get one complete recipe: everything that list_recipes shows, with its ingredients and steps in order. " +
			"Use it before cooking, scaling, or changing a recipe. It needs recipe_id, an id that list_recipes gave.",
		Hints:   mcp.Hints{ReadOnly: true, Idempotent: true},
		Input:   t.one(),
		Output:  details(),
		Explain: t.explainID,
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			ctx, release := apiclient.Hold(ctx)
			recipe, err := t.api.Get(ctx, idOf(args))
			if err == nil && args.Text("detail") == "cook" {
				recipe = forCooking(recipe)
			}
			return read(recipe, "", release, err)
		},
	}
}

// read is the result of a read. Its answer has room until it is written: reads run
// side by side, and a list may be long. Writes run alone.
func read(answer json.RawMessage, member string, release func(), err error) (mcp.Result, error) {
	if err != nil {
		release()
		return mcp.Result{}, err
	}
	return mcp.Result{Structured: answer, Member: member, Release: release}, nil
}

// idOf gives the recipe_id as UUIDs are written (RFC 9562): some servers take
// one in upper case for another.
func idOf(args schema.Arguments) string { return strings.ToLower(args.Text("recipe_id")) }
