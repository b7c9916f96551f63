package interchange_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJSONLD_notes has no field in a vault, and goes to the description.
func TestJSONLD_notes(t *testing.T) {
	t.Parallel()
	term := map[string]any{"@type": "DefinedTerm", "name": "winter"}
	for name, tc := range map[string]struct {
		members map[string]any
		want    string
	}{
		"keywords":          {map[string]any{"keywords": "soup, winter &amp; cold"}, "Tags: soup, winter & cold"},
		"list of keywords":  {map[string]any{"keywords": []any{"soup", term}}, "Tags: soup, winter"},
		"all tags":          {map[string]any{"recipeCategory": "Starter", "recipeCuisine": []any{"French"}, "keywords": []any{"soup", "starter"}}, "Tags: Starter, French, soup"},
		"nutrition":         {map[string]any{"nutrition": map[string]any{"@type": "NutritionInformation", "servingSize": "1 bowl", "fatContent": "9 g", "calories": "240 kcal", "saturatedFatContent": nil}}, "Nutrition: calories: 240 kcal, fat: 9 g, serving size: 1 bowl"},
		"nutrition as text": {map[string]any{"nutrition": "240 kcal"}, "Nutrition: 240 kcal"},
		"nutrition number":  {map[string]any{"nutrition": map[string]any{"calories": 240, "fatContent": map[string]any{"value": "9", "unitText": "g"}}}, "Nutrition: calories: 240, fat: 9 g"},
		"diet":              {map[string]any{"suitableForDiet": []any{"https://schema.org/GlutenFreeDiet", "http://schema.org/VeganDiet"}}, "Diet: gluten free, vegan"},
		"method":            {map[string]any{"cookingMethod": "Frying"}, "Method: Frying"},
		"tools":             {map[string]any{"tool": []any{map[string]any{"@type": "HowToTool", "name": "pot"}, "spoon"}}, "Tools: pot, spoon"},
		"other name":        {map[string]any{"alternateName": "Potage"}, "Also called: Potage"},
		"cost":              {map[string]any{"estimatedCost": map[string]any{"currency": "EUR", "value": 5}}, "Cost: 5 EUR"},
		"supply":            {map[string]any{"recipeIngredient": "2 eggs", "supply": []any{map[string]any{"name": "string"}, "eggs"}}, "Supplies: string"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, node(t, tc.members).Description); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestJSONLD_supplyAlone are the ingredients when there is no other list.
func TestJSONLD_supplyAlone(t *testing.T) {
	t.Parallel()
	got := node(t, map[string]any{"supply": []any{map[string]any{"@type": "HowToSupply", "name": "eggs", "requiredQuantity": map[string]any{"value": 2}}, "1 onion"}})
	if len(got.Ingredients) != 2 || got.Ingredients[0].Name != "eggs" || *got.Ingredients[0].Quantity != 2 || got.Ingredients[1].Name != "onion" {
		t.Errorf("%+v", got.Ingredients)
	}
}

// TestJSONLD_leftBehind warns of members that nobody here knows; of pictures,
// ratings and what is about the page it says nothing.
func TestJSONLD_leftBehind(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(map[string]any{
		"@context": "x", "@type": "Recipe", "@id": "#r", "name": "Soup", "image": "a.jpg", "aggregateRating": 5, "datePublished": "2026-01-02", "publisher": "x",
		"secretTip": "Sing.", "wprm:mood": []any{"calm"}, "empty": "", "nothing": nil, "none": []any{}, "grandmother's\nadvice": "No.",
	})
	if err != nil {
		t.Fatal(err)
	}
	items, _ := read(t, "a.json", data)
	want := []string{`These parts of the recipe are not known here and were left out: "a member", "secretTip", "wprm:mood".`}
	if diff := cmp.Diff(want, items[0].Warnings); diff != "" || strings.Contains(items[0].Recipe.Description, "Sing") {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
