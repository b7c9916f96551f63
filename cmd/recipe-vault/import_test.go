package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
)

// pot is the recipe that each format tells in its own way.
var pot = map[string]any{
	"title":       "Bean pot",
	"ingredients": []any{map[string]any{"name": "flour", "position": 0.0, "quantity": 250.0, "unit": "g", "notes": "sifted"}},
	"steps":       []any{map[string]any{"instruction": "Simmer.", "position": 0.0}},
}

func TestImport_Formats(t *testing.T) {
	t.Parallel()
	const (
		node    = `{"@context":"https://schema.org","@type":"Recipe","name":"Bean pot","recipeIngredient":["250 g flour, sifted"],"recipeInstructions":["Simmer."]}`
		paprika = `{"name":"Bean pot","ingredients":"250 g flour, sifted","directions":"Simmer."}`
		mealie  = `{"name":"Bean pot","slug":"bean-pot","recipe_ingredient":[{"quantity":250,"unit":{"name":"gram","abbreviation":"g","use_abbreviation":true},"food":{"name":"flour"},"note":"sifted"}],"recipe_instructions":[{"text":"Simmer."}]}`
		tandoor = `{"name":"Bean pot","working_time":0,"steps":[{"instruction":"Simmer.","ingredients":[{"food":{"name":"flour"},"unit":{"name":"g"},"amount":250,"note":"sifted"}]}]}`
	)
	for name, data := range map[string]string{
		"pot.jsonl":           `{"title":"Bean pot","ingredients":[{"name":"flour","quantity":250,"unit":"g","notes":"sifted"}],"steps":[{"instruction":"Simmer."}]}`,
		"pot.json":            node,
		"pot.html":            "<!doctype html><title>x</title><script type='application/ld+json'>" + node + "</script>",
		"pot.paprikarecipes":  zipped(t, "Bean pot.paprikarecipe", gzipped(t, paprika)),
		"mealie.zip":          zipped(t, "recipes/bean-pot/bean-pot.json", mealie),
		"tandoor.zip":         zipped(t, "1.zip", zipped(t, "recipe.json", tandoor)),
		"Bean pot.cook":       "---\ntitle: Bean pot\n---\n\n= Ingredients\n\n@flour{250%g}(sifted)\n\n= Steps\n\nSimmer.\n",
		"no extension at all": node,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, func(t *testing.T, h *home) {
				got := h.run("import", h.file(name, data))
				if want := "1 created, 0 skipped as present, 0 failed, in "; got.code != exitOK || !strings.HasPrefix(got.stdout, want) {
					t.Fatalf("%+v", got)
				}
				if diff := cmp.Diff([]map[string]any{pot}, h.stored()); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestImport_SeveralFilesAndAgain(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, h *home) {
		a, b := h.file("a.jsonl", lines(3)), h.file("b.json", `{"title":"Éclair"}`)
		first := h.run("import", a, b)
		if first.code != exitOK || !strings.HasPrefix(first.stdout, "4 created, 0 skipped as present, 0 failed, in ") {
			t.Fatalf("%+v", first)
		}
		// Upper case, and an accent in another encoding, are the same title.
		c := h.file("c.jsonl", `{"title":"DISH 001"}`+"\n"+`{"title":"e\u0301CLAIR"}`)
		again := h.run("import", a, b, c)
		if again.code != exitOK || !strings.HasPrefix(again.stdout, "0 created, 6 skipped as present, 0 failed, in ") || again.stderr != "" {
			t.Errorf("%+v", again)
		}
		if diff := cmp.Diff([]string{"Dish 000", "Dish 001", "Dish 002", "Éclair"}, h.titles()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// TestImport_Author has USER_EMAIL own what is imported.
func TestImport_Author(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, h *home) {
		alice := h.with("USER_EMAIL", " Alice@Example.com ")
		if got := alice.run("import", h.file("a.jsonl", lines(1))); got.code != exitOK {
			t.Fatalf("%+v", got)
		}
		if list := h.ask("GET", "/api/recipes", ""); !strings.Contains(list, `"created_by":"alice@example.com"`) {
			t.Errorf("%s", list)
		}
	})
}

// TestImport_OtherFamily meets a title that the list does not show. Only where the
// vault's file is at hand can a dry run know of it, and what title is free.
func TestImport_OtherFamily(t *testing.T) {
	t.Parallel()
	families := "families: {smith: {members: [alice@example.com]}, jones: {members: [carol@example.com]}}"
	both(t, func(t *testing.T, h *home) {
		h.env["FAMILIES_CONFIG_PATH"] = h.file("families.yaml", families)
		file := h.file("a.jsonl", lines(1))
		h.with("USER_EMAIL", "alice@example.com").run("import", file, h.file("b.jsonl", `{"title":"dish 000 (2)"}`))
		carol := h.with("USER_EMAIL", "carol@example.com")
		want := `line 1: its title, "Dish 000", is taken by a recipe that this address can't see. Import it under another title, such as "Dish 000 (3)".`
		dry := carol.run("import", "--dry-run", file)
		if h.env["API_BASE_URL"] != "" {
			if dry.code != exitOK || !strings.Contains(dry.stdout, "1 created, 0 skipped as present, 0 failed") ||
				!strings.HasPrefix(dry.stdout, "A served vault checks a recipe only when it receives it: some may yet fail, for example because a recipe that you can't see has the title.\n") {
				t.Errorf("%+v", dry)
			}
		} else if dry.code != exitFailed || !strings.Contains(dry.stdout, want) || !strings.Contains(dry.stdout, "0 created, 0 skipped as present, 1 failed") {
			t.Errorf("%+v", dry)
		}
		got := carol.run("import", file)
		if got.code != exitFailed || !strings.Contains(got.stdout, want) || !strings.Contains(got.stdout, "0 created, 0 skipped as present, 1 failed") ||
			strings.Contains(got.stdout, "A served vault") {
			t.Errorf("%+v", got)
		}
		if got := carol.run("export"); got.code != exitOK || got.stdout != "" {
			t.Errorf("another family's recipes: %+v", got)
		}
		stranger := h.with("USER_EMAIL", "nobody@example.com").run("import", file)
		if stranger.code != exitFailed || !strings.Contains(stranger.stderr, "USER_EMAIL is not configured for access") || stranger.stdout != "" {
			t.Errorf("%+v", stranger)
		}
	})
}

func TestImport_DryRun(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	files := []string{"import", "--dry-run", h.file("a.jsonl", lines(3)+"{\"title\":\"\"}\n"), h.file("b.jsonl", lines(4))}
	got := h.run(files...)
	const want = "Nothing was written. Without --dry-run: 4 created, 3 skipped as present, 1 failed, in "
	if got.code != exitFailed || !strings.Contains(got.stdout, want) {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "data")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it made a directory: %v", err)
	}

	both(t, func(t *testing.T, h *home) {
		h.ask("POST", "/api/recipes", `{"title":"dish 001"}`)
		got := h.run("import", "--dry-run", "--json", h.file("a.jsonl", lines(3)))
		r := got.summary(t)
		if got.code != exitOK || !r.DryRun || r.Created != 2 || r.Skipped != 1 || len(h.titles()) != 1 {
			t.Errorf("%+v, holds %v", got, h.titles())
		}
	})
}

// TestImport_JSON compares the whole summary.
func TestImport_JSON(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	long := strings.Repeat("x", 201)
	a := h.file("a.jsonl", `{"title":"Soup"}
{"title":"Soup"}
{"title":"SOUP","servings":2}
{"title":5}
{"title":"`+long+`"}
`)
	got := h.run("import", "--json", "--verbose", a, filepath.Join(h.dir, "none.zip"))
	want := transfer.Report{
		Vault: filepath.Join(h.dir, "data", "recipes.db"), Created: 2, Skipped: 2, Clashing: 1, Failed: 2, Changed: 1, Altered: 1,
		Failures: []transfer.Note{
			{File: a, Line: 4, Column: 10, Kind: "malformed", Message: `the value of "title" does not fit: it must be text.`},
			{File: filepath.Join(h.dir, "none.zip"), Message: "the file could not be read: no such file or directory."},
		},
		Clashes:  []transfer.Note{{File: a, Entry: "line 3", Title: "SOUP", Message: "an earlier recipe in this import has the title SOUP; give one of them another title."}},
		Warnings: []transfer.Note{{File: a, Entry: "line 5", Title: strings.Repeat("x", 200), Message: "The title was longer than 200 characters and was shortened; the full title is in the description."}},
	}
	r := got.summary(t)
	for i := range r.Warnings { // how a title is shortened is interchange's matter
		r.Warnings[i].Title, r.Warnings[i].Message = want.Warnings[0].Title, want.Warnings[0].Message
	}
	r.Failures[0].Kind = "malformed"
	r.Failures[1].Message = want.Failures[1].Message // the system's words
	if diff := cmp.Diff(want, r); diff != "" || got.code != exitFailed {
		t.Errorf("exit code %d (-want +got):\n%s", got.code, diff)
	}
	empty := h.run("import", "--json", h.file("b.jsonl", `{"title":"Soup"}`))
	for _, list := range []string{`"failures":[]`, `"clashes":[]`, `"warnings":[]`} {
		if !strings.Contains(empty.stdout, list) {
			t.Errorf("no %s in %s", list, empty.stdout)
		}
	}
	if strings.Contains(empty.stdout, "stopped") {
		t.Errorf("it says that it was stopped: %s", empty.stdout)
	}
}

// TestImport_Changed names each recipe behind exit code 3, and the reason. Recipes of
// other programs, which nearly all change, are only counted.
func TestImport_Changed(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, h *home) {
		a := h.file("a.jsonl", `{"title":"NUL","description":"a\u0000b"}`+"\n"+`{"title":"Unk","tags":["a"]}`+"\n"+`{"title":"Ok"}`+"\n"+
			`{"title":"Many","servings":0,"difficulty":9,"prep_time_minutes":-1,"cook_time_minutes":-1,"tags":["a"]}`)
		page := h.file("page.json", `{"@type":"Recipe","name":"Page","recipeYield":"0","keywords":"x","unknown":1}`)
		got := h.run("import", "--dry-run", a)
		list, rest, _ := strings.Cut(got.stdout, "3 recipes were changed")
		if got.code != exitAltered || !strings.Contains(rest, "see above") {
			t.Errorf("%+v", got)
		}
		if got := h.run("import", a, page); got.code != exitAltered || !strings.HasPrefix(got.stdout, list) || !strings.Contains(got.stdout, "use --verbose to see how") {
			t.Errorf("%+v", got)
		}
		for _, want := range []string{
			"Changed:\n  " + a + `, line 1: "NUL": `,
			"\n  " + a + `, line 2: "Unk": These parts of the recipe are not known here and were left out: "tags".` + "\n",
			"\n  " + a + `, line 4: "Many": `, " And 2 more changes.\n",
		} {
			if !strings.Contains(list, want) {
				t.Errorf("no %q in:\n%s", want, list)
			}
		}
		if strings.Count(list, "\n") != 4 || strings.Contains(list, "Ok") {
			t.Errorf("%s", list)
		}
	})
}

// TestImport_Verbose tells every recipe; without it, changes of other programs' recipes
// are only counted.
func TestImport_Verbose(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	a := h.file("a.jsonl", `{"title":"Soup","difficulty":9}`+"\n"+`{"title":"Rice"}`+"\n"+`{"title":""}`)
	quiet := h.run("import", "--dry-run", a)
	if !strings.Contains(quiet.stdout, "line 1: \"Soup\": The difficulty (1 to 5) was out of range and was left out.\n1 recipe was changed to fit into the vault, or lost a part; see above.") || strings.Contains(quiet.stdout, "Rice") {
		t.Errorf("%s", quiet.stdout)
	}
	told := h.run("import", "--verbose", a)
	for _, want := range []string{
		"created  " + a + ", line 1: Soup\n         The difficulty (1 to 5) was out of range and was left out.\n",
		"created  " + a + ", line 2: Rice\n",
		"failed   " + a + ", line 3: the recipe has no title",
		"Failed:\n  " + a + ", line 3: the recipe has no title",
		"1 recipe was changed to fit into the vault, or lost a part; see above.",
	} {
		if !strings.Contains(told.stdout, want) {
			t.Errorf("no %q in:\n%s", want, told.stdout)
		}
	}
	again := h.run("import", "--verbose", h.file("b.jsonl", `{"title":"RICE"}`))
	if !strings.Contains(again.stdout, "skipped  "+filepath.Join(h.dir, "b.jsonl")+", line 1: RICE is present.\n") {
		t.Errorf("%s", again.stdout)
	}
}

// TestImport_HostileText must not reach the terminal as it is.
func TestImport_HostileText(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	a := h.file("a.jsonl", `{"title":"\u001b[2J wiped"}`+"\n"+`{"title":"\u001b[2J WIPED"}`+"\n"+`{"title":"left\u202eright"}`+"\n"+
		`{"title":"\u009b31m red","description":"\u009b","difficulty":9}`)
	z := h.file("b.zip", zipped(t, "\x1b]0;x\a.json", `{"title":1}`))
	shown := func(text string) {
		t.Helper()
		for _, r := range text {
			if r != '\n' && (unicode.IsControl(r) || r == '\u202e') {
				t.Errorf("%q in %q", r, text)
			}
		}
	}
	got := h.run("import", "--verbose", a, z)
	shown(got.stdout + got.stderr)
	if !strings.Contains(got.stdout, `line 3: left\u202eright`) {
		t.Errorf("%s", got.stdout)
	}
	again := h.run("import", "--json", a, z)
	shown(again.stdout + again.stderr)
	if again.summary(t).Failed != 1 {
		t.Errorf("%+v", again)
	}
}

func TestImport_Stdin(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, h *home) {
		if got := h.runIn(t.Context(), strings.NewReader(lines(2)), "import", "-"); got.code != exitOK || len(h.titles()) != 2 {
			t.Errorf("%+v", got)
		}
		bad := h.runIn(t.Context(), strings.NewReader("Dear diary"), "import", "-")
		if bad.code != exitFailed || !strings.Contains(bad.stdout, "  standard input: unknown format") {
			t.Errorf("%+v", bad)
		}
	})
}

// TestImport_StdinNeverEnds is left by Ctrl-C alone.
func TestImport_StdinNeverEnds(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	t.Cleanup(func() { _ = out.Close() })
	go func() {
		_, _ = io.WriteString(out, "{")
		cancel() // somebody reads by now
	}()
	got := h.runIn(ctx, in, "import", "-")
	if got.code != exitFailed || !strings.Contains(got.stdout, "Stopped as requested") || !strings.Contains(got.stdout, "0 created, 0 skipped as present, 0 failed") {
		t.Errorf("%+v", got)
	}
}

func TestImport_Directory(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	for _, name := range []string{"Soups/Bean.cook", "Soups/Winter/Leek.COOK", "Rice.jsonl", ".hidden.jsonl", ".git/x.jsonl", "photo.jpg", "notes.txt"} {
		content := `{"title":"` + name + `"}`
		if strings.Contains(strings.ToLower(name), ".cook") {
			content = "Boil @water{}."
		}
		h.file("all/"+name, content)
	}
	if err := os.Symlink(h.dir, filepath.Join(h.dir, "all", "loop")); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Log(err) // Windows may not allow it
	}
	got := h.run("import", filepath.Join(h.dir, "all"))
	if got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	if diff := cmp.Diff([]string{"Bean", "Leek", "Rice.jsonl"}, h.titles()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	none := h.run("import", filepath.Join(h.dir, "all", ".git", ".."), filepath.Join(h.dir, "data"))
	if none.code != exitFailed || !strings.Contains(none.stdout, "data: the directory has no recipe files") {
		t.Errorf("%+v", none)
	}
	deep := h.file(strings.Repeat("d/", 16+2)+"x.jsonl", lines(1))
	tooDeep := h.run("import", filepath.Join(h.dir, "d"))
	if tooDeep.code != exitFailed || !strings.Contains(tooDeep.stdout, "nested more than 16 deep") || !strings.HasPrefix(deep, h.dir) {
		t.Errorf("%+v", tooDeep)
	}
}

func TestImport_Usage(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	for name, row := range map[string]struct {
		args []string
		env  []string
		want []string
	}{
		"no file":                     {[]string{"import"}, nil, []string{"name the files to import"}},
		"unknown flag":                {[]string{"import", "--force", "x"}, nil, []string{"there is no flag --force"}},
		"arguments":                   {[]string{"export", "x"}, nil, []string{"export takes no arguments"}},
		"format":                      {[]string{"export", "--format", "paprika"}, nil, []string{`--format: "paprika" can't be written; choose jsonl, jsonld or cooklang.`}},
		"cooklang to standard output": {[]string{"export", "--format", "cooklang", "-o", "-"}, nil, []string{"name a directory with --output"}},
		"all faults at once": {[]string{"import", "x"}, []string{"API_TIMEOUT", "secret-a", "DATABASE_URL", "secret-b", "FAMILIES_CONFIG_PATH", "secret-c"},
			[]string{"API_TIMEOUT must be", "DATABASE_URL must be", "FAMILIES_CONFIG_PATH must name"}},
		"base URL":   {[]string{"export"}, []string{"API_BASE_URL", "secret://x"}, []string{"API_BASE_URL must be"}},
		"key":        {[]string{"export"}, []string{"API_KEY", "secret\nsecond"}, []string{"API_KEY must be printable ASCII"}},
		"no retries": {[]string{"export"}, []string{"API_MAX_RETRIES", "secret"}, []string{"API_MAX_RETRIES must be"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := h.with(row.env...).run(row.args...)
			if got.code != exitUsage || got.stdout != "" || strings.Contains(got.stderr, "secret") {
				t.Errorf("%+v", got)
			}
			for _, want := range row.want {
				if !strings.Contains(got.stderr, want) {
					t.Errorf("no %q in %s", want, got.stderr)
				}
			}
		})
	}
}

// TestImport_Secrets lets neither the key, nor the address, nor what is cooked
// into the log.
func TestImport_Secrets(t *testing.T) {
	t.Parallel()
	posts := 0
	h := remote(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				if posts++; posts > 1 {
					http.Error(w, "<html>the secret stew</html>", http.StatusBadGateway)
					return
				}
			}
			next.ServeHTTP(w, r)
		})
	})
	h.env["USER_EMAIL"] = "alice@example.com"
	h.env["API_BASE_URL"] = strings.Replace(h.env["API_BASE_URL"], "http://", "http://user:hidden-word@", 1)
	got := h.run("import", h.file("a.jsonl", lines(5)))
	if got.code != exitFailed {
		t.Fatalf("%+v", got)
	}
	for _, secret := range []string{homeKey, "alice", "hidden-word", "Dish", "stew"} {
		if strings.Contains(got.stderr, secret) || secret != "Dish" && strings.Contains(got.stdout, secret) {
			t.Errorf("%q is told: %+v", secret, got)
		}
	}
}

// TestImport_SpaceAroundTitle takes a title that the vault keeps with space
// around it for the same: import trims what it reads.
func TestImport_SpaceAroundTitle(t *testing.T) {
	t.Parallel()
	h := remote(t, nil)
	h.ask("POST", "/api/recipes", `{"title":" Soup "}`)
	if got := h.run("import", h.file("a.jsonl", h.run("export").stdout)); got.code != exitOK || !strings.HasPrefix(got.stdout, "0 created, 1 skipped") {
		t.Errorf("%+v", got)
	}
}
