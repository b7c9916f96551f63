package interchange_test

import (
	"strings"
	"testing"
)

// TestHalfCharacters has lone surrogates, which no vault can hold: the recipe that
// loses one is reported, and no other.
func TestHalfCharacters(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]struct {
		file, data string
		want       []bool // by recipe: whether the change is reported
	}{
		"own":             {"a.json", `{"title":"Soup","description":"lone \ud800"}`, []bool{true}},
		"lines":           {"a.jsonl", `{"title":"Soup","steps":[{"instruction":"lone \uDC00"}]}` + "\n" + `{"title":"Pie \ufffd"}`, []bool{true, false}},
		"list":            {"a.json", `[{"title":"Soup","ingredients":[{"name":"salt","notes":"\ud800"}]},{"title":"Pie"}]`, []bool{true, false}},
		"JSON-LD":         {"a.json", `{"@type":"Recipe","name":"lone \ud800"}`, []bool{true}},
		"page":            {"a.html", `<script type="application/ld+json">{"@type":"Recipe","name":"lone \ud800"}</script>`, []bool{true}},
		"Paprika":         {"a.json", `{"name":"Soup","ingredients":"salt","directions":"lone \ud800"}`, []bool{true}},
		"a pair":          {"a.json", `{"title":"Soup \ud83c\udf72"}`, []bool{false}},
		"a backslash":     {"a.json", `{"title":"Soup \\ud800 \ufffd"}`, []bool{false}},
		"a part not read": {"a.json", `{"title":"Soup","photo_filename":"\ud800"}`, []bool{false}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, failures := read(t, r.file, []byte(r.data))
			if len(items) != len(r.want) || len(failures) > 0 {
				t.Fatalf("%d recipes, failures %v", len(items), failures)
			}
			for i, item := range items {
				if got := strings.Contains(strings.Join(item.Warnings, " "), "lone surrogate"); got != r.want[i] {
					t.Errorf("recipe %d: warnings %q", i+1, item.Warnings)
				}
			}
		})
	}
}
