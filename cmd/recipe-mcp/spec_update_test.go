package main_test

// The scenarios of "Update Recipe via MCP".

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

func TestUpdateRecipeViaMCP(t *testing.T) {
	t.Parallel()
	t.Run("Update recipe difficulty via MCP", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			before := s.call("create_recipe", stew).recipe(t)
			for _, difficulty := range []string{"1", "5"} {
				s.call("update_recipe", `{"recipe_id":"`+before.ID+`","difficulty":`+difficulty+`}`).recipe(t)
			}
			after := s.call("update_recipe", `{"recipe_id":"`+before.ID+`","difficulty":2}`).recipe(t)
			if after.Difficulty == nil || *after.Difficulty != 2 {
				t.Errorf("difficulty is %v, want 2", after.Difficulty)
			}
			if after.UpdatedAt <= before.UpdatedAt || after.CreatedAt != before.CreatedAt {
				t.Errorf("updated_at went from %q to %q, created_at from %q to %q", before.UpdatedAt, after.UpdatedAt, before.CreatedAt, after.CreatedAt)
			}
			if n := stored[int](t, w, "SELECT difficulty FROM recipes WHERE id = ?", before.ID); n != 2 {
				t.Errorf("the database holds the difficulty %d, want 2", n)
			}
		})
	})
	t.Run("Update multiple fields including difficulty", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			before := s.call("create_recipe", stew).recipe(t)
			after := s.call("update_recipe", `{"recipe_id":"`+before.ID+`","title":"Goulash","difficulty":4}`).recipe(t)
			if after.Title != "Goulash" || after.Difficulty == nil || *after.Difficulty != 4 {
				t.Errorf("updated to %+v", after)
			}
			if diff := cmp.Diff(before, after, cmpopts.IgnoreFields(recipe{}, "Title", "Difficulty", "UpdatedAt")); diff != "" {
				t.Errorf("other fields changed (-before +after):\n%s", diff)
			}
			got := s.call("get_recipe", `{"recipe_id":"`+before.ID+`"}`).recipe(t)
			if diff := cmp.Diff(after, got); diff != "" {
				t.Errorf("update and get differ (-update +get):\n%s", diff)
			}
		})
	})
	t.Run("Update recipe with invalid difficulty", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			before := s.call("create_recipe", stew).recipe(t)
			for _, difficulty := range []string{"0", "6", "-1", "2147483648"} {
				s.call("update_recipe", `{"recipe_id":"`+before.ID+`","title":"Other","difficulty":`+difficulty+`}`).
					fails(t, -32602, "invalid_params", "difficulty must be between 1 and 5")
			}
			after := s.call("get_recipe", `{"recipe_id":"`+before.ID+`"}`).recipe(t)
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("a refused change was saved (-before +after):\n%s", diff)
			}
		})
	})
	t.Run("Update recipe that doesn't exist", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			w.start(t).call("update_recipe", `{"recipe_id":"`+noRecipe+`","difficulty":2}`).fails(t, -32001, "not_found", "recipe", noRecipe, "found")
		})
	})
	t.Run("Update recipe in different family", func(t *testing.T) {
		t.Parallel()
		a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)})
		alice := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL=alice@example.com")
		carol := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL=carol@example.com")
		secret := alice.call("create_recipe", `{"title":"Secret sauce","description":"Nobody knows."}`).recipe(t)
		refused := carol.call("update_recipe", `{"recipe_id":"`+secret.ID+`","difficulty":2}`)
		refused.fails(t, -32001, "not_found", "recipe", "found")
		unknown := carol.call("update_recipe", `{"recipe_id":"`+noRecipe+`","difficulty":2}`)
		refused.Error.Message = strings.ReplaceAll(refused.Error.Message, secret.ID, noRecipe)
		if diff := cmp.Diff(unknown.Error, refused.Error); diff != "" {
			t.Errorf("another family's recipe is told from none (-none +theirs):\n%s", diff)
		}
		carol.call("get_recipe", `{"recipe_id":"`+secret.ID+`"}`).fails(t, -32001, "not_found")
		if got := alice.call("get_recipe", `{"recipe_id":"`+secret.ID+`"}`).recipe(t); got.Difficulty != nil {
			t.Errorf("the recipe was changed: %+v", got)
		}
	})
	t.Run("Update recipe in god mode", func(t *testing.T) {
		t.Parallel()
		a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)})
		god := start(t, a.setting(), "API_KEY="+apiKey)
		for i, email := range []string{"alice@example.com", "carol@example.com"} {
			member := start(t, a.setting(), "API_KEY="+apiKey, "USER_EMAIL="+email)
			created := member.call("create_recipe", `{"title":"Soup `+string(rune('A'+i))+`"}`).recipe(t)
			updated := god.call("update_recipe", `{"recipe_id":"`+created.ID+`","difficulty":2}`).recipe(t)
			if updated.Difficulty == nil || *updated.Difficulty != 2 || updated.ID != created.ID {
				t.Errorf("updated to %+v", updated)
			}
		}
	})
}
