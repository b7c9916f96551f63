package recipe_test

import (
	"encoding/json"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// With the detail "cook" a recipe has what a cook needs: all but dates, authors, and the
// ids and places of ingredients and steps.
func TestGet_Detail(t *testing.T) {
	t.Parallel()
	const id = `"id":"00000000-0000-4000-8000-000000000001"`
	for full, cook := range map[string]string{
		`{` + id + `,"title":"Soup"}`: `{` + id + `,"title":"Soup"}`,
		`{"created_at":"a",` + id + `,"title":"Soup","servings":2,"photo_filename":"a.jpg","ingredients":[{"id":"i","recipe_id":"r","position":0,"name":"leek \"x\"","quantity":1.50,"unit":"kg"},{"position":1,"name":"salt","notes":"fine"}],` +
			`"steps":[{"instruction":"Stir.","id":"s","of":{"id":"kept"},"duration_minutes":5},{"id":"t"}],"updated_at":"b","rating":{"id":5},"created_by":"c","updated_by":"d"}`: `{` + id + `,"title":"Soup","servings":2,"photo_filename":"a.jpg","ingredients":[{"name":"leek \"x\"","quantity":1.50,"unit":"kg"},{"name":"salt","notes":"fine"}],` +
			`"steps":[{"instruction":"Stir.","of":{"id":"kept"},"duration_minutes":5},{}],"rating":{"id":5}}`,
		`{` + id + `,"title":"Soup","steps":[],"ingredients":[],"updated_at":"b"}`: `{` + id + `,"title":"Soup","steps":[],"ingredients":[]}`,
	} {
		s := recipeServer(t, canned{body: json.RawMessage(full)})
		for detail, want := range map[string]string{`,"detail":"cook"`: cook, `,"detail":"full"`: full, ``: full} {
			got := mcptest.Call(t, s, "get_recipe", `{"recipe_id":"00000000-0000-4000-8000-000000000001"`+detail+`}`, mcptest.Legacy)
			if string(got.Result.StructuredContent) != want {
				t.Errorf("%s of %s\n is %s\nwant %s", detail, full, got.Result.StructuredContent, want)
			}
		}
	}
}
