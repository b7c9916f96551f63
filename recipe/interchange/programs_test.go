package interchange_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

func TestPaprika(t *testing.T) {
	t.Parallel()
	photo := strings.Repeat("QUJD", 50_000)
	data := `{"uid":"00000000-0000-0000-0000-000000000001","name":" Oat bake ","description":"For cold days.",
"ingredients":"For the base:\n200 g oats\r\n\r\n1 1/2 cups milk, warm\n2-3 apples","directions":"Mix.\n\nBake.",
"prep_time":"15 min","cook_time":"1 hr 10 min","total_time":"2 hours","servings":"4-6 people","difficulty":"Easy","rating":5,
"notes":"Good cold.","nutritional_info":"","source":"Test Kitchen","source_url":"https://kitchen.example.com/oats",
"categories":["Breakfast","Winter"],"photo_data":"` + photo + `","photos":[],"image_url":null,"hash":"x","created":"2026-01-02 03:04:05"}`
	want := interchange.Recipe{
		Title: "Oat bake",
		Description: "For cold days.\n\nYield: 4-6 people\n\nTotal time: 2 h\n\nNotes: Good cold.\n\n" +
			"Source: Test Kitchen, https://kitchen.example.com/oats\n\nTags: Breakfast, Winter",
		PrepTimeMinutes: ptr[int32](15),
		CookTimeMinutes: ptr[int32](70),
		Difficulty:      ptr[int32](2),
		Ingredients: []interchange.Ingredient{
			{Name: "For the base:"},
			{Name: "oats", Quantity: ptr(200.0), Unit: "g"},
			{Name: "milk", Quantity: ptr(1.5), Unit: "cups", Notes: "warm"},
			{Name: "2-3 apples"},
		},
		Steps: []interchange.Step{{Instruction: "Mix."}, {Instruction: "Bake."}},
	}
	got := one(t, "All.paprikarecipes", zipped(t, member{"Oat bake.paprikarecipe", gzipped(t, []byte(data))}))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMealie(t *testing.T) {
	t.Parallel()
	// As the export archive writes it; the API's names differ only in case.
	snake := `{"id":"00000000-0000-0000-0000-000000000001","name":"Rice pot","slug":"rice-pot","description":"Plain.",
"recipe_servings":4.0,"recipe_yield_quantity":1.0,"recipe_yield":"pot","prep_time":"10 minutes","perform_time":"25 minutes","cook_time":null,"total_time":"35 minutes",
"recipe_category":[{"id":"c","name":"Dinner","slug":"dinner"}],"tags":[{"name":"Rice","slug":"rice"}],"org_url":"https://kitchen.example.com/rice",
"nutrition":{"calories":"300","fat_content":"2","protein_content":null},"tools":[{"name":"Lid","slug":"lid"}],
"recipe_ingredient":[
 {"title":"Pot","quantity":2.0,"unit":{"name":"cup","abbreviation":"c","use_abbreviation":false},"food":{"name":"rice"},"note":"rinsed","display":"2 cups rice rinsed"},
 {"quantity":1.5,"unit":{"name":"tablespoon","abbreviation":"tbsp","use_abbreviation":true},"food":{"name":"oil"},"note":""},
 {"quantity":1.0,"unit":null,"food":null,"note":"1/2 tsp salt","disable_amount":true},
 {"quantity":0.0,"unit":null,"food":{"name":"pepper"},"note":""},
 {"quantity":3.0,"unit":null,"food":null,"note":"bay leaves"},
 {"quantity":null,"unit":null,"food":null,"note":"","original_text":"1 lemon"}],
"recipe_instructions":[{"title":"Cook","summary":"First","text":"Rinse the rice."},{"title":"","text":"Cook it."}],
"notes":[{"title":"Leftovers","text":"Fry them."}],"settings":{"disable_amount":false},"extras":{}}`
	camel := strings.NewReplacer("recipe_servings", "recipeServings", "recipe_yield_quantity", "recipeYieldQuantity", "recipe_yield", "recipeYield",
		"prep_time", "prepTime", "perform_time", "performTime", "cook_time", "cookTime", "total_time", "totalTime", "recipe_category", "recipeCategory",
		"org_url", "orgURL", "recipe_ingredient", "recipeIngredient", "recipe_instructions", "recipeInstructions", "use_abbreviation", "useAbbreviation",
		"original_text", "originalText").Replace(snake)
	want := interchange.Recipe{
		Title:           "Rice pot",
		Description:     "Plain.\n\nYield: 1 pot\n\nNotes: Leftovers: Fry them.\n\nNutrition: calories: 300, fat: 2\n\nTools: Lid\n\nSource: https://kitchen.example.com/rice\n\nTags: Dinner, Rice",
		PrepTimeMinutes: ptr[int32](10),
		CookTimeMinutes: ptr[int32](25),
		Servings:        ptr[int32](4),
		Ingredients: []interchange.Ingredient{
			{Name: "Pot:"},
			{Name: "rice", Quantity: ptr(2.0), Unit: "cup", Notes: "rinsed"},
			{Name: "oil", Quantity: ptr(1.5), Unit: "tbsp"},
			{Name: "salt", Quantity: ptr(0.5), Unit: "tsp"},
			{Name: "pepper"},
			{Name: "bay leaves", Quantity: ptr(3.0)},
			{Name: "lemon", Quantity: ptr(1.0)},
		},
		Steps: []interchange.Step{{Instruction: "Cook: First: Rinse the rice."}, {Instruction: "Cook it."}},
	}
	for name, got := range map[string]interchange.Recipe{
		"archive": one(t, "export.zip", zipped(t, member{"recipes/rice-pot/rice-pot.json", []byte(snake)}, member{"recipes/rice-pot/images/original.webp", []byte("x")})),
		"API":     one(t, "rice.json", []byte(camel)),
	} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestMealie_olderTexts(t *testing.T) {
	t.Parallel()
	got := one(t, "a.json", []byte(`{"name":"Tea","slug":"tea","recipeYield":"2 servings","recipeIngredient":["2 cups water"],"recipeInstructions":["Boil."]}`))
	want := interchange.Recipe{
		Title: "Tea", Servings: ptr[int32](2),
		Ingredients: []interchange.Ingredient{{Name: "water", Quantity: ptr(2.0), Unit: "cups"}},
		Steps:       []interchange.Step{{Instruction: "Boil."}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMealie_wholeBackup(t *testing.T) {
	t.Parallel()
	_, err := interchange.Detect("backup.zip", zipped(t, member{"database.json", []byte("{}")}, member{"data/recipes/x/images/a.webp", nil}))
	if err == nil || !strings.Contains(err.Error(), "backup of a whole Mealie server; export the recipes instead") {
		t.Errorf("got %v", err)
	}
}

func TestTandoor(t *testing.T) {
	t.Parallel()
	data := `{"name":"Flat bread","description":null,"keywords":[{"name":"bread","description":""}],"working_time":20,"waiting_time":60,"internal":true,
"nutrition":{"id":3,"carbohydrates":50,"fats":2.5,"calories":240},"servings":8,"servings_text":"Fladen","source_url":"https://kitchen.example.com/bread",
"steps":[
 {"name":"Teig","instruction":"Kneten.","time":10,"order":0,"show_as_header":true,"ingredients":[
  {"food":{"name":"Mehl"},"unit":{"name":"g","description":null},"amount":500.0,"note":"gesiebt","order":0,"is_header":false,"no_amount":false},
  {"food":null,"unit":null,"amount":0,"note":"Außerdem","order":1,"is_header":true,"no_amount":true},
  {"food":{"name":"Salz"},"unit":null,"amount":1.0,"note":"","order":2,"is_header":false,"no_amount":true}]},
 {"name":"","instruction":"Backen.","time":0,"order":1,"ingredients":[{"food":{"name":"Öl"},"unit":{"name":"EL"},"amount":"2.5","note":null}]}]}`
	want := interchange.Recipe{
		Title:           "Flat bread",
		Description:     "Yield: 8 Fladen\n\nNutrition: calories: 240, carbohydrates: 50, fats: 2.5\n\nSource: https://kitchen.example.com/bread\n\nTags: bread",
		PrepTimeMinutes: ptr[int32](20),
		CookTimeMinutes: ptr[int32](60),
		Servings:        ptr[int32](8),
		Ingredients: []interchange.Ingredient{
			{Name: "Mehl", Quantity: ptr(500.0), Unit: "g", Notes: "gesiebt"},
			{Name: "Außerdem:"},
			{Name: "Salz"},
			{Name: "Öl", Quantity: ptr(2.5), Unit: "EL"},
		},
		Steps: []interchange.Step{{Instruction: "Teig: Kneten.", DurationMinutes: ptr[int32](10)}, {Instruction: "Backen."}},
	}
	got := one(t, "export.zip", zipped(t, member{"Flat_bread.zip", zipped(t, member{"recipe.json", []byte(data)}, member{"image.png", []byte("x")})}))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTandoor_servingsText(t *testing.T) {
	t.Parallel()
	got := one(t, "a.json", []byte(`{"name":"Flat bread","servings":4,"servings_text":"Personen","working_time":0,"waiting_time":0,"steps":[]}`))
	if diff := cmp.Diff(interchange.Recipe{Title: "Flat bread", Servings: ptr[int32](4), Ingredients: got.Ingredients, Steps: got.Steps}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTandoor_templates writes out what Tandoor shows in the place of a
// template.
func TestTandoor_templates(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Knead {{ ingredients[0] }} well.":                         "Knead 500 g flour well.",
		"Knead {{ingredients[0].food}} ({{ ingredients[0].note}})": "Knead flour (sifted)",
		"{{ ingredients[0].amount }}|{{ ingredients[0].unit }}":    "500|g",
		"Add {{ ingredients[2] }}, {{ ingredients[3] }}.":          "Add 1/3 l water, salt.",
		"Make {{ scale(10) }} or {{scale( 2.5 )}}.":                "Make 10 or 2.5.",
		"{{ ingredients[4] }}{{ x }}{{ ingredients[0].price }}":    "{{ ingredients[4] }}{{ x }}{{ ingredients[0].price }}",
	} {
		data, err := json.Marshal(map[string]any{"name": "Bread", "working_time": 0, "steps": []any{
			map[string]any{"instruction": "Wait.", "ingredients": []any{map[string]any{"food": map[string]any{"name": "time"}}}},
			map[string]any{"instruction": in, "ingredients": []any{
				map[string]any{"food": map[string]any{"name": "flour"}, "unit": map[string]any{"name": "g"}, "amount": 500, "note": "sifted"},
				map[string]any{"is_header": true, "note": "Wet"},
				map[string]any{"food": map[string]any{"name": "water"}, "unit": map[string]any{"name": "l"}, "amount": 1.0 / 3},
				map[string]any{"food": map[string]any{"name": "salt"}, "amount": 0},
			}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if got := one(t, "a.json", data).Steps[1].Instruction; got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
}

// TestTandoor_withoutFood keeps an amount of nothing whole.
func TestTandoor_withoutFood(t *testing.T) {
	t.Parallel()
	got := one(t, "a.json", []byte(`{"name":"Bread","working_time":0,"steps":[{"instruction":"Mix.","ingredients":[{"food":null,"unit":{"name":"ml"},"amount":500},{"food":{"name":"500 ml"},"amount":0}]}]}`))
	if diff := cmp.Diff([]interchange.Ingredient{{Name: "500 ml"}, {Name: "500 ml"}}, got.Ingredients); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPaprika_numberedSteps takes the numbers that people write before steps.
func TestPaprika_numberedSteps(t *testing.T) {
	t.Parallel()
	for directions, want := range map[string][]string{
		"1. Mix.\n2. Bake.\n\n3.  Eat.":                {"Mix.", "Bake.", "Eat."},
		"1) Mix.\n2) Bake.":                            {"Mix.", "Bake."},
		"1.\nMix.\n2.\nBake.":                          {"Mix.", "Bake."},
		"Dough:\n1. Mix.\n2. Knead.\nSauce:\n1. Boil.": {"Dough:", "Mix.", "Knead.", "Sauce:", "Boil."},
		"1. Mix.":                             {"1. Mix."},
		"Mix.\n1. Januar: ruhen lassen.":      {"Mix.", "1. Januar: ruhen lassen."},
		"1.5 cups of water in.\n2.5 of milk.": {"1.5 cups of water in.", "2.5 of milk."},
		"1. Mix.\n2. Wait.\n24. is the day.":  {"1. Mix.", "2. Wait.", "24. is the day."},
		"3 eggs go in.\n1 more.":              {"3 eggs go in.", "1 more."},
		"2. Bake.\n1. Mix.":                   {"2. Bake.", "1. Mix."},
	} {
		got := one(t, "a.json", []byte(`{"name":"Bread","ingredients":"salt","directions":`+strconv.Quote(directions)+`}`))
		var steps []string
		for _, s := range got.Steps {
			steps = append(steps, s.Instruction)
		}
		if diff := cmp.Diff(want, steps); diff != "" {
			t.Errorf("%q (-want +got):\n%s", directions, diff)
		}
	}
}
