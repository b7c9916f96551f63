package interchange_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHeadings says when a title before a text is only the text's beginning.
func TestHeadings(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ title, text, step, section string }{
		{"N", "nt", "N: nt", "N: nt"},
		{"Oil", "Oils are heated.", "Oil: Oils are heated.", "Oil: Oils are heated."},
		{"Step", "Step2 is next.", "Step: Step2 is next.", "Step: Step2 is next."},
		{"Cre", "Cre\u0301me.", "Cre: Cre\u0301me.", "Cre: Cre\u0301me."},
		{"Chop", "Chop the onion.", "Chop the onion.", "Chop: Chop the onion."},
		{"Chop", "chop.", "chop.", "Chop: chop."},
		{"Chop th…", "Chop the onion.", "Chop the onion.", "Chop th…: Chop the onion."},
		{"Chop th...", "Chop the onion.", "Chop the onion.", "Chop th...: Chop the onion."},
		{"Chop.", "Chop", "Chop", "Chop.: Chop"},
		{"Chop", "Chop", "Chop", "Chop"},
		{"…", "Chop", "…: Chop", "…: Chop"},
		{"Sauce:", "Stir.", "Sauce: Stir.", "Sauce: Stir."},
	} {
		mealie, err := json.Marshal(map[string]any{"name": "Pot", "recipe_instructions": []any{map[string]any{"title": tc.title, "text": tc.text}},
			"notes": []any{map[string]any{"title": tc.title, "text": tc.text}}})
		if err != nil {
			t.Fatal(err)
		}
		got := one(t, "a.json", mealie)
		if diff := cmp.Diff([]string{tc.step, "Notes: " + tc.step}, append(instructions(got), got.Description)); diff != "" {
			t.Errorf("%q before %q in Mealie (-want +got):\n%s", tc.title, tc.text, diff)
		}
		linked := node(t, map[string]any{"recipeInstructions": map[string]any{"@type": "HowToSection", "name": tc.title, "itemListElement": []any{tc.text, "End."}}})
		cooked := cook(t, "== "+tc.title+" ==\n"+tc.text+"\n\nEnd.")
		for name, r := range map[string][]string{"JSON-LD": instructions(linked), "Cooklang": instructions(cooked)} {
			if diff := cmp.Diff([]string{tc.section, "End."}, r); diff != "" {
				t.Errorf("%q before %q in %s (-want +got):\n%s", tc.title, tc.text, name, diff)
			}
		}
	}
}
