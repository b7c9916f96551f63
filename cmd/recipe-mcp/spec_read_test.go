package main_test

// The scenarios of "List Recipes via MCP" and "Retrieve Recipe Details via MCP".

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestListRecipesViaMCP(t *testing.T) {
	t.Parallel()
	t.Run("List all recipes", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			bread := s.call("create_recipe", `{"title":"bread","description":"With rye."}`).recipe(t)
			apple := s.call("create_recipe", `{"title":"Apple pie"}`).recipe(t)
			rows := s.call("list_recipes", `{}`).recipes(t)
			if len(rows) != 2 || rows[0].ID != apple.ID || rows[1].ID != bread.ID || rows[0].Title != "Apple pie" {
				t.Fatalf("list is %+v, want Apple pie and then bread", rows)
			}
			for i, want := range []string{"", "With rye."} {
				if got := rows[i].Description; got == nil || *got != want {
					t.Errorf("row %d has the description %v, want %q", i, got, want)
				}
			}
		})
	})
	t.Run("List recipes from empty database", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			for _, arguments := range []string{`{}`, `null`} {
				if rows := s.call("list_recipes", arguments).recipes(t); len(rows) != 0 {
					t.Errorf("list is %+v, want []", rows)
				}
			}
			if rows := s.request("tools/call", `{"name":"list_recipes"}`).recipes(t); len(rows) != 0 {
				t.Errorf("list is %+v, want []", rows)
			}
		})
	})
}

func TestRetrieveRecipeDetailsViaMCP(t *testing.T) {
	t.Parallel()
	t.Run("Get recipe by valid ID", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			created := s.call("create_recipe", stew).recipe(t)
			got := s.call("get_recipe", `{"recipe_id":"`+created.ID+`"}`).recipe(t)
			if diff := cmp.Diff(created, got); diff != "" {
				t.Errorf("create and get differ (-create +get):\n%s", diff)
			}
			checkStew(t, got)
		})
	})
	t.Run("Get recipe with invalid ID", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			w.start(t).call("get_recipe", `{"recipe_id":"`+noRecipe+`"}`).fails(t, -32001, "not_found", "recipe", noRecipe, "found")
		})
	})
	t.Run("Get recipe with malformed ID", func(t *testing.T) {
		eachVault(t, func(t *testing.T, w world) {
			s := w.start(t)
			for _, id := range []string{"not-a-uuid", "", "{" + noRecipe + "}", "urn:uuid:" + noRecipe, "123e4567e89b42d3a456426614174000", ".."} {
				s.call("get_recipe", `{"recipe_id":"`+id+`"}`).fails(t, -32602, "invalid_params", "recipe_id", "an id from list_recipes")
			}
			s.call("get_recipe", `{"recipe_id":7}`).fails(t, -32602, "invalid_params", "recipe_id", "an id from list_recipes")
			for _, id := range []string{" " + noRecipe, noRecipe + "\\n"} { // white space is no part of an id
				s.call("get_recipe", `{"recipe_id":"`+id+`"}`).fails(t, -32001, "not_found", noRecipe)
			}
			s.call("get_recipe", `{}`).fails(t, -32602, "invalid_params", "recipe_id is required")
		})
	})
}

// checkStew checks that got is the recipe of the constant stew, whole and in
// order.
func checkStew(t *testing.T, got recipe) {
	t.Helper()
	prep, cook, servings, difficulty := 20, 120, 6, 3
	description, kilos, pieces := "A slow stew.", 1.5, 3.0
	short, long, hot := 10, 110, 160
	want := recipe{
		Title: "Stew", Description: &description, PrepTimeMinutes: &prep, CookTimeMinutes: &cook, Servings: &servings, Difficulty: &difficulty,
		Ingredients: []ingredient{
			{Position: 0, Name: "beef", Quantity: &kilos, Unit: "kg"},
			{Position: 1, Name: "onions", Quantity: &pieces},
			{Position: 2, Name: "salt", Notes: "to taste"},
		},
		Steps: []step{
			{Position: 0, Instruction: "Brown the beef.", DurationMinutes: &short},
			{Position: 1, Instruction: "Stew it.", DurationMinutes: &long, TemperatureValue: &hot, TemperatureUnit: "Celsius"},
		},
	}
	plain := got
	plain.ID, plain.CreatedAt, plain.UpdatedAt = "", "", ""
	plain.Ingredients = append([]ingredient(nil), got.Ingredients...)
	plain.Steps = append([]step(nil), got.Steps...)
	for i := range plain.Ingredients {
		checkPart(t, got.ID, plain.Ingredients[i].RecipeID, plain.Ingredients[i].ID)
		plain.Ingredients[i].ID, plain.Ingredients[i].RecipeID = "", ""
	}
	for i := range plain.Steps {
		checkPart(t, got.ID, plain.Steps[i].RecipeID, plain.Steps[i].ID)
		plain.Steps[i].ID, plain.Steps[i].RecipeID = "", ""
	}
	if diff := cmp.Diff(want, plain); diff != "" {
		t.Errorf("the recipe is not what was sent (-want +got):\n%s", diff)
	}
}

func checkPart(t *testing.T, recipeID, partOf, id string) {
	t.Helper()
	if partOf != recipeID || !uuidForm.MatchString(id) {
		t.Errorf("a part has the id %q and belongs to %q, want a UUID and %q", id, partOf, recipeID)
	}
}
