package vault_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// household is a vault with n recipes, closed, and a backup of another with one
// recipe, "Restored".
func household(t *testing.T, n int) (path, file string) {
	t.Helper()
	path, file = filepath.Join(t.TempDir(), "recipes.db"), filepath.Join(t.TempDir(), "backup.db")
	if n > 0 {
		leaveRecipes(t, path, n)
	}
	other := filepath.Join(t.TempDir(), "other.db")
	v := vault.New(vault.Options{Path: other})
	inProcess(v).create(t, `{"title":"Restored"}`)
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := vault.Backup(t.Context(), other, file); err != nil {
		t.Fatal(err)
	}
	return path, file
}

// held is what a vault holds.
func held(t *testing.T, path string) []string {
	t.Helper()
	v := vault.New(vault.Options{Path: path})
	defer func() { _ = v.Close() }()
	return titles(inProcess(v).do(t, "GET", "/api/recipes", "").list(t))
}

var justRestored = []string{"Restored"}

func checkHeld(t *testing.T, path string, want []string) {
	t.Helper()
	if d := cmp.Diff(want, held(t, path)); d != "" {
		t.Errorf("%s: %s", filepath.Base(path), d)
	}
}

func TestRestore(t *testing.T) {
	t.Parallel()
	path, file := household(t, 3)
	before := held(t, path)
	data, _ := os.ReadFile(file)
	got, err := vault.Restore(t.Context(), path, file)
	if err != nil {
		t.Fatal(err)
	}
	if got.Count != 1 || got.Path != path || !strings.HasPrefix(got.Kept, path+".before-restore-2") {
		t.Errorf("%+v", got)
	}
	want := []string{"recipes.db", filepath.Base(got.Kept)}
	if d := cmp.Diff(want, namesIn(t, filepath.Dir(path))); d != "" {
		t.Error(d)
	}
	for _, name := range []string{path, got.Kept} {
		if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	checkHeld(t, path, justRestored)
	if after, _ := os.ReadFile(file); !bytes.Equal(data, after) || len(namesIn(t, filepath.Dir(file))) != 1 {
		t.Error("what was restored from has changed")
	}
	// What was kept is a vault that can be restored in turn.
	if again, err := vault.Restore(t.Context(), path, got.Kept); err != nil || again.Count != 3 {
		t.Errorf("%+v, %v", again, err)
	}
	checkHeld(t, path, before)
}

// TestRestore_Over has what may lie where a vault should, or nothing. It is kept,
// byte for byte where it is damaged.
func TestRestore_Over(t *testing.T) {
	t.Parallel()
	// A log of 3 recipes that were never written into the file.
	crashed := func(t *testing.T, path string) (data, log string) {
		t.Helper()
		from := filepath.Join(t.TempDir(), "recipes.db")
		c := inProcess(open(t, vault.Options{Path: from}))
		for _, title := range []string{"A", "B", "C"} {
			c.create(t, `{"title":"`+title+`"}`)
		}
		for _, s := range []string{"", "-wal", "-shm"} {
			copyFile(t, from+s, path+s)
		}
		return readFile(t, from), readFile(t, from+"-wal")
	}
	rows := []struct {
		name    string
		prepare func(t *testing.T, path string)
		kept    []string          // titles; nil: it is damaged, or there is none
		bytes   map[string]string // by the end of the name
	}{
		{name: "nothing", prepare: func(*testing.T, string) {}},
		{name: "no directory", prepare: func(t *testing.T, path string) { _ = os.Remove(filepath.Dir(path)) }},
		{name: "an empty file", prepare: func(t *testing.T, path string) { writeFile(t, path, "") }},
		{"a killed vault", func(t *testing.T, path string) { crashed(t, path) }, []string{"A", "B", "C"}, nil},
		{name: "a log alone", prepare: func(t *testing.T, path string) {
			crashed(t, path)
			_ = os.Remove(path)
		}, bytes: map[string]string{"-wal": ""}},
		{name: "a backup put beside an old log by hand", prepare: func(t *testing.T, path string) {
			leaveRecipes(t, path, 60)
			data := readFile(t, path)
			_ = os.Remove(path)
			crashed(t, path)
			writeFile(t, path, data)
		}, bytes: map[string]string{"": "", "-wal": ""}},
		{name: "a page of zeros", prepare: func(t *testing.T, path string) {
			leaveRecipes(t, path, 100)
			zeroLastPage(t, path)
		}, bytes: map[string]string{"": ""}},
		{name: "a header of zeros, and a log", prepare: func(t *testing.T, path string) {
			data, _ := crashed(t, path)
			writeFile(t, path, strings.Repeat("\x00", 4096)+data)
		}, bytes: map[string]string{"": "", "-wal": ""}},
		{name: "text", prepare: func(t *testing.T, path string) { writeFile(t, path, "this is no database") }, bytes: map[string]string{"": ""}},
		{name: "a cut journal", prepare: func(t *testing.T, path string) {
			leaveRecipes(t, path, 1)
			alter(t, path, "PRAGMA journal_mode = DELETE")
			writeFile(t, path+"-journal", "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7 and then no more of it than this, which is not enough")
		}, bytes: map[string]string{"": "", "-journal": ""}},
		{"a newer vault", func(t *testing.T, path string) {
			leaveRecipes(t, path, 1)
			alter(t, path, "PRAGMA user_version = 99")
		}, nil, map[string]string{"": ""}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			path, file := household(t, 0)
			r.prepare(t, path)
			for s := range r.bytes {
				r.bytes[s] = readFile(t, path+s)
			}
			got, err := vault.Restore(t.Context(), path, file)
			if err != nil {
				t.Fatal(err)
			}
			stray := []string{}
			for _, name := range namesIn(t, filepath.Dir(path)) {
				if name != "recipes.db" && !strings.Contains(name, ".before-restore-") {
					stray = append(stray, name)
				}
			}
			if len(stray) > 0 {
				t.Errorf("left beside it: %v", stray)
			}
			if want := len(r.bytes) + min(len(r.kept), 1); len(namesIn(t, filepath.Dir(path))) != 1+want || (got.Kept == "") != (want == 0) {
				t.Errorf("kept as %q: %v", got.Kept, namesIn(t, filepath.Dir(path)))
			}
			base := strings.TrimSuffix(got.Kept, "-wal")
			for s, want := range r.bytes {
				if readFile(t, base+s) != want {
					t.Errorf("%q was changed", base+s)
				}
			}
			if r.kept != nil {
				checkHeld(t, got.Kept, r.kept)
			}
			checkHeld(t, path, justRestored)
		})
	}
}

// TestRestore_MissingTable refuses a sound file without a table of the vault, and
// so does a backup of it.
func TestRestore_MissingTable(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"recipes", "ingredients", "steps"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			path, file := household(t, 2)
			before := readFile(t, path)
			alter(t, file, "PRAGMA foreign_keys = OFF; DROP TABLE "+table)
			if _, err := vault.Restore(t.Context(), path, file); !errors.Is(err, database.ErrDamaged) || !strings.Contains(err.Error(), "table "+table) {
				t.Errorf("restore: %v", err)
			}
			if _, err := vault.Backup(t.Context(), file, filepath.Join(t.TempDir(), "b.db")); !errors.Is(err, database.ErrDamaged) {
				t.Errorf("backup: %v", err)
			}
			if d := cmp.Diff([]string{"recipes.db"}, namesIn(t, filepath.Dir(path))); d != "" || readFile(t, path) != before {
				t.Errorf("the vault has changed: %s", d)
			}
		})
	}
}

// TestRestore_Sweeps removes what a killed restore of the same vault has left,
// and nothing that another may be writing.
func TestRestore_Sweeps(t *testing.T) {
	t.Parallel()
	path, file := household(t, 1)
	dir, old := filepath.Dir(path), time.Now().Add(-2*time.Hour)
	for name, left := range map[string]time.Time{
		".recipes.db.1.tmp": old, ".recipes.db.1.tmp-journal": old, ".recipes.db.2.tmp": time.Now(), ".other.db.3.tmp": old,
	} {
		writeFile(t, filepath.Join(dir, name), "left")
		if err := os.Chtimes(filepath.Join(dir, name), left, left); err != nil {
			t.Fatal(err)
		}
	}
	got, err := vault.Restore(t.Context(), path, file)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{".other.db.3.tmp", ".recipes.db.2.tmp", "recipes.db", filepath.Base(got.Kept)}
	if d := cmp.Diff(want, namesIn(t, dir)); d != "" {
		t.Error(d)
	}
}

// TestRestore_From has what may be restored from besides a backup.
func TestRestore_From(t *testing.T) {
	t.Parallel()
	t.Run("a vault in use elsewhere", func(t *testing.T) {
		t.Parallel()
		path, _ := household(t, 1)
		from := filepath.Join(t.TempDir(), "recipes.db")
		c := inProcess(open(t, vault.Options{Path: from}))
		c.create(t, `{"title":"Stew"}`)
		if _, err := vault.Restore(t.Context(), path, from); err != nil {
			t.Fatal(err)
		}
		c.create(t, `{"title":"Pie"}`)
		checkHeld(t, path, []string{"Stew"})
	})
	t.Run("a copy from before a migration", func(t *testing.T) {
		t.Parallel()
		path, _ := household(t, 1)
		v := vault.NewWithSchema(vault.Options{Path: path}, "CREATE TABLE later (x)")
		if err := errors.Join(v.Check(t.Context()), v.Close()); err != nil {
			t.Fatal(err)
		}
		copies := globCopies(t, filepath.Dir(path))
		if _, err := vault.Restore(t.Context(), path, filepath.Join(filepath.Dir(path), copies[0])); err != nil {
			t.Fatal(err)
		}
		checkHeld(t, path, []string{"Soup 0"})
	})
	t.Run("a copy of the file of a closed vault", func(t *testing.T) {
		t.Parallel()
		path, _ := household(t, 1)
		from := filepath.Join(t.TempDir(), "copy.db")
		leaveRecipes(t, from, 2)
		before := readFile(t, from)
		if _, err := vault.Restore(t.Context(), path, from); err != nil {
			t.Fatal(err)
		}
		if readFile(t, from) != before || len(namesIn(t, filepath.Dir(from))) != 1 {
			t.Errorf("it was changed: %v", namesIn(t, filepath.Dir(from)))
		}
		checkHeld(t, path, []string{"Soup 0", "Soup 1"})
	})
	t.Run("over a link", func(t *testing.T) {
		t.Parallel()
		path, file := household(t, 1)
		link := filepath.Join(t.TempDir(), "link.db")
		if err := os.Symlink(path, link); err != nil {
			t.Skip(err)
		}
		got, err := vault.Restore(t.Context(), link, file)
		if err != nil || filepath.Dir(got.Kept) != filepath.Dir(path) {
			t.Fatalf("%+v, %v", got, err)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("the link was replaced: %v", err)
		}
		checkHeld(t, path, justRestored)
	})
}

func TestRestore_Refuses(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name    string
		prepare func(t *testing.T, path, file string) (newFile string)
		want    string
	}{
		{"no file", func(_ *testing.T, _, file string) string { return file + "x" }, "cannot be read: "},
		{"a directory", func(_ *testing.T, _, file string) string { return filepath.Dir(file) }, "both must be files"},
		{"text", func(t *testing.T, _, file string) string {
			writeFile(t, file, strings.Repeat("this is no database. ", 100))
			return file
		}, "is not the file of a vault"},
		{"another program's", func(t *testing.T, _, file string) string {
			alter(t, file, "PRAGMA application_id = 7")
			return file
		}, "is not the file of a vault"},
		{"newer", func(t *testing.T, _, file string) string {
			alter(t, file, "PRAGMA user_version = 99")
			return file
		}, "install a newer release"},
		{"damaged", func(t *testing.T, _, file string) string {
			_ = os.Remove(file)
			leaveRecipes(t, file, 100)
			zeroLastPage(t, file)
			return file
		}, "the database is damaged"},
		{"a file whose log was left behind", func(t *testing.T, _, file string) string {
			_ = os.Remove(file)
			alter(t, file, "PRAGMA journal_mode = WAL")
			return file
		}, "without its -wal file"},
		{"the vault itself", func(_ *testing.T, path, _ string) string { return path }, "is the vault itself"},
		{"the vault by another name", func(t *testing.T, path, file string) string {
			if err := os.Link(path, file+"x"); err != nil {
				t.Skip(err)
			}
			return file + "x"
		}, "is the vault itself"},
		{"over another program's", func(t *testing.T, path, file string) string {
			alter(t, path, "PRAGMA application_id = 7")
			return file
		}, "database of another program"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			path, file := household(t, 2)
			file = r.prepare(t, path, file)
			before := readFile(t, path)
			if _, err := vault.Restore(t.Context(), path, file); err == nil || !strings.Contains(err.Error(), r.want) {
				t.Errorf("%v", err)
			}
			if readFile(t, path) != before || len(namesIn(t, filepath.Dir(path))) != 1 {
				t.Errorf("the vault was changed: %v", namesIn(t, filepath.Dir(path)))
			}
		})
	}
}

func TestRestore_Stopped(t *testing.T) {
	t.Parallel()
	path, file := household(t, 2)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := vault.Restore(ctx, path, file); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	checkHeld(t, path, []string{"Soup 0", "Soup 1"})
	if left := namesIn(t, filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// TestVault_OpensWhatWasPutInPlace waits for a lock to open a vault, and another
// file is put in its place meanwhile. What was waited for is not written to: its
// log would be taken for the other's.
func TestVault_OpensWhatWasPutInPlace(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not replace files that are open")
	}
	for _, mode := range []string{"DELETE", "WAL"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			path, file := household(t, 100) // far longer than the other
			former := path + ".former"
			db := rawDB(t, path)
			execSQL(t, db, "PRAGMA locking_mode = EXCLUSIVE")
			execSQL(t, db, "PRAGMA journal_mode = "+mode)
			execSQL(t, db, "BEGIN EXCLUSIVE")
			done := make(chan answer, 1)
			c := inProcess(newSchema(t, path, "CREATE TABLE later (x)"))
			go func() { done <- c.do(t, "POST", "/api/recipes", `{"title":"Stew"}`) }()
			select {
			case a := <-done:
				t.Fatalf("did not wait for the lock: %d %s", a.status, a.body)
			case <-time.After(100 * time.Millisecond): // it waits by now, or else the test is idle
			}
			if err := errors.Join(os.Rename(path, former), os.Rename(file, path)); err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(path + "-wal")
			execSQL(t, db, "COMMIT")
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if a := <-done; a.status != http.StatusCreated {
				t.Errorf("%d %s", a.status, a.body)
			}
			checkIntegrity(t, path)
			if got := titles(c.do(t, "GET", "/api/recipes", "").list(t)); !cmp.Equal(got, []string{"Restored", "Stew"}) {
				t.Errorf("the vault holds %v", got)
			}
			if n := len(held(t, former)); n != 100 {
				t.Errorf("the former one holds %d recipes of 100", n)
			}
		})
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	writeFile(t, to, readFile(t, from))
}

// alter changes the database as another program would that then ends.
func alter(t *testing.T, path, q string) {
	t.Helper()
	db := rawDB(t, path)
	execSQL(t, db, q)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
