package recipemcp_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the tests spoil databases

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// storedVault leaves a vault's file with recipes, and nothing beside it.
func storedVault(t *testing.T, path string) {
	t.Helper()
	v := vault.New(vault.Options{Path: path})
	for i := range 60 {
		save(t, v, fmt.Sprintf(`{"title":"Soup %d","description":%q}`, i, strings.Repeat("Soup. ", 200)))
	}
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
}

func fileFaults() []faultRow {
	// spoilt has the embedded vault in a file that prepare makes.
	spoilt := func(prepare func(t *testing.T, path string)) func(t *testing.T) *house {
		return func(t *testing.T) *house {
			path := filepath.Join(t.TempDir(), "recipes.db")
			prepare(t, path)
			return newHouse(t, "DATABASE_URL=sqlite:"+path)
		}
	}
	const foreign = "… is not the file of a Recipe Vault."
	return []faultRow{
		{"… is not a file.", spoilt(func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		})},
		{foreign, spoilt(func(t *testing.T, path string) { write(t, path, "A list of bookmarks.") })},
		{foreign, spoilt(func(t *testing.T, path string) { write(t, path, "short") })},
		{foreign, spoilt(func(t *testing.T, path string) { change(t, path, "CREATE TABLE bookmarks (url)") })},
		{"A newer release of this program wrote ….", spoilt(func(t *testing.T, path string) {
			storedVault(t, path)
			change(t, path, "PRAGMA user_version = 99")
		})},
		{"The database … is damaged.", spoilt(func(t *testing.T, path string) {
			storedVault(t, path)
			info, err := os.Stat(path)
			if err == nil {
				err = os.Truncate(path, info.Size()/2/4096*4096)
			}
			if err != nil {
				t.Fatal(err)
			}
		})},
		{"Another program keeps … locked.", spoilt(func(t *testing.T, path string) {
			db := open(t, path)
			for _, s := range []string{"CREATE TABLE x (y)", "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"} {
				execute(t, db, s)
			}
		})},
		{"The database … cannot be opened.", spoilt(func(t *testing.T, path string) {
			if err := os.Symlink(path, path); err != nil {
				t.Skipf("no links here: %v", err)
			}
		})},
	}
}

// change executes a statement on a file and closes it.
func change(t *testing.T, path, statement string) {
	t.Helper()
	db := open(t, path)
	execute(t, db, statement)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func execute(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
