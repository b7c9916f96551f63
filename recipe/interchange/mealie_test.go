package interchange_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// mealieWith is a recipe of Mealie with one ingredient.
func mealieWith(ingredient string) []byte {
	return []byte(`{"name":"Soup","slug":"soup","recipe_instructions":[],"recipe_ingredient":[` + ingredient + `]}`)
}

// TestMealie_unsplitLine has its words only in the line as it was written, or
// as Mealie shows it.
func TestMealie_unsplitLine(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		json string
		want []interchange.Ingredient
	}{
		"with a unit":        {`{"quantity":1,"unit":{"name":"cup"},"food":null,"note":"","original_text":"1 cup sugar","display":"1 cup sugar"}`, []interchange.Ingredient{{Name: "sugar", Quantity: ptr(1.0), Unit: "cup"}}},
		"with a quantity":    {`{"quantity":2,"unit":null,"food":null,"original_text":"2 eggs"}`, []interchange.Ingredient{{Name: "eggs", Quantity: ptr(2.0)}}},
		"only shown":         {`{"quantity":2,"unit":null,"food":null,"display":"2 Pesto"}`, []interchange.Ingredient{{Name: "Pesto", Quantity: ptr(2.0)}}},
		"of the API":         {`{"quantity":2,"unit":null,"food":null,"originalText":"2 eggs","display":"2"}`, []interchange.Ingredient{{Name: "eggs", Quantity: ptr(2.0)}}},
		"number shown":       {`{"quantity":1,"unit":null,"food":null,"original_text":"3 eggs","display":"1"}`, []interchange.Ingredient{{Name: "eggs", Quantity: ptr(3.0)}}},
		"amount beside":      {`{"quantity":2,"unit":{"name":"jar"},"food":null,"original_text":"Pesto"}`, []interchange.Ingredient{{Name: "Pesto", Quantity: ptr(2.0), Unit: "jar"}}},
		"amount changed":     {`{"quantity":3,"unit":null,"food":null,"original_text":"2 eggs"}`, []interchange.Ingredient{{Name: "eggs", Quantity: ptr(2.0), Notes: "3"}}},
		"unit apart":         {`{"quantity":2,"unit":{"name":"jar"},"food":null,"original_text":"2 eggs"}`, []interchange.Ingredient{{Name: "eggs", Quantity: ptr(2.0), Notes: "2 jar"}}},
		"a range":            {`{"quantity":2,"unit":null,"food":null,"original_text":"2-3 eggs"}`, []interchange.Ingredient{{Name: "2-3 eggs"}}},
		"amount alone":       {`{"quantity":2,"unit":{"name":"cup"},"food":null,"note":"","original_text":"","display":"2 cup"}`, []interchange.Ingredient{{Name: "2 cup"}}},
		"sub-recipe":         {`{"quantity":2,"unit":{"name":"cup"},"note":"warm","food":null,"referenced_recipe":{"name":"Tomato sauce","slug":"tomato-sauce"}}`, []interchange.Ingredient{{Name: "Tomato sauce", Quantity: ptr(2.0), Unit: "cup", Notes: "warm"}}},
		"sub-recipe alone":   {`{"quantity":1,"unit":null,"note":"","display":"1 Tomato sauce","referencedRecipe":{"name":"Tomato sauce"}}`, []interchange.Ingredient{{Name: "Tomato sauce", Quantity: ptr(1.0)}}},
		"sub-recipe, food":   {`{"quantity":0,"note":"warm","food":{"name":"sauce"},"referenced_recipe":{"name":"Tomato sauce"}}`, []interchange.Ingredient{{Name: "sauce", Notes: "Tomato sauce, warm"}}},
		"heading of nothing": {`{"title":"Sauce","quantity":1,"unit":null,"food":null,"note":"","display":"1"}`, []interchange.Ingredient{{Name: "Sauce:"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, failures := read(t, "a.json", mealieWith(tc.json))
			if len(items) != 1 || len(failures) != 0 {
				t.Fatalf("%d recipes, %v", len(items), failures)
			}
			if diff := cmp.Diff(tc.want, items[0].Recipe.Ingredients); diff != "" || len(items[0].Warnings) != 0 {
				t.Errorf("warnings %q (-want +got):\n%s", items[0].Warnings, diff)
			}
		})
	}
}

// TestMealie_leftBehind names what is not understood, and is silent about what
// is known to stay behind.
func TestMealie_leftBehind(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		json string
		want []string
	}{
		"extras": {`{"name":"Soup","slug":"s","recipe_instructions":[{"text":"Stir.","id":"x","ingredient_references":[{"reference_id":"y"}],"tip":"Sing."}],"extras":{"wine":"red"},"motto":"Eat.","locked":true,"count":0,
"recipe_ingredient":[{"note":"1 onion","cut":"fine"},{"note":"salt","cut":"coarse","food":{"id":"f"}}]}`,
			[]string{`These parts of the recipe are not known here and were left out: "extras", "motto", "cut" of an ingredient, "food" of an ingredient, "tip" of a step.`}},
		"known": {`{"name":"Soup","slug":"s","recipe_instructions":[],"recipe_ingredient":[],"rating":5,"comments":[{"text":"Good."}],"assets":[{"name":"a"}],"dateAdded":"2026-01-02","extras":{},"settings":{"public":true}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, _ := read(t, "a.json", []byte(tc.json))
			if diff := cmp.Diff(tc.want, items[0].Warnings); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
