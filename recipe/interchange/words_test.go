package interchange_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// letters returns the words of s, lower case.
func letters(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
}

// everyWord reports the words of in that appear nowhere in r.
func everyWord(in string, r interchange.Recipe) (lost []string) {
	var all strings.Builder
	all.WriteString(r.Title + " " + r.Description + " ")
	for _, i := range r.Ingredients {
		all.WriteString(i.Unit + " " + i.Name + " " + i.Notes + " ")
	}
	for _, s := range r.Steps {
		all.WriteString(s.Instruction + " ")
	}
	have := map[string]bool{}
	for _, w := range letters(all.String()) {
		have[w] = true
	}
	for _, w := range letters(in) {
		if !have[w] {
			lost = append(lost, w)
		}
	}
	return lost
}

// TestWords fills every text field that a cook writes with words of its own
// and looks for each of them in what was read.
func TestWords(t *testing.T) {
	t.Parallel()
	long := strings.TrimSpace(strings.Repeat("lengthy filler words. ", 150))
	for name, tc := range map[string]struct {
		file, data string
		words      string
	}{
		"paprika": {"a.json", `{"name":"alpha","description":"` + long + ` beta","ingredients":"2-3 gamma\n1 cup delta, chopped","directions":"epsilon\nzeta",
"prep_time":"eta hours","cook_time":"theta","total_time":"iota","servings":"kappa","difficulty":"lambda","notes":"mu","nutritional_info":"nu","source":"xi","categories":["omicron"]}`,
			"alpha beta gamma cup delta chopped epsilon zeta eta theta iota kappa lambda mu nu xi omicron"},
		"mealie": {"a.json", `{"name":"alpha","slug":"a","description":"` + long + ` beta","recipeYield":"gamma","prepTime":"delta","performTime":"epsilon","totalTime":"zeta",
"recipeIngredient":[{"title":"eta","quantity":2,"unit":{"name":"theta"},"food":{"name":"iota"},"note":"kappa"},{"quantity":2,"unit":{"name":"lambda"},"note":"mu"}],
"recipeInstructions":[{"title":"nu","text":"xi"},{"title":"omicron","text":""}],"notes":[{"title":"pi","text":"rho"}],"tags":[{"name":"sigma"}],"recipeCategory":["tau"]}`,
			"alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau"},
		"tandoor": {"a.json", `{"name":"alpha","description":"` + long + ` beta","working_time":1,"servings":2,"servings_text":"gamma","keywords":[{"name":"delta"}],
"steps":[{"name":"epsilon","instruction":"","ingredients":[{"food":{"name":"zeta"},"unit":{"name":"eta"},"amount":1,"note":"theta"},{"food":null,"unit":{"name":"iota"},"amount":0,"note":"kappa"}]},{"name":"lambda","instruction":"mu"}]}`,
			"alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu"},
		"schema.org": {"a.json", `{"@type":"Recipe","name":"alpha","description":"` + long + ` beta","author":{"name":"gamma"},"prepTime":"delta","cookTime":"epsilon","totalTime":"zeta","recipeYield":["4","eta"],
"recipeIngredient":["1 theta","iota (kappa)",{"name":"lambda","value":"mu"}],"recipeInstructions":[{"@type":"HowToSection","name":"nu","itemListElement":[{"name":"xi","text":"omicron"},{"name":"pi"},"rho"]}]}`,
			"alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho"},
		"Cooklang": {"a.cook", "---\ntitle: alpha\ndescription: " + long + " beta\nprep time: gamma\nservings: delta\ndifficulty: epsilon\ncourse: zeta\nsource: eta\n---\n> theta\n\n== iota ==\nkappa @lambda{mu%nu}(xi) #omicron{pi} ~rho{2%sigma} @tau|upsilon{} @phi chi",
			"alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := one(t, tc.file, []byte(tc.data))
			if lost := everyWord(tc.words+" filler", r); lost != nil {
				got, _ := json.MarshalIndent(r, "", " ")
				t.Errorf("lost %q; got\n%s", lost, got)
			}
		})
	}
}
