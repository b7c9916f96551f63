package main_test

// The built recipe-mcp against what plays the server that the contract was
// observed on.

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/original"
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

func TestOriginal(t *testing.T) {
	t.Parallel()
	a, played := serveOriginal(t)
	as := func(address string) *server {
		return start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL="+address, "SHOW_AUTHORS=true")
	}
	alice, bob, carol := as("alice@example.com"), as("bob@example.com"), as("carol@example.com")

	made := alice.call("create_recipe", stew).recipe(t)
	if made.CreatedBy != "alice@example.com" {
		t.Errorf("created by %q", made.CreatedBy)
	}
	plain := made
	plain.CreatedBy, plain.UpdatedBy = "", ""
	checkStew(t, plain)
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
