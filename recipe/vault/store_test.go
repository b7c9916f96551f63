package vault_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// checkDatabaseError expects the answer to a request that the database failed.
func checkDatabaseError(t *testing.T, a answer) {
	t.Helper()
	if got := a.object(t); a.status != http.StatusInternalServerError || got["code"] != "DATABASE_ERROR" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestVault_OpensNothingUnasked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "recipes.db")
	v := open(t, vault.Options{Path: path})
	v.Handler()
	v.Transport()
	if _, err := os.Stat(filepath.Dir(path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory is there: %v", err)
	}
}

func TestVault_Modes(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps no such bits")
	}
	dir := filepath.Join(t.TempDir(), "a", "b ?#%41")
	c := inProcess(open(t, vault.Options{Path: filepath.Join(dir, "recipes.db")}))
	c.create(t, `{"title":"Soup"}`)
	want := map[string]fs.FileMode{
		"..": 0o700, ".": 0o700, "recipes.db": 0o600, "recipes.db-wal": 0o600, "recipes.db-shm": 0o600,
	}
	got := map[string]fs.FileMode{}
	for name := range want {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got[name] = info.Mode().Perm()
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 3 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

// TestVault_CannotOpen has files that cannot be a recipe vault's. Each request
// fails, the log tells why, the file stays as it is, and once the obstacle is
// gone the same vault works.
func TestVault_CannotOpen(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name    string
		prepare func(t *testing.T, path string)
		repair  func(path string) error
		cause   string
	}{
		{"no database", func(t *testing.T, path string) {
			writeFile(t, path, strings.Repeat("this is no database. ", 100))
		}, os.Remove, "not a database"},
		{"another program's", func(t *testing.T, path string) {
			execSQL(t, rawDB(t, path), "CREATE TABLE bookmarks (url)")
		}, os.Remove, "database of another program"},
		{"another program's by its mark", func(t *testing.T, path string) {
			execSQL(t, rawDB(t, path), "PRAGMA application_id = 7")
		}, os.Remove, "database of another program"},
		{"newer", func(t *testing.T, path string) {
			v := vault.NewWithSchema(vault.Options{Path: path}, "CREATE TABLE later (x)")
			inProcess(v).create(t, `{"title":"Soup"}`)
			if err := v.Close(); err != nil {
				t.Fatal(err)
			}
		}, os.Remove, "install a newer release"},
		{"a directory", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, os.Remove, "unable to open"},
		{"its directory is a file", func(t *testing.T, path string) {
			if err := os.Remove(filepath.Dir(path)); err != nil {
				t.Fatal(err)
			}
			writeFile(t, filepath.Dir(path), "")
		}, func(path string) error { return os.Remove(filepath.Dir(path)) }, "directory"},
		{"a directory without the right to write", func(t *testing.T, path string) {
			if os.Geteuid() == 0 || runtime.GOOS == "windows" {
				t.Skip("nothing is forbidden to this user")
			}
			if err := os.Chmod(filepath.Dir(path), 0o500); err != nil {
				t.Fatal(err)
			}
		}, func(path string) error { return os.Chmod(filepath.Dir(path), 0o700) }, "permission denied"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "dir", "recipes.db")
			if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			r.prepare(t, path)
			before, _ := os.ReadFile(path)
			var log bytes.Buffer
			c := inProcess(open(t, vault.Options{Path: path, Log: logTo(&log)}))
			checkDatabaseError(t, c.do(t, "GET", "/api/recipes", ""))
			checkDatabaseError(t, c.do(t, "POST", "/api/recipes", `{"title":"Soup"}`))
			if !strings.Contains(log.String(), r.cause) {
				t.Errorf("the log does not tell %q:\n%s", r.cause, &log)
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			if err := r.repair(path); err != nil {
				t.Fatal(err)
			}
			for _, rest := range []string{"-wal", "-shm"} {
				_ = os.Remove(path + rest)
			}
			c.create(t, `{"title":"Soup"}`)
		})
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestVault_FileTakenAway(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not take away files that are open")
	}
	path := filepath.Join(t.TempDir(), "recipes.db")
	c := inProcess(open(t, vault.Options{Path: path}))
	c.create(t, `{"title":"Lost"}`)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	c.create(t, `{"title":"Kept"}`)
	again := inProcess(open(t, vault.Options{Path: path}))
	if got := titles(again.do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Kept"}) {
		t.Errorf("the file holds %v", got)
	}
}

func TestVault_Close(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		v := open(t, vault.Options{Path: place()})
		c := inProcess(v)
		c.create(t, `{"title":"Soup"}`)
		for range 2 {
			if err := v.Close(); err != nil {
				t.Fatal(err)
			}
		}
		checkDatabaseError(t, c.do(t, "GET", "/api/recipes", ""))
		if err := v.Ping(t.Context()); err == nil {
			t.Error("a closed vault answers")
		}
	})
}

// TestVault_RollsBackWhole provokes a violated constraint in the middle of a
// write, when the recipe and its first steps are in.
func TestVault_RollsBackWhole(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		var log bytes.Buffer
		c := inProcess(open(t, vault.Options{Path: path, Log: logTo(&log)}))
		id := c.create(t, `{"title":"Stew","ingredients":[{"name":"beef"}],"steps":[{"instruction":"brown"}]}`)
		before := c.do(t, "GET", "/api/recipes/"+id, "").body
		db := rawDB(t, path)
		if onServer(path) {
			execSQL(t, db, `ALTER TABLE recipes ADD CONSTRAINT "no third step" CHECK (json_array_length(steps) <= 2)`)
		} else {
			execSQL(t, db, `CREATE TRIGGER t BEFORE INSERT ON steps WHEN new.position = 2 BEGIN SELECT RAISE(ABORT, 'no third step'); END`)
		}

		const three = `"ingredients":[{"name":"tofu"}],"steps":[{"instruction":"a"},{"instruction":"b"},{"instruction":"c"}]`
		checkDatabaseError(t, c.do(t, "POST", "/api/recipes", `{"title":"Half",`+three+`}`))
		checkDatabaseError(t, c.do(t, "PUT", "/api/recipes/"+id, `{"title":"Half","servings":9,`+three+`}`))
		if after := c.do(t, "GET", "/api/recipes/"+id, "").body; !bytes.Equal(before, after) {
			t.Errorf("half an update was stored:\n%s\n%s", before, after)
		}
		if got := titles(c.do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Stew"}) {
			t.Errorf("half a recipe was stored: %v", got)
		}
		if !strings.Contains(log.String(), "no third step") || strings.Contains(log.String(), "tofu") {
			t.Errorf("log:\n%s", &log)
		}
		if onServer(path) {
			execSQL(t, db, `ALTER TABLE recipes DROP CONSTRAINT "no third step"`)
		} else {
			execSQL(t, db, "DROP TRIGGER t")
		}
		c.create(t, `{"title":"Half",`+three+`}`)
	})
}

// TestSchema_RepeatsTheRules writes past the handler what the handler refuses.
func TestSchema_RepeatsTheRules(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		inProcess(open(t, vault.Options{Path: path})).create(t, `{"title":"Soup","steps":[{"instruction":"x"}]}`)
		db := rawDB(t, path)
		long, longer := "'"+strings.Repeat("é", 201)+"'", "'"+strings.Repeat("é", 2001)+"'"
		for _, set := range []string{
			"title = ''", "title = '  '", "title = " + long, "title = " + longer, "title_key = NULL",
			"description = " + longer, "difficulty = 0", "difficulty = 6", "servings = 0",
			"servings = 2147483648", "prep_time_minutes = -1", "cook_time_minutes = 'long'", "created_at = 'today at noon'",
			"created_at = '2999-01-01 00:00:00'", "created_by = ''", "id = 'x'",
		} {
			if _, err := db.ExecContext(t.Context(), "UPDATE recipes SET "+set); err == nil {
				t.Errorf("taken: %s", set)
			}
		}
		if _, err := db.ExecContext(t.Context(), "UPDATE steps SET temperature_unit = 'Kelvin'"); err == nil {
			t.Error("taken: Kelvin")
		}
	})
}

func TestVault_DeleteLeavesNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		path := place()
		c := inProcess(open(t, vault.Options{Path: path}))
		id := c.create(t, `{"title":"Soup","ingredients":[{"name":"a"}],"steps":[{"instruction":"x"}]}`)
		if a := c.do(t, "DELETE", "/api/recipes/"+id, ""); a.status != 204 {
			t.Fatal(a.status)
		}
		left := "SELECT (SELECT count(*) FROM recipes) + (SELECT count(*) FROM ingredients) + (SELECT count(*) FROM steps)"
		if onServer(path) {
			left = "SELECT count(*) FROM recipes" // which has the lists
		}
		var n int
		err := rawDB(t, path).QueryRowContext(t.Context(), left).Scan(&n)
		if err != nil || n != 0 {
			t.Errorf("%d rows are left, %v", n, err)
		}
	})
}

func TestVault_UpdatedAtMoves(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, place func() string) {
		now := time.Date(2026, 2, 10, 12, 0, 0, 999, time.FixedZone("", 3600))
		c := inProcess(open(t, vault.Options{Path: place(), Now: func() time.Time { return now }}))
		id := c.create(t, `{"title":"Soup"}`)
		want := []string{"2026-02-10 11:00:00", "2026-02-10 11:00:01", "2026-02-10 11:00:02", "2026-02-10 11:01:00", "2026-02-10 11:01:01"}
		got := []string{c.do(t, "GET", "/api/recipes/"+id, "").object(t)["updated_at"].(string)}
		for _, ahead := range []time.Duration{0, 0, time.Minute, -time.Hour} {
			now = now.Add(ahead)
			got = append(got, c.do(t, "PUT", "/api/recipes/"+id, `{}`).object(t)["updated_at"].(string))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
}

func TestVault_Migrates(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "re[c]ipes.db")
	old := open(t, vault.Options{Path: path})
	inProcess(old).create(t, `{"title":"Soup"}`)
	if copies := globCopies(t, dir); len(copies) > 0 {
		t.Fatalf("a new file was copied: %v", copies)
	}
	var newest int
	if err := rawDB(t, path).QueryRowContext(t.Context(), "PRAGMA user_version").Scan(&newest); err != nil {
		t.Fatal(err)
	}
	var steps []string
	for n := range 5 {
		steps = append(steps, fmt.Sprintf("CREATE TABLE later%d (x)", n))
		v := vault.NewWithSchema(vault.Options{Path: path}, steps...)
		if got := titles(inProcess(v).do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Soup"}) {
			t.Errorf("after migration %d: %v", n, got)
		}
		if err := v.Close(); err != nil {
			t.Fatal(err)
		}
	}
	copies := globCopies(t, dir)
	if len(copies) != 3 {
		t.Fatalf("copies: %v", copies)
	}
	for i, name := range copies {
		// A copy is the file as it was: of the former version, whole, private.
		if version := fmt.Sprintf(".v%d-", newest+2+i); !strings.Contains(name, version) {
			t.Errorf("%s is not the copy of %s", name, version)
		}
		var tables int
		db := rawDB(t, filepath.Join(dir, name))
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'later%'").Scan(&tables); err != nil || tables != i+2 {
			t.Errorf("%s has %d of the later tables, %v", name, tables, err)
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
}

func globCopies(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".bak") {
			names = append(names, e.Name())
		}
	}
	age := func(name string) string { return name[strings.LastIndexByte(name, '-'):] }
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(age(a), age(b)) })
	return names
}

// TestVault_MigrationFails leaves the file as it was, ready for the program
// that wrote it.
func TestVault_MigrationFails(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	c := inProcess(open(t, vault.Options{Path: path}))
	c.create(t, `{"title":"Soup"}`)
	bad := inProcess(newSchema(t, path, "DROP TABLE steps; CREATE TABLE recipes (x)"))
	checkDatabaseError(t, bad.do(t, "GET", "/api/recipes", ""))
	c.create(t, `{"title":"Stew","steps":[{"instruction":"x"}]}`)
}

func newSchema(t *testing.T, path string, more ...string) *vault.Vault {
	t.Helper()
	v := vault.NewWithSchema(vault.Options{Path: path}, more...)
	t.Cleanup(func() { _ = v.Close() })
	return v
}
