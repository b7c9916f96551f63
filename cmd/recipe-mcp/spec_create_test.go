package main_test

// The scenarios of "Create Recipe via MCP".

import (
	"testing"
)

func TestCreateRecipeViaMCP(t *testing.T) {
	t.Parallel()
	t.Run("Create recipe with minimal fields", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			got := w.start(t).call("create_recipe", `{"title":"Simple Pasta","description":"Pasta with oil."}`).recipe(t)
			if got.Title != "Simple Pasta" || got.Description == nil || *got.Description != "Pasta with oil." {
				t.Errorf("created %+v", got)
			}
			if !uuidForm.MatchString(got.ID) {
				t.Errorf("id %q is not a UUID", got.ID)
			}
			if !timeForm.MatchString(got.CreatedAt) || !timeForm.MatchString(got.UpdatedAt) {
				t.Errorf("created_at is %q and updated_at is %q", got.CreatedAt, got.UpdatedAt)
			}
			if title := stored[string](t, w, "SELECT title FROM recipes WHERE id = ?", got.ID); title != "Simple Pasta" {
				t.Errorf("the database holds the title %q", title)
			}
		})
	})
	t.Run("Create recipe with full details", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			got := w.start(t).call("create_recipe", stew).recipe(t)
			checkStew(t, got)
			names := stored[string](t, w, "SELECT group_concat(position || name) FROM (SELECT * FROM ingredients WHERE recipe_id = ? ORDER BY position)", got.ID)
			if names != "0beef,1onions,2salt" {
				t.Errorf("the database holds the ingredients %q", names)
			}
			steps := stored[string](t, w, "SELECT group_concat(position || instruction) FROM (SELECT * FROM steps WHERE recipe_id = ? ORDER BY position)", got.ID)
			if steps != "0Brown the beef.,1Stew it." {
				t.Errorf("the database holds the steps %q", steps)
			}
		})
	})
	t.Run("Create recipe with duplicate title", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			s.call("create_recipe", `{"title":"Chocolate Cake"}`).recipe(t)
			for _, title := range []string{"Chocolate Cake", "CHOCOLATE cake"} {
				s.call("create_recipe", `{"title":"`+title+`"}`).fails(t, -32002, "conflict", "title", "already exists")
			}
			if n := stored[int](t, w, "SELECT count(*) FROM recipes"); n != 1 {
				t.Errorf("%d recipes are stored, want 1", n)
			}
		})
	})
	t.Run("Create recipe with missing required field", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			for _, arguments := range []string{`{}`, `{"description":"No title."}`, `{"title":null}`, `null`} {
				s.call("create_recipe", arguments).fails(t, -32602, "invalid_params", "title is required")
			}
			s.call("create_recipe", `{"title":"x","ingredients":[{"unit":"g"}]}`).fails(t, -32602, "invalid_params", "ingredients[0].name is required")
			s.call("create_recipe", `{"title":"x","steps":[{"instruction":"a"},{}]}`).fails(t, -32602, "invalid_params", "steps[1].instruction is required")
			if rows := s.call("list_recipes", `{}`).recipes(t); len(rows) != 0 {
				t.Errorf("a refused recipe was saved: %+v", rows)
			}
		})
	})
	t.Run("Create recipe with invalid servings", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			for _, servings := range []string{`-5`, `0`, `2147483648`, `1.5`, `"four"`, `1e400`} {
				a := s.call("create_recipe", `{"title":"x","servings":`+servings+`}`)
				a.fails(t, -32602, "invalid_params", "servings")
				if a.Error.Data.Field != "servings" {
					t.Errorf("the field at fault is %q", a.Error.Data.Field)
				}
			}
			if rows := s.call("list_recipes", `{}`).recipes(t); len(rows) != 0 {
				t.Errorf("a refused recipe was saved: %+v", rows)
			}
		})
	})
}
