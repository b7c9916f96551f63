package interchange_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStepNumbers has numbered steps in every program's form: all of the numbers go,
// or none.
func TestStepNumbers(t *testing.T) {
	t.Parallel()
	all := []string{"Do.", "Then.", "Last."}
	const list = `{"@type":"Recipe","name":"Soup","recipeInstructions":`
	for name, r := range map[string]struct {
		file, data string
		want       []string
	}{
		"texts":         {"a.json", list + `["1. Do.","2. Then.","3. Last."]}`, all},
		"one text":      {"a.json", list + `"1. Do.\n2. Then.\n3. Last."}`, all},
		"parentheses":   {"a.json", list + `["1) Do.","2) Then.","3) Last."]}`, all},
		"HowToStep":     {"a.json", list + `[{"@type":"HowToStep","text":"1. Do."},{"@type":"HowToStep","text":"2. Then."},{"@type":"HowToStep","text":"3. Last."}]}`, all},
		"one section":   {"a.json", list + `[{"@type":"HowToSection","name":"Sauce","itemListElement":["1. Do.","2. Then.","3. Last."]}]}`, []string{"Sauce: Do.", "Then.", "Last."}},
		"two sections":  {"a.json", list + `[{"@type":"HowToSection","name":"Sauce","itemListElement":["1. Do.","2. Then."]},{"@type":"HowToSection","name":"Pie","itemListElement":["1. Last."]}]}`, []string{"Sauce: Do.", "Then.", "Pie: Last."}},
		"microdata":     {"a.html", `<div itemscope itemtype="https://schema.org/Recipe"><b itemprop="name">Soup</b><p itemprop="recipeInstructions">1. Do.</p><p itemprop="recipeInstructions">2. Then.</p><p itemprop="recipeInstructions">3. Last.</p></div>`, all},
		"Paprika":       {"a.json", `{"name":"Soup","ingredients":"salt","directions":"1. Do.\n2. Then.\n3. Last."}`, all},
		"Mealie":        {"a.json", `{"name":"Soup","recipe_ingredient":[],"recipe_instructions":[{"text":"1. Do."},{"text":"2. Then."},{"text":"3. Last."}]}`, all},
		"Tandoor":       {"a.json", `{"name":"Soup","working_time":0,"steps":[{"instruction":"1. Do.","ingredients":[]},{"instruction":"2. Then.","ingredients":[]},{"instruction":"3. Last.","ingredients":[]}]}`, all},
		"a single one":  {"a.json", list + `["1. FC Köln soup"]}`, []string{"1. FC Köln soup"}},
		"a single text": {"a.json", list + `"1. FC Köln soup"}`, []string{"1. FC Köln soup"}},
		"only one of":   {"a.json", list + `["1. FC Köln soup","Serve."]}`, []string{"1. FC Köln soup", "Serve."}},
		"a gap":         {"a.json", list + `["1. Do.","3. Last."]}`, []string{"1. Do.", "3. Last."}},
		"not the last":  {"a.json", list + `["1. Do.","2. Then.","Last."]}`, []string{"1. Do.", "2. Then.", "Last."}},
		"as they are":   {"a.json", `{"@type":"Recipe","encodingFormat":"text/plain","name":"Soup","recipeInstructions":["1. Do.","2. Then."]}`, []string{"1. Do.", "2. Then."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, s := range one(t, r.file, []byte(r.data)).Steps {
				got = append(got, s.Instruction)
			}
			if diff := cmp.Diff(r.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
