package vault_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

func TestVault_Check(t *testing.T) {
	t.Parallel()
	rows := []struct {
		name    string
		prepare func(t *testing.T, path string)
		want    error // nil: none
	}{
		{"new", func(*testing.T, string) {}, nil},
		{"with a recipe", func(t *testing.T, path string) { leaveRecipes(t, path, 1) }, nil},
		{"no database", func(t *testing.T, path string) {
			writeFile(t, path, strings.Repeat("this is no database. ", 100))
		}, database.ErrForeign},
		{"another program's", func(t *testing.T, path string) {
			execSQL(t, rawDB(t, path), "CREATE TABLE bookmarks (url)")
		}, database.ErrForeign},
		{"newer", func(t *testing.T, path string) {
			v := vault.NewWithSchema(vault.Options{Path: path}, "CREATE TABLE later (x)")
			if err := errors.Join(v.Check(t.Context()), v.Close()); err != nil {
				t.Fatal(err)
			}
		}, database.ErrNewer},
		{"cut in half", func(t *testing.T, path string) {
			leaveRecipes(t, path, 100)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(path, info.Size()/2/4096*4096); err != nil {
				t.Fatal(err)
			}
		}, database.ErrDamaged},
		{"a page of zeros", func(t *testing.T, path string) {
			leaveRecipes(t, path, 100)
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			clear(data[len(data)-4096:])
			writeFile(t, path, string(data))
		}, database.ErrDamaged},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "recipes.db")
			r.prepare(t, path)
			err := open(t, vault.Options{Path: path}).Check(t.Context())
			if !errors.Is(err, r.want) {
				t.Errorf("%v, want %v", err, r.want)
			}
			if err != nil && strings.Contains(err.Error(), "Soup") {
				t.Errorf("a recipe is quoted: %v", err)
			}
		})
	}
}

func TestVault_CheckBusy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	db := rawDB(t, path)
	db.SetMaxOpenConns(1)
	execSQL(t, db, "PRAGMA locking_mode = EXCLUSIVE")
	execSQL(t, db, "BEGIN EXCLUSIVE")
	ctx, cancel := context.WithTimeout(t.Context(), 600*time.Millisecond) // longer than one wait for the lock
	defer cancel()
	if err := open(t, vault.Options{Path: path}).Check(ctx); !errors.Is(err, database.ErrBusy) {
		t.Errorf("%v, want %v", err, database.ErrBusy)
	}
}

// leaveRecipes leaves a database with that many recipes and no log beside it.
func leaveRecipes(t *testing.T, path string, n int) {
	t.Helper()
	v := vault.New(vault.Options{Path: path})
	c := inProcess(v)
	for i := range n {
		c.create(t, fmt.Sprintf(`{"title":"Soup %d","description":%q}`, i, strings.Repeat("Soup. ", 100)))
	}
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestVault_CheckLeavesDamage has a backup that was put beside an old log by
// hand. Neither looking at it nor backing it up mixes the two: with either alone
// a person can be helped.
func TestVault_CheckLeavesDamage(t *testing.T) {
	t.Parallel()
	path, from := filepath.Join(t.TempDir(), "recipes.db"), filepath.Join(t.TempDir(), "recipes.db")
	leaveRecipes(t, path, 60)
	c := inProcess(open(t, vault.Options{Path: from}))
	c.create(t, `{"title":"Late"}`)
	for _, s := range []string{"-wal", "-shm"} {
		copyFile(t, from+s, path+s)
	}
	data, log := readFile(t, path), readFile(t, path+"-wal")
	v := vault.New(vault.Options{Path: path})
	if err := v.Check(t.Context()); !errors.Is(err, database.ErrDamaged) {
		t.Errorf("%v", err)
	}
	if err := v.Close(); err != nil {
		t.Error(err)
	}
	if _, err := vault.Backup(t.Context(), path, filepath.Join(t.TempDir(), "backup.db")); !errors.Is(err, database.ErrDamaged) {
		t.Errorf("%v", err)
	}
	if readFile(t, path) != data || readFile(t, path+"-wal") != log {
		t.Error("the file or its log has changed")
	}
}
