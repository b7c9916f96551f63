package edit_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/edit"
)

func quote(text string) string { return "\"" + text + "\"" }

func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var recipe map[string]any
	if err := d.Decode(&recipe); err != nil {
		t.Fatal(err)
	}
	return recipe
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	const before = `{"title":"Bread","servings":4,"ingredients":[{"id":"1","name":"flour","quantity":200,"unit":"g"},{"name":"water"},{"name":"salt","notes":"fine"}],
		"steps":[{"instruction":"Mix"},{"instruction":"Bake","duration_minutes":40,"temperature_value":220,"temperature_unit":"Celsius"}]}`
	long := strings.Repeat("ä", 100)
	tests := []struct {
		name, after string
		want        []string
	}{
		{"nothing", before, nil},
		{"what the vault sets", strings.Replace(before, `"id":"1"`, `"id":"2","position":0`, 1), nil},
		{"a number written otherwise", strings.Replace(before, `"servings":4`, `"servings":4.0`, 1), nil},
		{"scalars", strings.Replace(before, `"title":"Bread","servings":4`, `"title":"White bread","servings":6,"difficulty":2,"description":"Good"`, 1),
			[]string{"Title: \"Bread\" → \"White bread\"", "Description added: \"Good\"", "Servings: 4 → 6", "Difficulty added: 2"}},
		{"a scalar removed", strings.Replace(before, `,"servings":4`, ``, 1), []string{"Servings removed: 4"}},
		{"replaced", strings.Replace(before, "200", "250", 1), []string{"Ingredient at position 0: \"200 g flour\" → \"250 g flour\""}},
		{"removed", strings.Replace(before, `{"name":"water"},`, ``, 1), []string{"Ingredient at position 1 removed: \"water\""}},
		{"added", strings.Replace(before, `{"name":"water"},`, `{"name":"water"},{"name":"yeast","quantity":0.5,"unit":"cube"},`, 1), []string{"Ingredient added at position 2: \"0.5 cube yeast\""}},
		{"moved", strings.Replace(strings.Replace(before, `{"name":"water"},`, ``, 1), `"notes":"fine"}`, `"notes":"fine"},{"name":"water"}`, 1), []string{"Ingredient moved from position 1 to 2: \"water\""}},
		{"a step", strings.Replace(before, "220", "200", 1), []string{"Step at position 1: \"Bake\" (40 min, 220 °C) → \"Bake\" (40 min, 200 °C)"}},
		{"all steps", `{"title":"Bread","servings":4,"ingredients":[{"name":"flour","quantity":200,"unit":"g"},{"name":"water"},{"name":"salt","notes":"fine"}],"steps":[]}`,
			[]string{"Step at position 0 removed: \"Mix\"", "Step at position 1 removed: \"Bake\" (40 min, 220 °C)"}},
		{"long text", strings.Replace(before, "Bread", long, 1), []string{"Title: \"Bread\" → \"" + strings.Repeat("ä", 80) + "…\""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, edit.Differences(decode(t, before), decode(t, tt.after), quote)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got := edit.Differences(map[string]any{"title": long + "a"}, map[string]any{"title": long + "b"}, quote); len(got) != 1 || !strings.HasPrefix(got[0], "Title changed: \"ä") {
		t.Error(got)
	}
}

// TestDifferences_bounded has recipes that differ in everything.
func TestDifferences_bounded(t *testing.T) {
	t.Parallel()
	for _, n := range []int{50, 1500} {
		before, after := map[string]any{}, map[string]any{}
		for i, recipe := range []map[string]any{before, after} {
			var list []any
			for j := range n {
				list = append(list, edit.Entry{"name": fmt.Sprint(strings.Repeat("x", 1000), i, j)})
			}
			recipe["ingredients"], recipe["title"] = list, fmt.Sprint(i)
		}
		got := edit.Differences(before, after, quote)
		if len(got) > 21 || slices.ContainsFunc(got, func(s string) bool { return utf8.RuneCountInString(s) > 200 }) {
			t.Errorf("%d: %q", n, got)
		}
		last := map[int]string{50: "And 31 more changes", 1500: "Ingredients: the list was replaced, 1500 → 1500 entries"}
		if got[len(got)-1] != last[n] {
			t.Errorf("%d: %q", n, got[len(got)-1])
		}
	}
}

// TestDifferences_ofEdits asserts that what was edited is said, and that nothing is
// said of lists that are the same.
func TestDifferences_ofEdits(t *testing.T) {
	t.Parallel()
	r := harness.Seeded(t)
	for range 5000 {
		list, edits := random(r)
		got, err := edit.Ingredients.Apply(list, edits)
		if err != nil {
			continue
		}
		recipe := func(list []edit.Entry) map[string]any {
			values := []any{}
			for _, e := range list {
				values = append(values, maps.Clone(e))
			}
			return map[string]any{"ingredients": values}
		}
		said := edit.Differences(recipe(list), recipe(got), quote)
		if same := names(list) == names(got); same != (len(said) == 0) {
			t.Fatalf("%s to %s: %q", names(list), names(got), said)
		}
		grown := 0
		for _, s := range said {
			if strings.Contains(s, " added at ") {
				grown++
			}
			if strings.Contains(s, " removed: ") {
				grown--
			}
		}
		if grown != len(got)-len(list) {
			t.Fatalf("%s to %s: %q", names(list), names(got), said)
		}
	}
}
