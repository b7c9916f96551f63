package vault_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestVault_CloseLeavesTheFileComplete copies the file alone after the vault was
// closed, though another program has it open and has read from it.
func TestVault_CloseLeavesTheFileComplete(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	leaveRecipes(t, path, 1)
	other := rawDB(t, path)
	countRecipes(t, other)
	v := open(t, vault.Options{Path: path})
	c := inProcess(v)
	for _, title := range []string{"Stew", "Pie"} {
		c.create(t, `{"title":"`+title+`"}`)
	}
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(t.TempDir(), "copy.db")
	writeFile(t, alone, string(data))
	if n := countRecipes(t, rawDB(t, alone)); n != 3 {
		t.Errorf("a copy of the file alone holds %d recipes of 3", n)
	}
	if n := countRecipes(t, other); n != 3 {
		t.Errorf("the other program sees %d recipes of 3", n)
	}
}

// TestVault_ClosesWhileAnotherReads: a read that goes on keeps the log in use.
// Closing doesn't wait for it, and nothing is lost.
func TestVault_ClosesWhileAnotherReads(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	leaveRecipes(t, path, 1)
	other := rawDB(t, path)
	execSQL(t, other, "BEGIN")
	countRecipes(t, other)
	v := open(t, vault.Options{Path: path})
	inProcess(v).create(t, `{"title":"Stew"}`)
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	execSQL(t, other, "COMMIT")
	if n := countRecipes(t, other); n != 2 {
		t.Errorf("%d recipes of 2", n)
	}
}

func countRecipes(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM recipes").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
