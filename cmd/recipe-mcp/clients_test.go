package main_test

// MCP's own clients cook over HTTP: each in the eras that it speaks, with and without
// a token. What isn't Go is in tools/clients.

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	vaultrecipe "github.com/mcp-adapters/mcp-adapters/recipe"
)

const (
	clientsFolder = "../../internal/tools/clients"

	handshake = "2025-11-25" // the newest version of that era
	modern    = "2026-07-28"

	signInFirst = "This server requires a token; have your client send it as the header Authorization: Bearer TOKEN." // from clients that show the answer's body
)

// client is one that is connected to a server.
type client interface {
	version() string
	tools(t *testing.T) []string
	// call calls a tool. It returns the structured content, or what the client says
	// of a refusal.
	call(t *testing.T, tool string, arguments any) (content json.RawMessage, refusal string)
	resources(t *testing.T) (names []string)
	read(t *testing.T, uri string) (text string)
	// prompt returns the text of a prompt, and of the recipe that comes with it.
	prompt(t *testing.T, name string, arguments map[string]string) (text string)
	// complete returns the suggestions for a prompt's argument, nil if the client has no
	// completion.
	complete(t *testing.T, prompt, argument, value string) []string
	close(t *testing.T)
}

// place is where a client connects, as tools/clients reads it.
type place struct {
	URL   string `json:"url"`
	Token string `json:"token,omitempty"`
	Mode  string `json:"mode,omitempty"` // the client's name for the eras it tries
}

// connect connects a client, or returns why it could not.
type connect func(t *testing.T, p place) (c client, refusal string)

// cookEverywhere has a client cook in a vault with and without a token, in each of
// the modes that lead to a version. Without the token that is needed, it says
// that it is unauthorized.
func cookEverywhere(t *testing.T, connect connect, versions map[string]string, unauthorized string) {
	t.Helper()
	t.Run("no token", func(t *testing.T) {
		t.Parallel()
		p := tokenServer(t)
		if c, got := connect(t, p); !strings.Contains(got, unauthorized) {
			t.Errorf("the client is %v and says %q, want %q", c, got, unauthorized)
		}
	})
	for mode, version := range versions {
		for name, serve := range map[string]func(*testing.T) place{"none": openServer, "token": tokenServer} {
			t.Run(cmp.Or(mode, "default")+", "+name, func(t *testing.T) {
				t.Parallel()
				p := serve(t)
				p.Mode = mode
				if name == "token" {
					p.Token = token
				}
				c, refusal := connect(t, p)
				if refusal != "" {
					t.Fatal(refusal)
				}
				if got := c.version(); got != version {
					t.Errorf("the version is %q, want %q", got, version)
				}
				cook(t, c)
				c.close(t)
			})
		}
	}
}

// everySet offers all the tools there are.
const everySet = "TOOLSETS=core,manage,cook"

func openServer(t *testing.T) place {
	t.Helper()
	return place{URL: "http://" + harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", everySet).Serve().Address + "/mcp"}
}

func tokenServer(t *testing.T) place {
	t.Helper()
	return place{URL: "http://" + harness.Program(t, "recipe-mcp").
		Set("HTTP_ADDR=127.0.0.1:0", "AUTH=token", "AUTH_TOKEN="+token, "ALLOW_ALL_FAMILIES=1", everySet).Serve().Address + "/mcp"}
}

// cook is a whole session.
func cook(t *testing.T, c client) {
	t.Helper()
	var names []string
	for _, tool := range vaultrecipe.Tools(nil, vaultrecipe.ToolOptions{Sets: vaultrecipe.Sets()}) {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	if tools := c.tools(t); !slices.Equal(tools, names) {
		t.Errorf("the tools are %q, want %q", tools, names)
	}
	if rows := cooked[struct{ Recipes []recipe }](t, c, "list_recipes", map[string]any{}); len(rows.Recipes) != 0 {
		t.Errorf("the vault isn't empty: %+v", rows)
	}
	created := cooked[recipe](t, c, "create_recipe", json.RawMessage(stew))
	checkStew(t, created)
	id := map[string]any{"recipe_id": created.ID}
	checkStew(t, cooked[recipe](t, c, "get_recipe", id))
	if updated := cooked[recipe](t, c, "update_recipe", map[string]any{"recipe_id": created.ID, "difficulty": 5}); *updated.Difficulty != 5 {
		t.Errorf("updated: %+v", updated)
	}
	rows := cooked[struct{ Recipes []recipe }](t, c, "list_recipes", map[string]any{})
	if len(rows.Recipes) != 1 || rows.Recipes[0].ID != created.ID || *rows.Recipes[0].Difficulty != 5 {
		t.Errorf("the list: %+v", rows)
	}
	for _, tt := range []struct {
		tool      string
		arguments any
		sentence  string
	}{
		{"create_recipe", map[string]any{"title": strings.ToUpper(created.Title)}, "A recipe with that title already exists; choose another title, or change the existing recipe. It is \"Stew\" (id "},
		{"get_recipe", map[string]any{"recipe_id": noRecipe}, "No recipe with id " + noRecipe + " was found."},
		{"update_recipe", map[string]any{"recipe_id": created.ID, "difficulty": 6}, "difficulty must be between 1 and 5"},
	} {
		if content, refusal := c.call(t, tt.tool, tt.arguments); !strings.Contains(refusal, tt.sentence) {
			t.Errorf("%s: the client got %s and says %q, want %q", tt.tool, content, refusal, tt.sentence)
		}
	}
	if got := cooked[recipe](t, c, "get_recipe", id); *got.Difficulty != 5 {
		t.Errorf("after the refusals: %+v", got)
	}
	attach(t, c, created)
	plan(t, c, created)
}

// plan finds recipes, changes one, and makes a meal of them.
func plan(t *testing.T, c client, stew recipe) {
	t.Helper()
	type rows struct {
		Recipes      []recipe
		Total, Shown int
		Next         string `json:"next_cursor"`
	}
	salad := cooked[recipe](t, c, "create_recipe", json.RawMessage(`{"title":"Onion salad","description":"A quick side.","prep_time_minutes":"10","servings":3,"ingredients":{"name":"onions","quantity":"1 1/2"}}`))
	page := cooked[rows](t, c, "list_recipes", map[string]any{"limit": 1})
	if len(page.Recipes) != 1 || page.Recipes[0].ID != salad.ID || page.Total != 2 || page.Shown != 1 {
		t.Errorf("the first page: %+v", page)
	}
	page = cooked[rows](t, c, "list_recipes", map[string]any{"limit": 1, "cursor": page.Next})
	if len(page.Recipes) != 1 || page.Recipes[0].ID != stew.ID || page.Next != "" {
		t.Errorf("the second page: %+v", page)
	}
	if found := cooked[rows](t, c, "list_recipes", map[string]any{"query": "SLOW", "max_total_minutes": 200}); len(found.Recipes) != 1 || found.Recipes[0].ID != stew.ID {
		t.Errorf("found: %+v", found)
	}
	if short := cooked[recipe](t, c, "get_recipe", map[string]any{"recipe_id": stew.ID, "detail": "cook"}); short.Ingredients[2].ID != "" || short.Ingredients[2].Name != "salt" {
		t.Errorf("for a cook: %+v", short)
	}
	edits := map[string]any{"recipe_id": stew.ID, "ingredient_edits": []any{map[string]any{"op": "replace", "name": "salt", "ingredient": map[string]any{"name": "sea salt"}}}}
	if edited := cooked[recipe](t, c, "update_recipe", edits); edited.Ingredients[2].Name != "sea salt" || len(edited.Ingredients) != 3 {
		t.Errorf("edited: %+v", edited)
	}
	scaled := cooked[struct {
		Ingredients []struct{ Name, Shown, Mark string }
	}](t, c, "scale_recipe", map[string]any{"recipe_id": stew.ID, "servings": 12})
	if got := scaled.Ingredients[0]; got.Shown != "3 kg" || got.Mark != "scaled" {
		t.Errorf("scaled: %+v", scaled)
	}
	type item struct {
		Name, Amount string
		Recipes      []string
	}
	list := cooked[struct{ Sections []struct{ Items []item } }](t, c, "shopping_list", map[string]any{"recipes": []any{
		map[string]any{"recipe_id": stew.ID, "servings": 12}, map[string]any{"recipe_id": salad.ID},
	}})
	var onions []item
	for _, section := range list.Sections {
		for _, i := range section.Items {
			if strings.HasPrefix(i.Name, "onion") {
				onions = append(onions, i)
			}
		}
	}
	if len(onions) != 1 || len(onions[0].Recipes) != 2 {
		t.Errorf("onions to buy: %+v of %+v", onions, list)
	}
	deleted := cooked[struct{ Deleted recipe }](t, c, "delete_recipe", map[string]any{"recipe_id": salad.ID, "title": "onion SALAD"})
	if left := c.resources(t); deleted.Deleted.ID != salad.ID || slices.Contains(left, salad.Title) {
		t.Errorf("deleted: %+v; left: %q", deleted, left)
	}
}

// attach does what a person does without a model: lists the recipes, attaches one, and
// picks a prompt.
func attach(t *testing.T, c client, stew recipe) {
	t.Helper()
	if names := c.resources(t); !slices.Contains(names, stew.Title) {
		t.Errorf("the resources are %q", names)
	}
	uri := "recipe://" + stew.ID
	if page := c.read(t, uri); !strings.HasPrefix(page, "# "+stew.Title+"\n") || !strings.Contains(page, "- salt, to taste\n") {
		t.Errorf("the page is %s", page)
	}
	var same recipe
	if err := json.Unmarshal([]byte(c.read(t, uri+".json")), &same); err != nil || same.ID != stew.ID {
		t.Errorf("as JSON: %+v, %v", same, err)
	}
	if titles := c.complete(t, "cook_recipe", "recipe", "st"); titles != nil && !slices.Equal(titles, []string{stew.Title}) {
		t.Errorf("the suggestions are %q", titles)
	}
	if text := c.prompt(t, "cook_recipe", map[string]string{"recipe": "STEW"}); !strings.Contains(text, "step by step") || !strings.Contains(text, "- salt, to taste\n") {
		t.Errorf("the prompt is %s", text)
	}
}

// cooked calls a tool that does as it is told.
func cooked[T any](t *testing.T, c client, tool string, arguments any) (value T) {
	t.Helper()
	content, refusal := c.call(t, tool, arguments)
	if refusal != "" {
		t.Fatalf("%s: %s", tool, refusal)
	}
	if err := json.Unmarshal(content, &value); err != nil {
		t.Fatalf("%s: %v: %s", tool, err, content)
	}
	return value
}
