package interchange_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// leftOut is the warning that names members.
func leftOut(members string) []string {
	return []string{"These parts of the recipe are not known here and were left out: " + members + "."}
}

// TestLeftBehind has what nobody here knows named, whoever wrote the file, and
// not what is known to stay behind.
func TestLeftBehind(t *testing.T) {
	t.Parallel()
	const own = `{"title":"T","ingredient":["x"],"instructions":"boil","ingredients":[{"name":"salt","qty":2,"amount":null},{"name":"oil","qty":1}],"steps":[{"instruction":"Stir.","time":5}]}`
	wantOwn := leftOut(`"ingredient", "instructions", "qty" of an ingredient, "time" of a step`)
	const answer = `{"id":"1","title":"T","created_at":"2026-01-02","updated_at":"2026-01-02","created_by":"alice@example.com","updated_by":"alice@example.com","photo_filename":"a.jpg",
"ingredients":[{"id":"2","recipe_id":"1","position":3,"name":"salt"}],"steps":[{"id":"3","recipe_id":"1","position":3,"instruction":"Stir."}]}`
	for name, tc := range map[string]struct {
		file, json string
		want       []string
	}{
		"own line":         {"a.jsonl", own, wantOwn},
		"own document":     {"a.json", own, wantOwn},
		"own in a list":    {"a.json", "[" + own + "]", wantOwn},
		"own of the API":   {"a.jsonl", strings.ReplaceAll(answer, "\n", ""), nil},
		"stranger's words": {"a.jsonl", `{"title":"T","Großmutters Rat":"No."}`, leftOut(`"a member"`)},
		"Paprika":          {"a.json", `{"name":"T","ingredients":"salt","directions":"Stir.","wine":"red","rating":5,"uid":"x","photo_url":"y","hash":"z","in_trash":false,"on_favorites":0,"created":"2026-01-02"}`, leftOut(`"wine"`)},
		"Tandoor": {"a.json", `{"name":"T","working_time":0,"image":"x","rating":3,"properties":[{"id":1,"property_amount":2}],"created_by":{"id":1},"steps":[
{"instruction":"Stir.","tip":"Sing.","type":"TEXT","file":{"name":"a"},"ingredients":[{"food":{"name":"salt","recipe":7},"amount":1,"cut":"fine","checked":true}]},{"instruction":"","step_recipe":7}]}`,
			leftOut(`"properties", "tip" of a step, "cut" of an ingredient, "recipe" of an ingredient, "step_recipe" of a step`)},
		"schema.org step": {"a.json", `{"@type":"Recipe","name":"T","recipeInstructions":[{"@type":"HowToSection","name":"A","itemListElement":[{"@type":"HowToStep","@id":"#1","text":"Stir.","tool":[{"name":"spoon"}],"video":{"name":"clip"},"image":"x","url":"y","position":1}]}]}`,
			leftOut(`"tool" of a step, "video" of a step`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, failures := read(t, tc.file, []byte(tc.json))
			if len(items) != 1 || len(failures) != 0 {
				t.Fatalf("%d recipes, %v", len(items), failures)
			}
			if diff := cmp.Diff(tc.want, items[0].Warnings); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTandoor_recipeInRecipe names the other recipe where it is used.
func TestTandoor_recipeInRecipe(t *testing.T) {
	t.Parallel()
	items, _ := read(t, "a.json", []byte(`{"name":"Pie","working_time":0,"steps":[
{"name":"","instruction":"","time":0,"step_recipe":7,"step_recipe_data":{"id":7,"name":"Short crust","steps":[]},"ingredients":[]},
{"instruction":"Make the filling.","step_recipe_data":{"name":"Custard"},"ingredients":[
 {"food":{"name":"cream","recipe":{"id":8,"name":"Sour cream"}},"amount":1,"unit":{"name":"l"},"note":"cold"},
 {"food":{"name":"Stock","recipe":{"id":9,"name":"stock"}},"amount":2},
 {"food":null,"unit":null,"amount":0,"original_text":"3 eggs"}]}]}`))
	if len(items) != 1 || len(items[0].Warnings) != 0 {
		t.Fatalf("%+v", items)
	}
	want := interchange.Recipe{
		Title: "Pie",
		Ingredients: []interchange.Ingredient{
			{Name: "cream", Quantity: ptr(1.0), Unit: "l", Notes: "Sour cream, cold"},
			{Name: "Stock", Quantity: ptr(2.0)},
			{Name: "eggs", Quantity: ptr(3.0)},
		},
		Steps: []interchange.Step{{Instruction: "Short crust"}, {Instruction: "Make the filling.\nCustard"}},
	}
	if diff := cmp.Diff(want, items[0].Recipe); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestJSONLD_listsOfIngredients are flattened.
func TestJSONLD_listsOfIngredients(t *testing.T) {
	t.Parallel()
	got := node(t, map[string]any{"recipeIngredient": []any{"1 onion", []any{"2 eggs", []any{"3 leeks"}}}})
	want := []interchange.Ingredient{{Name: "onion", Quantity: ptr(1.0)}, {Name: "eggs", Quantity: ptr(2.0)}, {Name: "leeks", Quantity: ptr(3.0)}}
	if diff := cmp.Diff(want, got.Ingredients); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
