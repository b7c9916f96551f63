package interchange_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

func instructions(r interchange.Recipe) []string {
	var all []string
	for _, s := range r.Steps {
		all = append(all, s.Instruction)
	}
	return all
}

// TestJSONLD_references has parts of the recipe stand elsewhere in the document.
func TestJSONLD_references(t *testing.T) {
	t.Parallel()
	const list = `{"@id":"#i","@type":"ItemList","itemListElement":[{"@type":"HowToStep","text":"Chop."},{"@id":"_:fry"}]},{"@id":"_:fry","@type":"HowToStep","text":"Fry."}`
	for name, doc := range map[string]string{
		"graph":         `{"@graph":[{"@type":"Recipe","name":"Soup","recipeInstructions":{"@id":"#i"}},` + list + `]}`,
		"before":        `{"@graph":[` + list + `,{"@type":"Recipe","name":"Soup","recipeInstructions":[{"@id":"#i"}]}]}`,
		"list":          `[{"@type":"Recipe","name":"Soup","recipeInstructions":{"@id":"#i"}},` + list + `]`,
		"typed":         `{"@graph":[{"@type":"Recipe","name":"Soup","recipeInstructions":{"@id":"#i","@type":"ItemList"}},` + list + `]}`,
		"items":         `{"@graph":[{"@type":"Recipe","name":"Soup","recipeInstructions":[{"@type":"ListItem","item":{"@id":"#i"}}]},` + list + `]}`,
		"list object":   `{"@graph":[{"@type":"Recipe","name":"Soup","recipeInstructions":{"@list":[{"@id":"#i"}]}},` + list + `]}`,
		"recipe itself": `{"@graph":[{"@type":"WebPage","mainEntity":{"@type":"Recipe","@id":"#r"}},{"@type":"Recipe","@id":"#r","name":"Soup","recipeInstructions":{"@id":"#i"}},` + list + `]}`,
		"in two parts":  `{"@graph":[{"@type":"Recipe","name":"Soup","recipeInstructions":{"@id":"#i","name":""}},` + list + `]}`,
	} {
		for file, data := range map[string]string{"a.json": doc, "a.html": `<script type="application/ld+json">` + doc + `</script>`} {
			t.Run(name+" in "+file, func(t *testing.T) {
				t.Parallel()
				items, failures := read(t, file, []byte(data))
				if len(items) != 1 || failures != nil || items[0].Warnings != nil {
					t.Fatalf("%v, %v", items, failures)
				}
				if diff := cmp.Diff([]string{"Chop.", "Fry."}, instructions(items[0].Recipe)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestJSONLD_referencesToOtherParts are those that a page has in other blocks.
func TestJSONLD_referencesToOtherParts(t *testing.T) {
	t.Parallel()
	page := `<script type="application/ld+json">{"@type":"Recipe","name":"Soup","author":{"@id":"#cook"},"nutrition":{"@id":"#n"},"recipeIngredient":{"@id":"#l"}}</script>
<script type="application/ld+json">[{"@id":"#cook","@type":"Person","name":"Test Kitchen"},{"@id":"#n","calories":"240 kcal"},{"@id":"#l","itemListElement":["2 eggs"]}]</script>`
	got := one(t, "a.html", []byte(page))
	if got.Description != "Nutrition: calories: 240 kcal\n\nSource: Test Kitchen" || len(got.Ingredients) != 1 || got.Ingredients[0].Name != "eggs" {
		t.Errorf("%+v", got)
	}
}

// TestJSONLD_referencesNowhere gives a warning for what could not be brought.
func TestJSONLD_referencesNowhere(t *testing.T) {
	t.Parallel()
	var doubling strings.Builder // each node points to the next twice
	for i := range 40 {
		fmt.Fprintf(&doubling, `,{"@id":"#%d","itemListElement":[{"@id":"#%d"},{"@id":"#%d"}]}`, i, i+1, i+1)
	}
	for name, tc := range map[string]struct{ doc, want string }{
		"instructions": {`{"@type":"Recipe","name":"Soup","recipeInstructions":{"@id":"#i"}}`, "instructions"},
		"ingredients":  {`{"@type":"Recipe","name":"Soup","recipeIngredient":[{"@id":"#i"},"2 eggs"]}`, "ingredients"},
		"nutrition":    {`{"@type":"Recipe","name":"Soup","nutrition":{"@id":"#i"}}`, "nutrition"},
		"circle":       {`{"@graph":[{"@type":"Recipe","name":"Soup","recipeInstructions":{"@id":"#a"}},{"@id":"#a","itemListElement":{"@id":"#b"}},{"@id":"#b","itemListElement":{"@id":"#a"}}]}`, "instructions"},
		"doubling":     {`{"@graph":[{"@type":"Recipe","name":"Soup","recipeInstructions":{"@id":"#0"}}` + doubling.String() + `]}`, "instructions"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, failures := read(t, "a.json", []byte(tc.doc))
			if len(items) != 1 || failures != nil {
				t.Fatalf("%v, %v", items, failures)
			}
			want := []string{"The file only points to a part of the " + tc.want + ", which is not in it; that part was left out."}
			if diff := cmp.Diff(want, items[0].Warnings); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
