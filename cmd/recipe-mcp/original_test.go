package main_test

// The built recipe-mcp against what plays the server that the contract was
// observed on.

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/original"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// serveOriginal serves two families: alice with bob, and carol.
func serveOriginal(t *testing.T) (*api, *original.Server) {
	t.Helper()
	played := original.New(original.Options{
		Key:      apiKey,
		Families: [][]string{{"alice@example.com", "bob@example.com"}, {"carol@example.com"}},
	})
	return serve(t, played), played
}

// TestOriginal_Lengths has a title in Japanese that is short in characters and
// long in bytes: the original would refuse it, so that it isn't sent, and a vault
// of ours takes it.
func TestOriginal_Lengths(t *testing.T) {
	t.Parallel()
	title := strings.Repeat("語", 67)
	create := `{"title":"` + title + `"}`
	a, _ := serveOriginal(t)
	s := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL=alice@example.com")
	for range 2 {
		s.call("create_recipe", create).fails(t, -32602, "invalid_params", "title is 201 bytes long, and the Recipe Vault accepts at most 200 bytes of UTF-8", "its first 66 characters fit")
	}
	short := s.call("create_recipe", `{"title":"`+strings.Repeat("語", 66)+`"}`).recipe(t)
	s.call("update_recipe", `{"recipe_id":"`+short.ID+`","description":"`+strings.Repeat("語", 667)+`"}`).
		fails(t, -32602, "invalid_params", "description is 2001 bytes long", "its first 666 characters fit")
	var asked []string
	for _, r := range a.seen() {
		asked = append(asked, r.Method+" "+r.URL.Path)
	}
	if got := strings.Join(asked, ", "); got != "GET /house/api/openapi.json, POST /house/api/recipes" {
		t.Errorf("the original was asked %s", got)
	}

	served := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db")})
	for _, settings := range [][]string{{served.setting(), "API_KEY=" + apiKey}, {"DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "recipes.db")}} {
		ours := start(t, settings...)
		if got := ours.call("create_recipe", create).recipe(t); got.Title != title {
			t.Errorf("title %q", got.Title)
		}
	}
}

func TestOriginal(t *testing.T) {
	t.Parallel()
	a, played := serveOriginal(t)
	as := func(address string) *server {
		return start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL="+address, "SHOW_AUTHORS=true")
	}
	alice, bob, carol := as("alice@example.com"), as("bob@example.com"), as("carol@example.com")

	made := alice.call("create_recipe", stew).recipe(t)
	checkContractStew(t, made)
	bare := alice.call("create_recipe", `{"title":"Soup"}`).recipe(t)
	played.Rate()
	if got := bob.call("get_recipe", `{"recipe_id":"`+bare.ID+`"}`).recipe(t); got.Difficulty == nil || *got.Difficulty != 2 {
		t.Errorf("not rated: %+v", got)
	}
	if got := titles(bob.call("list_recipes", `{}`).recipes(t)); got != "Soup,Stew" {
		t.Errorf("bob sees %q", got)
	}
	got := bob.call("update_recipe", `{"recipe_id":"`+made.ID+`","servings":8,"ingredients":[{"name":"beef","quantity":0.1}]}`).recipe(t)
	if *got.Servings != 8 || len(got.Ingredients) != 1 || *got.Ingredients[0].Quantity != 0.1 || got.UpdatedBy != "bob@example.com" {
		t.Errorf("updated to %+v", got)
	}

	carol.call("create_recipe", `{"title":"STEW"}`).fails(t, -32002, "conflict", "cannot see", "STEW (2)")
	carol.call("get_recipe", `{"recipe_id":"`+made.ID+`"}`).fails(t, -32001, "not_found", made.ID)
	carol.call("update_recipe", `{"recipe_id":"`+made.ID+`","servings":1}`).fails(t, -32001, "not_found", made.ID)
	if rows := carol.call("list_recipes", `{}`).recipes(t); len(rows) != 0 {
		t.Errorf("carol sees %+v", rows)
	}
	as("eve@example.com").call("list_recipes", `{}`).fails(t, -32603, "forbidden", "USER_EMAIL")
	if rows := start(t, a.setting(), "API_KEY="+apiKey).call("list_recipes", `{}`).recipes(t); len(rows) != 2 {
		t.Errorf("god sees %+v", rows)
	}
	for _, r := range a.seen() {
		if write := r.Method == "POST" || r.Method == "PUT"; write && !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
			t.Errorf("%s without its content type", r.Method)
		}
	}
}
