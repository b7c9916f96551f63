package interchange_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// stew is a recipe as the API gives it, with everything a recipe can have.
const stew = `{"id":"6f1c1c3e-8a52-4f6e-9d6c-0d8d0c6f3b11","title":"Stew: \"slow\" & <hot>","description":"Keeps well.\n\nEven #2 @home -- really.",
"prep_time_minutes":20,"cook_time_minutes":90,"servings":4,"difficulty":3,"photo_filename":"a.jpg","created_at":"2026-02-10 12:00:00","updated_at":"2026-02-10 12:00:00","future":{"x":1},
"ingredients":[{"id":"a","recipe_id":"b","position":0,"name":"carrots","quantity":500,"unit":"g","notes":"finely chopped"},
{"id":"a","recipe_id":"b","position":1,"name":"tomatoes","quantity":1.5,"unit":"cans","notes":"14 oz"},
{"id":"a","recipe_id":"b","position":2,"name":"salt","notes":"to taste"},
{"id":"a","recipe_id":"b","position":3,"name":"2-3 bay leaves"},
{"id":"a","recipe_id":"b","position":4,"name":"onion {red} (sweet)","quantity":0.125}],
"steps":[{"id":"c","recipe_id":"b","position":0,"instruction":"Chop, then fry @ high heat."},
{"id":"c","recipe_id":"b","position":1,"instruction":"Bake until #1 {done}.","duration_minutes":90,"temperature_value":180,"temperature_unit":"Celsius"},
{"id":"c","recipe_id":"b","position":2,"instruction":"> Cool -- slowly ~1 h [- or not -]","duration_minutes":0,"temperature_value":-5}]}`

func jsonOf(t *testing.T, r interchange.Recipe) string {
	t.Helper()
	details, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(details)
}

func write(t *testing.T, format interchange.Format, details ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := interchange.NewWriter(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range details {
		if err := w.Write([]byte(d)); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var extensions = map[interchange.Format]string{
	interchange.FormatJSONLines: ".jsonl", interchange.FormatJSONLD: ".json", interchange.FormatCooklang: ".cook",
}

func TestWriter_golden(t *testing.T) {
	t.Parallel()
	for format, ext := range extensions {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			got := write(t, format, stew)
			file := filepath.Join("testdata", "stew"+ext)
			if *update {
				if err := os.WriteFile(file, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s is stale (-want +got):\n%s", file, diff)
			}
		})
	}
}

// TestWriter_roundTrip has a recipe with everything in it come back whole.
func TestWriter_roundTrip(t *testing.T) {
	t.Parallel()
	var whole interchange.Recipe
	if err := json.Unmarshal([]byte(stew), &whole); err != nil {
		t.Fatal(err)
	}
	for format, ext := range extensions {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(whole, one(t, "stew"+ext, write(t, format, stew))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestWriter_roundTripOfLittle holds that a recipe needs nothing but a title.
func TestWriter_roundTripOfLittle(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]interchange.Recipe{
		"title":       {Title: "Bean pot"},
		"YAML":        {Title: "null"},
		"marks":       {Title: "--- [- @a{b} <!!"},
		"description": {Title: "Bean pot", Description: "---\n\n= Soak:\n> @beans{}"},
		"numbers":     {Title: "Bean pot", Servings: ptr[int32](4), PrepTimeMinutes: ptr[int32](0), CookTimeMinutes: ptr[int32](90), Difficulty: ptr[int32](5)},
	} {
		details, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		for format, ext := range extensions {
			t.Run(name+" in "+string(format), func(t *testing.T) {
				t.Parallel()
				if diff := cmp.Diff(r, one(t, "a"+ext, write(t, format, string(details)))); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestWriter_manyRecipes(t *testing.T) {
	t.Parallel()
	for _, format := range []interchange.Format{interchange.FormatJSONLines, interchange.FormatJSONLD} {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			data := write(t, format, `{"title":"A"}`, `{"title":"B"}`, `{"title":"C"}`)
			items, failures := read(t, "a"+extensions[format], data)
			if len(items) != 3 || len(failures) != 0 || items[2].Recipe.Title != "C" {
				t.Errorf("got %v, %v", items, failures)
			}
		})
	}
}

func TestWriter_noRecipes(t *testing.T) {
	t.Parallel()
	if got := write(t, interchange.FormatJSONLines); len(got) != 0 {
		t.Errorf("JSON Lines: %q", got)
	}
	if got := write(t, interchange.FormatJSONLD); !json.Valid(got) {
		t.Errorf("JSON-LD: %q", got)
	}
}

func TestWriter_refuses(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		format  interchange.Format
		details []string
		want    string
	}{
		"a second Cooklang recipe": {interchange.FormatCooklang, []string{soupLine, soupLine}, "a Cooklang file holds one recipe"},
		"no title":                 {interchange.FormatJSONLD, []string{`{"title":" "}`}, "the recipe has no title"},
		"no recipe":                {interchange.FormatJSONLines, []string{`[]`}, "it must be an object"},
		"broken JSON":              {interchange.FormatJSONLines, []string{`{"title"`}, "the JSON ends too early"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, err := interchange.NewWriter(&bytes.Buffer{}, tc.format)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range tc.details {
				err = w.Write([]byte(d))
			}
			var e *interchange.Error
			if !errors.As(err, &e) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
	if _, err := interchange.NewWriter(nil, interchange.FormatPaprika); err == nil || !strings.Contains(err.Error(), `"paprika" can't be written`) {
		t.Errorf("got %v", err)
	}
}

// TestWriter_TooLarge names the recipes that are written, but refused when they are
// read.
func TestWriter_TooLarge(t *testing.T) {
	t.Parallel()
	long := interchange.Recipe{Title: "Long", Steps: []interchange.Step{{Instruction: strings.Repeat("é", 600_000)}}}
	many := interchange.Recipe{Title: "Many", Ingredients: slices.Repeat([]interchange.Ingredient{{Name: "a"}}, 2001)}
	for format, ext := range extensions {
		for _, r := range []interchange.Recipe{long, many, {Title: "Small"}} {
			var b bytes.Buffer
			w, err := interchange.NewWriter(&b, format)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(w.Write([]byte(jsonOf(t, r))), w.Close()); err != nil {
				t.Fatal(err)
			}
			var want []string
			if _, failures := read(t, "a"+ext, b.Bytes()); failures != nil {
				want = []string{r.Title}
			}
			if diff := cmp.Diff(want, w.TooLarge()); diff != "" || (want != nil) != (format != interchange.FormatJSONLines && r.Title != "Small") {
				t.Errorf("%s in %s (-want +got):\n%s", r.Title, format, diff)
			}
		}
	}
}

func TestFileName(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Bean pot": "Bean-pot.cook", "../../etc/passwd": "etc-passwd.cook", "Crème brûlée!": "Crème-brûlée.cook", "a/b\\c:d*e": "a-b-c-d-e.cook",
		"CON": "CON-recipe.cook", "com1": "com1-recipe.cook", "???": "recipe.cook", "": "recipe.cook", ".hidden. ": "hidden.cook",
		strings.Repeat("ü", 200): strings.Repeat("ü", 50) + ".cook", "味噌汁": "味噌汁.cook",
	} {
		if got := interchange.FileName(title, interchange.FormatCooklang); got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
	}
}
