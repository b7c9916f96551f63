// Command tour starts recipe-mcp as a desktop client would and creates, lists,
// changes and reads a recipe over its stdin and stdout. It prints the messages,
// "->" to the server and "<-" from it.
//
// The recipe is kept in an embedded vault in a temporary directory, so the tour
// does not touch your own recipes.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/examples/internal/example"
)

func main() { example.Main("tour", tour) }

func tour(ctx context.Context, dir string, out io.Writer) error {
	s, err := example.Start(ctx, recipemcp.Program(), dir, out, "DATABASE_URL=sqlite:"+filepath.Join(dir, "recipes.db"))
	if err != nil {
		return err
	}
	return s.End(visit{s, out}.cook())
}

// visit is one tour of a running server.
type visit struct {
	*example.Session
	out io.Writer
}

func (v visit) cook() error {
	created, err := v.call("create_recipe", `{"title":"Tomato soup","description":"A quick soup for cold days.","cook_time_minutes":25,"servings":4,"difficulty":1,`+
		`"ingredients":[{"name":"tomatoes","quantity":800,"unit":"g"},{"name":"salt","notes":"to taste"}],`+
		`"steps":[{"instruction":"Simmer the tomatoes.","duration_minutes":20},{"instruction":"Blend and season."}]}`)
	if err != nil {
		return err
	}
	var recipe struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(created.Structured, &recipe); err != nil {
		return err
	}
	for _, call := range []struct{ tool, arguments string }{
		{"list_recipes", `{}`},
		{"update_recipe", `{"recipe_id":"` + recipe.ID + `","difficulty":2}`},
		{"get_recipe", `{"recipe_id":"` + recipe.ID + `"}`},
	} {
		if _, err := v.call(call.tool, call.arguments); err != nil {
			return err
		}
	}
	return nil
}

// call calls a tool. A blank line follows its messages.
func (v visit) call(tool, arguments string) (example.Result, error) {
	result, err := v.Call(tool, json.RawMessage(arguments))
	fmt.Fprintln(v.out)
	return result, err
}
