package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// varied are recipes that use all there is, in no order.
const varied = `{"title":"Zucchini","servings":1}
{"title":"Apfelstrudel – \"süß\" & <warm>","description":"Line one.\n\nLine two\twith a tab.","prep_time_minutes":90,"cook_time_minutes":45,"servings":8,"difficulty":5,"ingredients":[{"name":"Mehl","quantity":0.1,"unit":"kg","notes":"glatt"},{"name":"Salz"},{"name":"Äpfel","quantity":1000000.25}],"steps":[{"instruction":"Ziehen.\nNicht reißen!","duration_minutes":30},{"instruction":"Backen.","temperature_value":-18,"temperature_unit":"Celsius"},{"instruction":"Warten.","temperature_value":400,"temperature_unit":"Fahrenheit","duration_minutes":0}]}
{"title":"🍲"}
{"title":"borscht","steps":[{"instruction":"@home: use #1 {pot}, ~5 min -- or so"}]}
`

// fill puts recipes into the vault around the program.
func (h *home) fill(t testing.TB, jsonLines string) {
	t.Helper()
	for line := range strings.Lines(jsonLines) {
		h.ask("POST", "/api/recipes", line)
	}
}

// TestExport_RoundTrip takes recipes to an empty vault by way of each kind.
func TestExport_RoundTrip(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, from *home) {
		from.fill(t, varied+lines(30))
		file := filepath.Join(from.dir, "all.jsonl")
		if got := from.run("export", "--output", file); got.code != exitOK || got.stdout != "" || got.stderr[len(got.stderr)-len(file)-2:] != file+".\n" {
			t.Fatalf("%+v", got)
		}
		both(t, func(t *testing.T, to *home) {
			got := to.run("import", "--json", file)
			if r := got.summary(t); got.code != exitOK || r.Created != 34 || r.Changed != 0 {
				t.Errorf("%+v", got)
			}
			if diff := cmp.Diff(from.stored(), to.stored()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			second := to.run("export")
			text, err := os.ReadFile(file)
			if err != nil || second.stdout != string(text) {
				t.Errorf("the second export differs: %v", err)
			}
		})
	})
}

// TestExport_OtherFormats come back too; what of their text changes is
// interchange's matter.
func TestExport_OtherFormats(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, from *home) {
		from.fill(t, lines(20))
		for _, format := range []string{"jsonld", "cooklang"} {
			out := filepath.Join(from.dir, format)
			if format == "jsonld" {
				out += ".json"
			}
			if got := from.run("export", "--format", format, "-o", out); got.code != exitOK ||
				!strings.HasSuffix(got.stderr, "20 recipes were written to "+out+".\n") {
				t.Fatalf("%+v", got)
			}
			to := embedded(t)
			if got := to.run("import", out); got.code != exitOK {
				t.Errorf("%s: %+v", format, got)
			}
			if diff := cmp.Diff(from.stored(), to.stored()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", format, diff)
			}
		}
	})
}

// TestExport_TooLarge names a recipe that can't be imported again from other formats.
func TestExport_TooLarge(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.fill(t, `{"title":"Long \"stew\"","steps":[{"instruction":"`+strings.Repeat("é", 600_000)+`"}]}`+"\n"+varied)
	for format, want := range map[string]string{"jsonl": "", "jsonld": "too large", "cooklang": "too large"} {
		out := filepath.Join(h.dir, format)
		got := h.run("export", "--format", format, "-o", out)
		if want != "" {
			want = `"Long \"stew\"" is too large to be imported again; use --format jsonl for a copy that can be.` + "\n"
		}
		if got.code != exitOK || got.stderr != "5 recipes were written to "+out+".\n"+want {
			t.Errorf("%s: %+v", format, got)
		}
	}
}

func TestExport_Empty(t *testing.T) {
	t.Parallel()
	h := remote(t, nil)
	if got := h.run("export", "--format", "jsonld"); got.code != exitOK || !json.Valid([]byte(got.stdout)) {
		t.Errorf("%+v", got)
	}
	if got := h.run("export"); got.code != exitOK || got.stdout != "" || got.stderr != "0 recipes were written to standard output.\n" {
		t.Errorf("%+v", got)
	}
}

// TestExport_NoVault makes none: an export of nothing would pass for a backup.
func TestExport_NoVault(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	got := h.run("export", "-o", filepath.Join(h.dir, "x"))
	if got.code != exitFailed || !strings.Contains(got.stderr, "there is no vault at "+filepath.Join(h.dir, "data", "recipes.db")) {
		t.Errorf("%+v", got)
	}
	if entries, err := os.ReadDir(h.dir); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

// onGet hands the n-th get of one recipe (from 1) to act.
func onGet(n int32, act func(w http.ResponseWriter, r *http.Request)) func(http.Handler) http.Handler {
	var gets atomic.Int32
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/api/recipes/") && gets.Add(1) == n {
				act(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// TestExport_Fails in the middle: no file stays that looks whole.
func TestExport_Fails(t *testing.T) {
	t.Parallel()
	broken := func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":"disk","code":"DATABASE_ERROR"}`, http.StatusInternalServerError)
	}
	for name, row := range map[string]struct {
		output []string
		want   string
	}{
		"file":            {[]string{"-o", "out"}, "nothing was written to "},
		"replaced file":   {[]string{"-o", "there", "--force"}, "nothing was written to "},
		"standard output": {nil, "the output is incomplete: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := remote(t, onGet(10, broken))
			h.fill(t, lines(30))
			h.file("there", "precious")
			args := append([]string{"export"}, row.output...)
			if len(args) > 2 {
				args[2] = filepath.Join(h.dir, args[2])
			}
			got := h.run(args...)
			if got.code != exitFailed || !strings.Contains(got.stderr, row.want) || !strings.Contains(got.stderr, "is unavailable; try again later") ||
				strings.Contains(got.stderr, "were written to") {
				t.Errorf("%+v", got)
			}
			h.holdsOnly("there", "precious")
		})
	}
}

// holdsOnly checks that the home has that one file and no half written one; the
// remote vault's own lies there too.
func (h *home) holdsOnly(name, content string) {
	h.t.Helper()
	entries, err := os.ReadDir(h.dir)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != name && !strings.HasPrefix(e.Name(), "remote.db") {
			h.t.Errorf("%s is left", e.Name())
		}
	}
	if text, err := os.ReadFile(filepath.Join(h.dir, name)); err != nil || string(text) != content {
		h.t.Errorf("%s: %q, %v", name, text, err)
	}
}

// TestExport_Interrupted leaves nothing behind either.
func TestExport_Interrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	h := remote(t, onGet(5, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	h.fill(t, lines(30))
	h.file("there", "precious")
	got := h.runIn(ctx, nil, "export", "-o", filepath.Join(h.dir, "out"))
	if got.code != exitFailed || !strings.Contains(got.stderr, "nothing was written to ") {
		t.Errorf("%+v", got)
	}
	h.holdsOnly("there", "precious")
}

// TestExport_DeletedMeanwhile is no failure: the recipe is not there any more.
func TestExport_DeletedMeanwhile(t *testing.T) {
	t.Parallel()
	h := remote(t, onGet(3, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, `{"error":"x","code":"NOT_FOUND"}`, http.StatusNotFound)
	}))
	h.fill(t, lines(5))
	got := h.run("export")
	if got.code != exitOK || strings.Count(got.stdout, "\n") != 4 ||
		got.stderr != "4 recipes were written to standard output.\n1 recipe was deleted during the export.\n" {
		t.Errorf("%+v", got)
	}
}

// TestExport_Existing replaces nothing without --force.
func TestExport_Existing(t *testing.T) {
	t.Parallel()
	h := remote(t, nil)
	h.fill(t, lines(1))
	there := h.file("there", "precious")
	if got := h.run("export", "-o", there); got.code != exitFailed || !strings.Contains(got.stderr, there+" exists already; name another file, or use --force to replace it") {
		t.Errorf("%+v", got)
	}
	h.holdsOnly("there", "precious")
	if err := os.Chmod(there, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := h.run("export", "-o", there, "--force"); got.code != exitOK {
		t.Errorf("%+v", got)
	}
	h.holdsOnly("there", lines(1))
	for _, path := range []string{h.dir, filepath.Join(there, "x"), filepath.Join(h.dir, "no", "such", "dir")} {
		if got := h.run("export", "-o", path, "--force"); got.code != exitFailed || strings.Contains(got.stderr, "were written") {
			t.Errorf("%s: %+v", path, got)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	if info, err := os.Stat(there); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	link := filepath.Join(h.dir, "link")
	if err := os.Symlink(there, link); err != nil {
		t.Fatal(err)
	}
	if got := h.run("export", "-o", link, "--force"); got.code != exitOK {
		t.Errorf("%+v", got)
	}
	if target, err := os.Readlink(link); err != nil || target != there {
		t.Errorf("the link is gone: %q, %v", target, err)
	}
	if got := h.run("export", "-o", os.DevNull, "--force"); got.code != exitFailed || !strings.Contains(got.stderr, "is not a regular file") {
		t.Errorf("%+v", got)
	}
}

// TestExport_OwnDatabase refuses to write over the vault that it reads, or over what
// SQLite keeps beside it, by whatever name.
func TestExport_OwnDatabase(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.fill(t, lines(3))
	data := filepath.Join(h.dir, "data")
	path := filepath.Join(data, "recipes.db")
	names := []string{
		path, filepath.Join(h.dir, "data", "..", "data", "recipes.db"),
		path + "-wal", path + "-shm", path + "-journal",
	}
	link := func(make func(from, to string) error, from, to string) {
		to = filepath.Join(h.dir, to)
		if err := make(from, to); err != nil {
			t.Skip(err) // Windows may not allow it
		}
		names = append(names, to)
	}
	link(os.Link, path, "hard.jsonl")
	link(os.Symlink, path, "soft.jsonl")
	link(os.Symlink, path+"-wal", "wal.jsonl") // there or not
	if err := os.Symlink(data, filepath.Join(h.dir, "there")); err != nil {
		t.Skip(err)
	}
	names = append(names, filepath.Join(h.dir, "there", "recipes.db"), filepath.Join(h.dir, "there", "recipes.db-wal"))
	linked := h.with("DATABASE_URL", "sqlite:"+filepath.Join(h.dir, "soft.jsonl"))
	served := remote(t, nil).with("DATABASE_URL", h.env["DATABASE_URL"])
	for _, name := range names {
		for _, h := range []*home{h, linked, served} {
			for _, args := range [][]string{{"export", "--force", "-o", name}, {"export", "-o", name}} {
				if got := h.run(args...); got.code != exitFailed || strings.Contains(got.stderr, "written to") {
					t.Errorf("%v: %+v", args, got)
				}
			}
			if got := h.run("export", "--force", "-o", name); !strings.Contains(got.stderr, "belongs to the vault's database, which an export never replaces; name another file") &&
				filepath.Base(name) != "wal.jsonl" { // names nothing while no one has the vault open
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
	if got := h.run("export"); got.code != exitOK || strings.Count(got.stdout, "\n") != 3 {
		t.Errorf("%+v", got)
	}

	dish := h.file("dishes/Dish-001.cook", "")
	if err := os.Remove(dish); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path, dish); err != nil {
		t.Fatal(err)
	}
	if got := h.run("export", "--force", "--format", "cooklang", "-o", filepath.Dir(dish)); got.code != exitFailed || !strings.Contains(got.stderr, "belongs to the vault's database") {
		t.Errorf("%+v", got)
	}
}
