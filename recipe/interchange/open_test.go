package interchange_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/interchange"
)

// read opens data and collects what is in it.
func read(t *testing.T, name string, data []byte) ([]interchange.Item, []*interchange.Error) {
	t.Helper()
	f, err := interchange.Open(name, bytes.NewReader(data))
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return recipes(t, f)
}

func recipes(t *testing.T, f *interchange.File) (items []interchange.Item, failures []*interchange.Error) {
	t.Helper()
	for item, err := range f.Recipes() {
		var e *interchange.Error
		switch {
		case err == nil:
			items = append(items, item)
		case errors.As(err, &e):
			failures = append(failures, e)
		default:
			t.Errorf("error of another type: %v", err)
		}
	}
	return items, failures
}

// one reads data that must hold exactly one recipe and nothing broken.
func one(t *testing.T, name string, data []byte) interchange.Recipe {
	t.Helper()
	items, failures := read(t, name, data)
	if len(items) != 1 || len(failures) != 0 {
		t.Fatalf("got %d recipes and failures %v, want one recipe", len(items), failures)
	}
	return items[0].Recipe
}

type member struct {
	name string
	data []byte
}

func zipped(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.Create(m.name)
		if err == nil {
			_, err = w.Write(m.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	soupLine   = `{"title":"Soup"}`
	soupNode   = `{"@context":"https://schema.org","@type":"Recipe","name":"Soup"}`
	soupMealie = `{"name":"Soup","slug":"soup","recipe_ingredient":[{"note":"1 onion"}],"recipe_instructions":[]}`
	soupTando  = `{"name":"Soup","steps":[{"instruction":"Boil.","ingredients":[]}],"working_time":0}`
	soupPap    = `{"name":"Soup","ingredients":"1 onion","directions":"Boil."}`
	soupCook   = "Boil @water{1%l}.\n"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, file string
		data       []byte
		want       interchange.Format
	}{
		{"lines", "x.jsonl", []byte(soupLine + "\n" + soupLine), interchange.FormatJSONLines},
		{"lines under another name", "x.txt", []byte(soupLine + "\n" + soupLine), interchange.FormatJSONLines},
		{"one create body", "x.json", []byte(soupLine), interchange.FormatJSONLines},
		{"schema.org", "x.json", []byte(soupNode), interchange.FormatJSONLD},
		{"list of schema.org", "x.json", []byte("[" + soupNode + "]"), interchange.FormatJSONLD},
		{"broken JSON", "x.json", []byte(`{"name":`), interchange.FormatJSONLD},
		{"page", "x.html", []byte("<!doctype html><title>x</title>"), interchange.FormatHTML},
		{"page by content", "x", []byte("\ufeff  <html>"), interchange.FormatHTML},
		{"Paprika archive", "x.paprikarecipes", zipped(t, member{"Soup.paprikarecipe", gzipped(t, []byte(soupPap))}), interchange.FormatPaprika},
		{"empty Paprika archive", "x.paprikarecipes", zipped(t), interchange.FormatPaprika},
		{"single Paprika recipe", "x.paprikarecipe", gzipped(t, []byte(soupPap)), interchange.FormatPaprika},
		{"Paprika JSON", "x.json", []byte(soupPap), interchange.FormatPaprika},
		{"Mealie archive", "x.zip", zipped(t, member{"recipes/soup/images/a.webp", nil}, member{"recipes/soup/soup.json", []byte(soupMealie)}), interchange.FormatMealie},
		{"Mealie recipe", "x.json", []byte(soupMealie), interchange.FormatMealie},
		{"Tandoor archive", "x.zip", zipped(t, member{"Soup.zip", zipped(t, member{"recipe.json", []byte(soupTando)})}), interchange.FormatTandoor},
		{"Tandoor recipe archive", "x.zip", zipped(t, member{"recipe.json", []byte(soupTando)}), interchange.FormatTandoor},
		{"schema.org in an archive", "x.zip", zipped(t, member{"Soup/recipe.json", []byte(soupNode)}), interchange.FormatJSONLD},
		{"Cooklang", "x.cook", []byte("just text"), interchange.FormatCooklang},
		{"Cooklang by content", "x.txt", []byte("some text\n" + soupCook), interchange.FormatCooklang},
		{"Cooklang archive", "x.zip", zipped(t, member{"Soup.cook", []byte(soupCook)}), interchange.FormatCooklang},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := interchange.Detect(tc.file, tc.data)
			if err != nil || got != tc.want {
				t.Errorf("got %q, %v; want %q", got, err, tc.want)
			}
		})
	}
}

func TestDetect_unknown(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{
		"empty": nil, "blank": []byte(" \n\t"), "prose": []byte("Dear diary, today I cooked."),
		"binary": {0x89, 'P', 'N', 'G', 0, 0, 0, 13}, "empty archive": zipped(t), "archive of pictures": zipped(t, member{"a.jpg", []byte("x")}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := interchange.Open("thing.bin", bytes.NewReader(data))
			var e *interchange.Error
			if !errors.As(err, &e) || e.Kind != interchange.KindUnknownFormat {
				t.Fatalf("got %v", err)
			}
			for _, word := range []string{"thing.bin", "Paprika", "Mealie", "Tandoor", "Cooklang", "JSON-LD", "HTML", "JSON Lines"} {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("%q does not name %q", err, word)
				}
			}
		})
	}
}

func TestOpen_readsEveryContainer(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		file string
		data []byte
	}{
		"line":             {"a.jsonl", []byte(soupLine)},
		"pretty printed":   {"a.json", []byte("{\n  \"title\": \"Soup\"\n}\n")},
		"list of ours":     {"a.json", []byte("[\n" + soupLine + "\n]")},
		"schema.org":       {"a.json", []byte(soupNode)},
		"single paprika":   {"a.paprikarecipe", gzipped(t, []byte(soupPap))},
		"paprika JSON":     {"a.json", []byte(soupPap)},
		"tandoor JSON":     {"a.json", []byte(soupTando)},
		"tandoor recipe":   {"a.zip", zipped(t, member{"recipe.json", []byte(soupTando)}, member{"image.jpg", []byte("x")})},
		"list of mealie":   {"a.json", []byte("[" + soupMealie + "]")},
		"folder junk":      {"a.zip", zipped(t, member{"__MACOSX/._s.json", []byte("x")}, member{"d/", nil}, member{"d/.x.json", []byte("x")}, member{"d/s.json", []byte(soupNode)})},
		"page in archive":  {"a.zip", zipped(t, member{"p.html", []byte(`<script type="application/ld+json">` + soupNode + `</script>`)})},
		"cook by file":     {"dir/Soup.cook", []byte(soupCook)},
		"cook by entry":    {"a.zip", zipped(t, member{"dinner/Soup.cook", []byte(soupCook)})},
		"UTF-16 JSON":      {"a.json", utf16LE(soupNode, true)},
		"UTF-16 no mark":   {"a.json", utf16LE(soupNode, false)},
		"byte order mark":  {"a.jsonl", []byte("\ufeff" + soupLine)},
		"members repeated": {"a.json", []byte(`{"@type":"Recipe","@type":"Recipe","name":"x","name":"Soup"}`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := one(t, tc.file, tc.data); got.Title != "Soup" {
				t.Errorf("got title %q", got.Title)
			}
		})
	}
}

func utf16LE(s string, mark bool) []byte {
	var out []byte
	if mark {
		out = append(out, 0xFF, 0xFE)
	}
	for _, r := range s { // test data is in the basic plane
		out = append(out, byte(r), byte(r>>8))
	}
	return out
}

func TestRecipes_oneBadRecipeFailsAlone(t *testing.T) {
	t.Parallel()
	paprika := func(name string) member {
		return member{name + ".paprikarecipe", gzipped(t, []byte(strings.ReplaceAll(soupPap, "Soup", name)))}
	}
	tandoor := func(name string) member {
		return member{name + ".zip", zipped(t, member{"recipe.json", []byte(strings.ReplaceAll(soupTando, "Soup", name))})}
	}
	for name, tc := range map[string]struct {
		file string
		data []byte
		want string // of the one error
	}{
		"lines":                       {"a.jsonl", []byte("{\"title\":\"A\"}\n\n{\"title\":5}\n{\"title\":\"B\"}\n"), `a.jsonl, line 3, column 10: the value of "title" does not fit: it must be text.`},
		"blank title in lines":        {"a.jsonl", []byte("{\"title\":\"A\"}\n{\"title\":\" \"}\n{\"title\":\"B\"}\n"), `a.jsonl, line 2: the recipe has no title`},
		"fraction for a whole number": {"a.jsonl", []byte("{\"title\":\"A\"}\n{\"title\":\"x\",\"servings\":4.5}\n{\"title\":\"B\"}\n"), `a.jsonl, line 2, column 25: the value of "servings" does not fit: it must be a whole number of at most 32 bits.`},
		"list of nodes":               {"a.json", []byte(`[{"@type":"Recipe","name":"A"},{"@type":"Recipe"},{"@type":"Recipe","name":"B"}]`), `a.json, recipe 2: the recipe has no title`},
		"list of ours":                {"a.json", []byte(`[{"title":"A"},{"title":"x","steps":3},{"title":"B"}]`), `a.json, recipe 2: the value of "steps" does not fit`},
		"graph":                       {"a.json", []byte(`{"@graph":[{"@type":"Recipe","name":"A"},{"@type":"Recipe"},{"@type":"Recipe","name":"B"}]}`), `a.json, recipe 2: the recipe has no title`},
		"blocks of a page": {"a.html", []byte("<script type='application/ld+json'>{\"@type\":\"Recipe\",\"name\":\"A\"}</script>\n" +
			"<script type='application/ld+json'>\n{\"@type\":\"Recipe\",\n \"name\" \"x\"}</script>" +
			"<script type='application/ld+json'>{\"@type\":\"Recipe\",\"name\":\"B\"}</script>"), `a.html, JSON-LD block 2, line 4, column 9: the JSON is broken here.`},
		"broken gzip":                {"a.paprikarecipes", zipped(t, paprika("A"), member{"x.paprikarecipe", []byte("no gzip")}, paprika("B")), `a.paprikarecipes, x.paprikarecipe: this is not the gzip data`},
		"cut gzip":                   {"a.paprikarecipes", zipped(t, paprika("A"), member{"x.paprikarecipe", gzipped(t, []byte(soupPap))[:40]}, paprika("B")), `x.paprikarecipe: its compressed data is damaged`},
		"broken inner zip":           {"a.zip", zipped(t, tandoor("A"), member{"x.zip", []byte("nope")}, tandoor("B")), `a.zip, x.zip: this is not a zip archive.`},
		"inner zip without a recipe": {"a.zip", zipped(t, tandoor("A"), member{"x.zip", zipped(t, member{"image.jpg", nil})}, tandoor("B")), `a.zip, x.zip: the archive holds no recipes.`},
		"zip three deep":             {"a.zip", zipped(t, tandoor("A"), member{"x.zip", zipped(t, tandoor("C"))}, tandoor("B")), `x.zip, C.zip: archives within archives`},
		"broken member":              {"a.zip", zipped(t, member{"recipes/a/a.json", []byte(strings.ReplaceAll(soupMealie, "Soup", "A"))}, member{"recipes/x/x.json", []byte("{\n\"name\": }")}, member{"recipes/b/b.json", []byte(strings.ReplaceAll(soupMealie, "Soup", "B"))}), `a.zip, recipes/x/x.json, line 2, column 9: the JSON is broken here.`},
		"empty cook":                 {"a.zip", zipped(t, member{"A.cook", []byte("Boil.")}, member{"x.cook", []byte("-- nothing")}, member{"B.cook", []byte("Fry.")}), `a.zip, x.cook: the file has neither ingredients nor steps, and no title of its own.`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			items, failures := read(t, tc.file, tc.data)
			var titles []string
			for _, item := range items {
				titles = append(titles, item.Recipe.Title)
			}
			if diff := cmp.Diff([]string{"A", "B"}, titles); diff != "" {
				t.Errorf("recipes (-want +got):\n%s", diff)
			}
			if len(failures) != 1 || !strings.Contains(failures[0].Error(), tc.want) {
				t.Errorf("failures %v, want one with %q", failures, tc.want)
			}
		})
	}
}

func TestRecipes_stopsWhenTheLoopDoes(t *testing.T) {
	t.Parallel()
	f, err := interchange.Open("a.jsonl", strings.NewReader(strings.Repeat(soupLine+"\n", 5)))
	if err != nil {
		t.Fatal(err)
	}
	for pass := range 2 { // and may be run again
		n := 0
		for _, err := range f.Recipes() {
			if err != nil {
				t.Error(err)
			}
			if n++; n == 2 {
				break
			}
		}
		if n != 2 {
			t.Errorf("pass %d: %d recipes", pass, n)
		}
	}
}
