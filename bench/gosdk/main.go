// Command gosdk is the four tools written straightforwardly on the official Go
// SDK.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcp-adapters/mcp-adapters/bench/rest"
)

type nothing struct{}

type byID struct {
	RecipeID string `json:"recipe_id" jsonschema:"the recipe's id"`
}

type recipe struct {
	Title           string           `json:"title,omitempty"`
	Description     string           `json:"description,omitempty"`
	PrepTimeMinutes int              `json:"prep_time_minutes,omitempty"`
	CookTimeMinutes int              `json:"cook_time_minutes,omitempty"`
	Servings        int              `json:"servings,omitempty"`
	Difficulty      int              `json:"difficulty,omitempty"`
	Ingredients     []map[string]any `json:"ingredients,omitempty"`
	Steps           []map[string]any `json:"steps,omitempty"`
}

type change struct {
	byID
	recipe
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "gosdk", Version: "1.0.0"}, nil)
	api := rest.New()
	mcp.AddTool(s, &mcp.Tool{Name: "list_recipes", Description: "List every recipe."},
		func(ctx context.Context, _ *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
			rows, err := api.Call(ctx, http.MethodGet, "", nil)
			return result(rest.Recipes(rows), err)
		})
	mcp.AddTool(s, &mcp.Tool{Name: "get_recipe", Description: "Get one complete recipe."},
		func(ctx context.Context, _ *mcp.CallToolRequest, args byID) (*mcp.CallToolResult, any, error) {
			return result(api.Call(ctx, http.MethodGet, "/"+url.PathEscape(args.RecipeID), nil))
		})
	mcp.AddTool(s, &mcp.Tool{Name: "create_recipe", Description: "Save a new recipe."},
		func(ctx context.Context, _ *mcp.CallToolRequest, args recipe) (*mcp.CallToolResult, any, error) {
			return result(api.Call(ctx, http.MethodPost, "", args))
		})
	mcp.AddTool(s, &mcp.Tool{Name: "update_recipe", Description: "Change a recipe."},
		func(ctx context.Context, _ *mcp.CallToolRequest, args change) (*mcp.CallToolResult, any, error) {
			return result(api.Call(ctx, http.MethodPut, "/"+url.PathEscape(args.RecipeID), args.recipe))
		})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func result(answer json.RawMessage, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(answer)}},
		StructuredContent: answer,
	}, nil, nil
}
