package vault_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestBackup makes one of a vault that is open, and whose newest recipes lie in
// its log.
func TestBackup(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "re[c]ipes ?#%41.db")
	c := inProcess(open(t, vault.Options{Path: path}))
	c.create(t, `{"title":"Soup","ingredients":[{"name":"leek"}],"steps":[{"instruction":"Stir."}]}`)
	id := c.create(t, `{"title":"Stew"}`)
	target := filepath.Join(t.TempDir(), "back up ?#%41.db")
	recipes, err := vault.Backup(t.Context(), path, target)
	if err != nil || recipes != 2 {
		t.Fatalf("%d recipes, %v", recipes, err)
	}
	if d := cmp.Diff([]string{filepath.Base(target)}, namesIn(t, filepath.Dir(target))); d != "" {
		t.Error(d)
	}
	if info, err := os.Stat(target); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	checkIntegrity(t, target)
	before := c.do(t, "GET", "/api/recipes", "").body
	c.do(t, "DELETE", "/api/recipes/"+id, "")
	if after := inProcess(open(t, vault.Options{Path: target})).do(t, "GET", "/api/recipes", "").body; !bytes.Equal(before, after) {
		t.Errorf("the backup holds\n%s\nand not\n%s", after, before)
	}
}

func TestBackup_Refuses(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name    string
		prepare func(t *testing.T, path, target string) (newTarget string)
		want    string
	}{
		{"a file that exists", func(t *testing.T, _, target string) string {
			writeFile(t, target, "precious")
			return target
		}, "exists already and is not overwritten"},
		{"a link that leads nowhere", func(t *testing.T, _, target string) string {
			if err := os.Symlink("nowhere", target); err != nil {
				t.Skip(err)
			}
			return target
		}, "exists already and is not overwritten"},
		{"a directory", func(t *testing.T, _, target string) string { return filepath.Dir(target) }, "is a directory; name a file in it"},
		{"a directory that is not there", func(t *testing.T, _, target string) string {
			return filepath.Join(filepath.Dir(target), "none", "backup.db")
		}, "cannot be written: "},
		{"the vault", func(t *testing.T, path, _ string) string { return path }, "exists already"},
		{"the vault's log, by way of a link", func(t *testing.T, path, target string) string {
			there := filepath.Join(filepath.Dir(target), "there")
			if err := os.Symlink(filepath.Dir(path), there); err != nil {
				t.Skip(err)
			}
			return filepath.Join(there, filepath.Base(path)+"-journal")
		}, "uses for the vault itself"},
		{"the vault's log", func(t *testing.T, path, _ string) string { return path + "-wal" }, "uses for the vault itself"},
		{"another database's log", func(t *testing.T, _, target string) string {
			writeFile(t, target+"-journal", "")
			return target
		}, "would be taken for a part of the backup"},
		{"a name that is too long", func(_ *testing.T, _, target string) string {
			return filepath.Join(filepath.Dir(target), strings.Repeat("x", 300))
		}, strings.Repeat("x", 300) + " cannot be written: "},
		{"a name whose log's would be too long", func(_ *testing.T, _, target string) string {
			return filepath.Join(filepath.Dir(target), strings.Repeat("x", 253))
		}, strings.Repeat("x", 253) + " cannot be written: "},
		{"no vault", func(t *testing.T, path, target string) string {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			return target
		}, "there is no vault at"},
		{"a vault without a table", func(t *testing.T, path, target string) string {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			alter(t, path, "PRAGMA journal_mode = WAL")
			return target
		}, "the database is empty"},
		{"another program's", func(t *testing.T, path, target string) string {
			alter(t, path, "PRAGMA application_id = 7")
			return target
		}, "database of another program"},
		{"a damaged vault", func(t *testing.T, path, target string) string {
			zeroLastPage(t, path)
			return target
		}, "is damaged"},
		{"a newer vault", func(t *testing.T, path, target string) string {
			alter(t, path, "PRAGMA user_version = 99")
			return target
		}, "install a newer release"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "recipes.db")
			leaveRecipes(t, path, 100)
			dir := t.TempDir()
			target := r.prepare(t, path, filepath.Join(dir, "backup.db"))
			before := namesIn(t, dir)
			if _, err := vault.Backup(t.Context(), path, target); err == nil || !strings.Contains(err.Error(), r.want) {
				t.Errorf("%v", err)
			}
			if d := cmp.Diff(before, namesIn(t, dir)); d != "" {
				t.Error(d)
			}
			if data, err := os.ReadFile(filepath.Join(dir, "backup.db")); err == nil && string(data) != "precious" {
				t.Errorf("overwritten with %d bytes", len(data))
			}
			if _, err := os.Stat(path); r.name == "no vault" && !errors.Is(err, fs.ErrNotExist) {
				t.Error("an empty vault was made")
			}
		})
	}
}

// TestBackup_WaitsForALock gives up with its context, and leaves nothing.
func TestBackup_WaitsForALock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	leaveRecipes(t, path, 1)
	db := rawDB(t, path)
	execSQL(t, db, "PRAGMA journal_mode = DELETE") // with a log, readers wait for nobody
	execSQL(t, db, "BEGIN EXCLUSIVE")
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := vault.Backup(ctx, path, filepath.Join(dir, "backup.db")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	if left := namesIn(t, dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	execSQL(t, db, "COMMIT")
	if n, err := vault.Backup(t.Context(), path, filepath.Join(dir, "backup.db")); err != nil || n != 1 {
		t.Errorf("%d, %v", n, err)
	}
}

// TestBackup_Sweeps removes what a killed backup to the same file has left, and
// nothing that another may be writing.
func TestBackup_Sweeps(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	leaveRecipes(t, path, 1)
	dir := t.TempDir()
	old := time.Now().Add(-2 * time.Hour)
	for name, left := range map[string]time.Time{
		".backup.db.1.tmp": old, ".backup.db.1.tmp-journal": old, ".backup.db.2.tmp": time.Now(), ".other.db.3.tmp": old, "backup.db.4.tmp": old,
	} {
		writeFile(t, filepath.Join(dir, name), "left")
		if err := os.Chtimes(filepath.Join(dir, name), left, left); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := vault.Backup(t.Context(), path, filepath.Join(dir, "backup.db")); err != nil {
		t.Fatal(err)
	}
	want := []string{".backup.db.2.tmp", ".other.db.3.tmp", "backup.db", "backup.db.4.tmp"}
	if d := cmp.Diff(want, namesIn(t, dir)); d != "" {
		t.Error(d)
	}
}

func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func zeroLastPage(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(data[len(data)-4096:])
	writeFile(t, path, string(data))
}
