package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	_ "modernc.org/sqlite" // a vault of the first release is made by hand

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
)

// firstRelease is a home with a vault file as the first release made it. Each
// recipe is a title and an author, "" for none.
func firstRelease(t *testing.T, recipes ...[2]string) *home {
	t.Helper()
	h := embedded(t)
	path := strings.TrimPrefix(h.env["DATABASE_URL"], "sqlite:")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	schema, err := os.ReadFile("../../recipe/vault/migrations/0001_recipes.sql")
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	exec := func(q string, args ...any) {
		if _, err := db.ExecContext(t.Context(), q, args...); err != nil {
			t.Fatal(err)
		}
	}
	exec(string(schema) + fmt.Sprintf("; PRAGMA application_id = %d; PRAGMA user_version = 1", 0x52656356))
	for i, r := range recipes {
		id := uuid.NewString()
		exec(`INSERT INTO recipes (id, title, title_key, description, created_at, updated_at, created_by)
			VALUES (?, ?, ?, ?, '2026-01-02 03:04:05', '2026-01-02 03:04:05', nullif(?, ''))`, id, r[0], title.ExactKey(r[0]), fmt.Sprint("Number ", i), r[1])
		exec(`INSERT INTO ingredients (recipe_id, position, id, name, quantity, unit) VALUES (?, 0, ?, '', -1.5, '')`, id, uuid.NewString())
		exec(`INSERT INTO steps (recipe_id, position, id, instruction, duration_minutes) VALUES (?, 0, ?, char(27, 155), -3)`, id, uuid.NewString())
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return h
}

var soups = [][2]string{{"Soup", ""}, {" Soup", "alice@example.com"}, {"Soup ", "left@example.com"}, {"\u200b", ""}}

// TestImport_ByteForByte takes away what the first release stored, and brings it
// to an empty vault.
func TestImport_ByteForByte(t *testing.T) {
	t.Parallel()
	old := firstRelease(t, soups...)
	before := old.run("export")
	if before.code != exitOK || strings.Count(before.stdout, "\n") != len(soups) {
		t.Fatalf("%+v", before)
	}
	h := embedded(t)
	file := h.file("all.jsonl", before.stdout)
	if dry := h.run("import", "--dry-run", file); dry.code != exitOK || !strings.Contains(dry.stdout, "4 created, 0 skipped as present, 0 failed") {
		t.Errorf("%+v", dry)
	}
	// An import that was stopped after the first recipe goes on with the next.
	first, _, _ := strings.Cut(before.stdout, "\n")
	if got := h.run("import", h.file("first.jsonl", first)); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	if got := h.run("import", "--json", file).summary(t); got.Created != 3 || got.Skipped != 1 || got.Changed != 0 {
		t.Errorf("%+v", got)
	}
	after := h.run("export")
	if d := cmp.Diff(before.stdout, after.stdout); d != "" {
		t.Errorf("(-before +after):\n%s", d)
	}
	again := h.run("import", file)
	if again.code != exitOK || !strings.Contains(again.stdout, "0 created, 4 skipped as present, 0 failed") {
		t.Errorf("%+v", again)
	}
}

// randomLines are n recipes of words that a vault may have held, as JSON Lines:
// blanks and control characters at any place, empty texts, negative numbers.
func randomLines(rnd *rand.Rand, n int) []string {
	words := []string{"Soup", "soup", " ", "\u00a0", "\u200b", "\t", "\n", "\x1b[2J", "\u009b", "\u202e", "é", "e\u0301", "ß", "SS", "", "🍲", "\\", `"`, "<b>", "&amp;", "\u2028"}
	text := func() string {
		var b strings.Builder
		for range rnd.IntN(6) {
			b.WriteString(words[rnd.IntN(len(words))])
		}
		return b.String()
	}
	var lines []string
	for i := range n {
		recipe := map[string]any{"title": text() + fmt.Sprint(i/3) + text()} // three of each number
		if rnd.IntN(2) == 0 {
			recipe["description"] = text()
		}
		if rnd.IntN(3) == 0 {
			recipe["created_by"] = fmt.Sprintf("person%d@example.com", rnd.IntN(4))
		}
		var ingredients, steps []any
		for range rnd.IntN(4) {
			ingredients = append(ingredients, map[string]any{"name": text(), "quantity": rnd.NormFloat64() * 1000, "unit": text(), "notes": text()})
		}
		for range rnd.IntN(4) {
			steps = append(steps, map[string]any{"instruction": text(), "duration_minutes": rnd.Int32N(100) - 50, "temperature_value": rnd.Int32() - 1<<30, "temperature_unit": "Celsius"})
		}
		recipe["ingredients"], recipe["steps"] = ingredients, steps
		line, err := json.Marshal(recipe)
		if err != nil {
			panic(err)
		}
		lines = append(lines, string(line))
	}
	return lines
}

// TestImport_ByteForByte_random takes recipes from one vault to the next.
func TestImport_ByteForByte_random(t *testing.T) {
	t.Parallel()
	first, second := embedded(t), embedded(t)
	made := first.run("import", "--json", first.file("a.jsonl", strings.Join(randomLines(harness.Seeded(t), 300), "\n")))
	if r := made.summary(t); r.Failed != 0 || r.Altered != 0 || r.Created < 200 {
		t.Fatalf("%+v", made)
	}
	before := first.run("export")
	if got := second.run("import", second.file("b.jsonl", before.stdout)); got.code != exitOK {
		t.Errorf("%+v", got)
	}
	if d := cmp.Diff(strings.Split(before.stdout, "\n"), strings.Split(second.run("export").stdout, "\n")); d != "" {
		t.Errorf("(-before +after):\n%s", d)
	}
}

// TestImport_ByteForByte_long has more text and more entries than a recipe of
// another program may have.
func TestImport_ByteForByte_long(t *testing.T) {
	t.Parallel()
	list := func(entry string, n int) string { return "[" + strings.Repeat(entry+",", n-1) + entry + "]" }
	line := `{"title":"Feast","description":"","ingredients":` + list(`{"name":"a","unit":""}`, 12_000) +
		`,"steps":[{"instruction":"` + strings.Repeat("é", 1<<20) + `"}]}` + "\n"
	h := embedded(t)
	if got := h.run("import", h.file("a.jsonl", line)); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	if got := h.run("export"); got.stdout != line {
		t.Errorf("%d bytes came back of %d", len(got.stdout), len(line))
	}
}

// TestImport_Served brings the same to a vault that holds new recipes to its
// rules: it is said of each recipe what became of it.
func TestImport_Served(t *testing.T) {
	t.Parallel()
	h := remote(t, nil)
	file := h.file("a.jsonl", `{"title":" Soup","servings":1}
{"title":"Soup","servings":2}
{"title":"Soup ","servings":3}
{"title":"Stew","ingredients":[{"name":""}]}
{"title":"Bread","steps":[{"instruction":"a\u009b"}]}
{"title":"Rice","ingredients":[{"name":" ","quantity":-1,"unit":""}],"description":""}
`)
	got := h.run("import", "--json", file)
	r := got.summary(t)
	if got.code != exitFailed || r.Created != 2 || r.Skipped != 1 || r.Clashing != 1 || r.Failed != 3 || r.Changed != 1 || r.Altered != 1 {
		t.Errorf("%+v", got)
	}
	told := []string{}
	for _, n := range slices.Concat(r.Warnings, r.Clashes, r.Failures) {
		told = append(told, n.Entry+": "+n.Message)
	}
	want := []string{
		"line 1: The vault stored it differently from the file: title.",
		"line 2: an earlier recipe in this import has the title Soup; give one of them another title.",
		`line 3: its title, "Soup ", differs from that of a recipe in the vault only in leading or trailing white space. Import it under another title, such as "Soup (2)".`,
		"line 4: The Recipe Vault refused the request: ingredients[0].name must not be empty",
		"line 5: The Recipe Vault refused the request: steps[0].instruction must not contain the control character U+009B",
	}
	if d := cmp.Diff(want, told); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff(`{"title":"Rice","description":"","ingredients":[{"name":" ","quantity":-1,"unit":""}]}`+"\n"+`{"title":"Soup","servings":1}`+"\n", h.run("export").stdout); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	// Again: the one without the white space is there, and is known to be that.
	// The one that was never saved is named again.
	again := h.run("import", "--json", file).summary(t)
	if again.Created != 0 || again.Skipped != 3 || again.Clashing != 1 || again.Failed != 3 {
		t.Errorf("%+v", again)
	}
	if d := cmp.Diff(r.Clashes, again.Clashes); d != "" {
		t.Errorf("(-first +again):\n%s", d)
	}
	dry := h.run("import", "--json", "--dry-run", h.file("b.jsonl", `{"title":"rice "}`))
	if r := dry.summary(t); dry.code != exitFailed || r.Failed != 1 || r.Failures[0].Kind != "conflict" {
		t.Errorf("%+v", dry)
	}
}

// TestImport_ExitCodes has nothing failed, and yet not all is as the files have
// it.
func TestImport_ExitCodes(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, h *home) {
		for name, row := range map[string]struct {
			lines, want string
			code        int
		}{
			"as it is":       {`{"title":"A"}`, "", exitOK},
			"twice the same": {"{\"title\":\"B\"}\n{\"title\":\"B\"}", "", exitOK},
			"clash":          {"{\"title\":\"C\"}\n{\"title\":\"c\",\"servings\":1}", "not everything is in the vault as the files have it: 1 recipe was skipped because of its title", exitAltered},
			"changed":        {`{"title":"D","servings":0}`, "1 recipe was changed", exitAltered},
			"a part unknown": {`{"title":"E","rating":5}`, "1 recipe was changed", exitAltered},
			"both":           {"{\"title\":\"F\",\"difficulty\":9}\n{\"title\":\"f\"}", "because of its title, 1 recipe was changed", exitAltered},
			"and a failure":  {"{\"title\":\"G\",\"difficulty\":9}\n{\"title\":\"\"}", "the import is not complete: 1 failed", exitFailed},
		} {
			got := h.run("import", h.file(name+".jsonl", row.lines))
			if got.code != row.code || !strings.Contains(got.stderr, row.want) {
				t.Errorf("%s: %+v", name, got)
			}
		}
		// Of two that clash, one is not in the vault; that is so the next time too.
		if got := h.run("import", filepath.Join(h.dir, "clash.jsonl")); got.code != exitAltered || !strings.Contains(got.stdout, "0 created, 2 skipped as present, 0 failed") || !strings.Contains(got.stdout, "line 2: an earlier recipe in this import has the title c;") {
			t.Errorf("%+v", got)
		}
		if got := h.run("import", filepath.Join(h.dir, "twice the same.jsonl")); got.code != exitOK {
			t.Errorf("%+v", got)
		}
		// What another program wrote is moved to fit as a matter of course.
		if got := h.run("import", h.file("p.json", `{"name":"P","ingredients":"salt","directions":"Mix.","description":"`+strings.Repeat("x ", 1500)+`"}`)); got.code != exitOK || !strings.Contains(got.stdout, "1 recipe was changed to fit") {
			t.Errorf("%+v", got)
		}
	})
}

// authors leads from titles to who wrote the recipes.
func (h *home) authors() map[string]string {
	h.t.Helper()
	var rows []struct {
		Title  string `json:"title"`
		Author string `json:"created_by"`
	}
	decode(h.t, h.ask("GET", "/api/recipes", ""), &rows)
	all := map[string]string{}
	for _, r := range rows {
		all[r.Title] = r.Author
	}
	return all
}

// TestImport_Authors keeps who wrote a recipe, or sets it.
func TestImport_Authors(t *testing.T) {
	t.Parallel()
	const written = `{"title":"A","created_by":"alice@example.com"}
{"title":"B","created_by":"carol@example.com"}
{"title":"C"}
`
	both(t, func(t *testing.T, h *home) {
		h.env["FAMILIES_CONFIG_PATH"] = h.file("families.yaml", "families: {smith: {members: [alice@example.com]}, jones: {members: [carol@example.com]}}")
		if got := h.run("import", h.file("a.jsonl", written)); got.code != exitOK {
			t.Fatalf("%+v", got)
		}
		if d := cmp.Diff(map[string]string{"A": "alice@example.com", "B": "carol@example.com", "C": ""}, h.authors()); d != "" {
			t.Errorf("kept (-want +got):\n%s", d)
		}
		if got := h.run("export"); got.stdout != written {
			t.Errorf("%+v", got)
		}
		others := h.file("b.jsonl", strings.NewReplacer("A", "D", "B", "E", "C", "F").Replace(written))
		if got := h.with("USER_EMAIL", "alice@example.com").run("import", others, "--as", "Carol@example.com"); got.code != exitOK {
			t.Errorf("%+v", got)
		}
		if d := cmp.Diff(map[string]string{
			"A": "alice@example.com", "B": "carol@example.com", "C": "", "D": "carol@example.com", "E": "carol@example.com", "F": "carol@example.com",
		}, h.authors()); d != "" {
			t.Errorf("set (-want +got):\n%s", d)
		}
		for as, want := range map[string]string{
			"nobody@example.com":   "the vault does not know the address in --as",
			"jürgen@example.com":   "--as must be",
			"":                     "--as is blank; give an e-mail address, or leave it out",
			" \t":                  "--as is blank",
			"\u3000":               "--as must be visible ASCII, and has U+3000 at character 1",
			"two\nlines@a.invalid": "--as must",
		} {
			if got := h.run("import", others, "--as", as); got.code == exitOK || !strings.Contains(got.stderr, want) || strings.Contains(got.stderr, "USER_EMAIL") {
				t.Errorf("%s: %+v", as, got)
			}
		}
	})
}

// TestImport_AuthorLeft brings back the recipe of somebody who is in no family
// any more: into a file, which keeps it for families adopt, and not through the
// API, which would not know whose it is.
func TestImport_AuthorLeft(t *testing.T) {
	t.Parallel()
	const line = `{"title":"A","created_by":"left@example.com"}` + "\n" + `{"title":"B"}` + "\n"
	const member = `{"title":"C","created_by":"Alice@example.com"}` + "\n"
	h := embedded(t)
	h.env["FAMILIES_CONFIG_PATH"] = h.file("families.yaml", "families: {smith: {members: [alice@example.com]}}")
	const unseen = " visible to no family, because the author is unknown or in no family; give recipes to a family with import --as, or afterwards with recipe-vault families adopt.\n"
	file := h.file("a.jsonl", line+member)
	if dry := h.run("import", "--dry-run", file); dry.code != exitOK || !strings.Contains(dry.stdout, "2 recipes would be"+unseen) {
		t.Errorf("%+v", dry)
	}
	if as := h.run("import", "--dry-run", "--as", "alice@example.com", file); as.code != exitOK || strings.Contains(as.stdout, "no family") {
		t.Errorf("%+v", as)
	}
	got := h.run("import", file)
	if got.code != exitOK || h.authors()["A"] != "left@example.com" || !strings.Contains(got.stdout, "2 recipes are"+unseen) {
		t.Errorf("%+v", got)
	}
	if adopt := h.run("families", "adopt", "--family", "smith", "--dry-run"); !strings.Contains(adopt.stdout, "2 recipes would be adopted") {
		t.Errorf("%+v", adopt)
	}
	served := remote(t, nil)
	got = served.run("import", served.file("a.jsonl", line))
	if got.code != exitFailed || !strings.Contains(got.stdout, "line 1: the vault does not know the address of its author (created_by); add it to a family, or import with --as.") ||
		!strings.Contains(got.stdout, "1 created, 0 skipped as present, 1 failed") {
		t.Errorf("%+v", got)
	}
}

// TestImport_AuthorNotSent says of an author that can't be sent what is wrong with
// it, and doesn't blame a setting.
func TestImport_AuthorNotSent(t *testing.T) {
	t.Parallel()
	served := remote(t, nil)
	got := served.run("import", served.file("a.jsonl", `{"title":"Pie","created_by":"jürgen@example.com"}`+"\n"+`{"title":"B"}`+"\n"))
	if got.code != exitFailed || !strings.Contains(got.stdout, `line 1: the author of "Pie" (created_by) has U+00FC at character 2, and only visible ASCII can be sent; correct it in the file, or import with --as.`) ||
		!strings.Contains(got.stdout, "1 created, 0 skipped as present, 1 failed") || strings.Contains(got.stdout+got.stderr, "rgen") || strings.Contains(got.stdout+got.stderr, "USER_EMAIL") {
		t.Errorf("%+v", got)
	}
}

// TestExport_LeavesBehind counts pictures and what is not known.
func TestExport_LeavesBehind(t *testing.T) {
	t.Parallel()
	h := firstRelease(t, [2]string{"A", ""}, [2]string{"B", ""}, [2]string{"C", ""})
	path := strings.TrimPrefix(h.env["DATABASE_URL"], "sqlite:")
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.ExecContext(t.Context(), "UPDATE recipes SET photo_filename = 'pie.jpg' WHERE title <> 'B'")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"export"}, {"export", "--format", "jsonld"}, {"export", "--format", "cooklang", "-o", filepath.Join(h.dir, "cooks")}} {
		got := h.run(args...)
		if got.code != exitOK || !strings.HasSuffix(got.stderr, "\n2 recipes have pictures, which were not exported.\n") {
			t.Errorf("%v: %+v", args, got)
		}
	}
}
