// Command stockmcpgo is the four tools written straightforwardly on mcp-go with
// its own stdio server.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"github.com/mcp-adapters/mcp-adapters/bench/rest"
)

func main() {
	s := mcpserver.NewMCPServer("stock", "1.0.0", mcpserver.WithToolCapabilities(false))
	api := rest.New()
	s.AddTool(mcp.NewTool("list_recipes", mcp.WithDescription("List every recipe.")),
		func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			rows, err := api.Call(ctx, http.MethodGet, "", nil)
			return result(rest.Recipes(rows), err)
		})
	s.AddTool(mcp.NewTool("get_recipe", mcp.WithDescription("Get one complete recipe."), recipeID()),
		func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			id, err := request.RequireString("recipe_id")
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			return result(api.Call(ctx, http.MethodGet, "/"+url.PathEscape(id), nil))
		})
	s.AddTool(mcp.NewTool("create_recipe", recipe(mcp.WithDescription("Save a new recipe."), mcp.WithString("title", mcp.Required()))...),
		func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if _, err := request.RequireString("title"); err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			return result(api.Call(ctx, http.MethodPost, "", request.GetArguments()))
		})
	s.AddTool(mcp.NewTool("update_recipe", recipe(mcp.WithDescription("Change a recipe."), recipeID(), mcp.WithString("title"))...),
		func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			id, err := request.RequireString("recipe_id")
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			body := request.GetArguments()
			delete(body, "recipe_id")
			return result(api.Call(ctx, http.MethodPut, "/"+url.PathEscape(id), body))
		})
	if err := mcpserver.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func result(answer json.RawMessage, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultStructured(answer, string(answer)), nil
}

func recipeID() mcp.ToolOption {
	return mcp.WithString("recipe_id", mcp.Required(), mcp.Description("The recipe's id."))
}

func recipe(first ...mcp.ToolOption) []mcp.ToolOption {
	return append(first,
		mcp.WithString("description"),
		mcp.WithNumber("prep_time_minutes"), mcp.WithNumber("cook_time_minutes"),
		mcp.WithNumber("servings"), mcp.WithNumber("difficulty"),
		mcp.WithArray("ingredients"), mcp.WithArray("steps"),
	)
}
