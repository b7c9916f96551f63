package interchange_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// titled reads a schema.org node of this title.
func titled(t *testing.T, title string) string {
	t.Helper()
	data, err := json.Marshal(map[string]any{"@type": "Recipe", "name": title})
	if err != nil {
		t.Fatal(err)
	}
	return one(t, "a.json", data).Title
}

func TestJSONLD_markup(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ in, want string }{
		"inline tags":             {"<b>Bean</b> <a href='x'>pot</a>", "Bean pot"},
		"block tags":              {"Bean<br/>pot", "Bean pot"},
		"tag with a bare word":    {`Bean <a download href="x">pot</a>`, "Bean pot"},
		"comment":                 {"Bean <!-- of the editor --> pot", "Bean pot"},
		"page":                    {"<!DOCTYPE html><html><body>Bean pot</body></html>", "Bean pot"},
		"references":              {"Cr&egrave;me &amp; br&#xFB;l&#233;e", "Crème & brûlée"},
		"escaped twice":           {"180 &amp;deg;C", "180 °C"},
		"two characters":          {"a &NotEqualTilde; b", "a ≂̸ b"},
		"no semicolon":            {"180&deg", "180°"},
		"no tag":                  {"<200 degrees, a<b, 3 < 4 > 2", "<200 degrees, a<b, 3 < 4 > 2"},
		"unknown tag":             {"Stew <hot> </very>", "Stew <hot> </very>"},
		"name of an attribute":    {"Stew <size> <start>", "Stew <size> <start>"},
		"words in a tag":          {"if a <b and c> d", "if a <b and c> d"},
		"tag without an end":      {"Bean <b pot", "Bean <b pot"},
		"tag in an open value":    {`Bean <a href="pot`, `Bean <a href="pot`},
		"exclamation":             {"Stew <!! hot", "Stew <!! hot"},
		"exclamation, closed":     {"Stew <!really!> hot", "Stew <!really!> hot"},
		"question":                {"Stew <?php or what?> hot", "Stew <?php or what?> hot"},
		"heart and slash":         {"Stew </3 hot", "Stew </3 hot"},
		"comment without an end":  {"Stew <!-- hot", "Stew <!-- hot"},
		"other declaration":       {"Stew <!doctype of hot>", "Stew <!doctype of hot>"},
		"start of a name":         {"salt &notes, &copying, &section;", "salt &notes, &copying, &section;"},
		"no name":                 {"Mac &cheese; & more &", "Mac &cheese; & more &"},
		"only exclamation":        {"<!!", "<!!"},
		"nothing but tags":        {"<p></p>", "<p></p>"},
		"nothing but a comment":   {"<!-- a -->", "<!-- a -->"},
		"nothing but a reference": {"&nbsp;", "&nbsp;"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := titled(t, tc.in); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// TestJSONLD_emptyMarkup holds that only a title is kept at any price: editors
// leave empty paragraphs everywhere else.
func TestJSONLD_emptyMarkup(t *testing.T) {
	t.Parallel()
	got := node(t, map[string]any{
		"description": "<p>&nbsp;</p>", "recipeIngredient": []any{"<br>"}, "recipeInstructions": []any{"<p></p>", "Stir."},
	})
	want := interchange.Recipe{Title: "Soup", Steps: []interchange.Step{{Instruction: "Stir."}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
