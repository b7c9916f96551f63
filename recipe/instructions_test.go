package recipe_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// What a model reads names no tool that isn't offered, whatever the sets.
func TestTools_NameEachOther(t *testing.T) {
	t.Parallel()
	named := regexp.MustCompile(`\b(?:list_recipes|(?:get|create|update|delete|scale|convert)_recipe|shopping_list)\b`)
	for mask := range 8 {
		for _, readOnly := range []bool{false, true} {
			o := recipe.ToolOptions{ReadOnly: readOnly, Sets: []string{}}
			for i, set := range recipe.Sets() {
				if mask&(1<<i) != 0 {
					o.Sets = append(o.Sets, set)
				}
			}
			offered := recipe.Tools(nil, o)
			names := make([]string, 0, len(offered))
			texts := map[string]string{"the instructions": recipe.Instructions(o)}
			for _, tool := range offered {
				definition, err := tool.Definition()
				if err != nil {
					t.Fatal(err)
				}
				names = append(names, tool.Name)
				texts[tool.Name] = string(definition)
			}
			for where, text := range texts {
				for _, name := range named.FindAllString(text, -1) {
					if !slices.Contains(names, name) {
						t.Errorf("%s, read only %v: %s names %s", o.Sets, readOnly, where, name)
					}
				}
			}
			if changes := strings.Contains(texts["the instructions"], "read and change"); changes == (readOnly || mask&3 == 0) {
				t.Errorf("%s, read only %v: %s", o.Sets, readOnly, texts["the instructions"])
			}
		}
	}
}

// An id that no recipe has, nor one like it, leads to the tool that finds recipes, where
// that is offered.
func TestLead_NoSuchRecipe(t *testing.T) {
	t.Parallel()
	m := newMemory()
	const next = "Call list_recipes with a query"
	const unknown = `{"recipe_id":"deadbeef-dead-4ead-8ead-deadbeefdead"`
	for tool, more := range map[string]string{"get_recipe": "", "update_recipe": `,"servings":2`, "scale_recipe": `,"factor":2`} {
		if got := failCall(t, m, tool, unknown+more+"}"); !strings.Contains(got.message, next) {
			t.Errorf("%s: %s", tool, got.message)
		}
	}
	for _, tool := range recipe.Tools(m, recipe.ToolOptions{Sets: []string{recipe.CookSet}}) {
		if tool.Name != "scale_recipe" {
			continue
		}
		_, err := tool.Call(t.Context(), &mcp.Request{}, map[string]any{"recipe_id": "deadbeef-dead-4ead-8ead-deadbeefdead", "factor": 2.0})
		if err == nil || strings.Contains(fmt.Sprint(err), "list_recipes") {
			t.Errorf("%v", err)
		}
	}
}
