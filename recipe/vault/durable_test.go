package vault_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestVault_FlushesEachCommit holds what a test can't try without cutting the
// power: an acknowledged write was flushed to the disk (synchronous 2 is FULL).
func TestVault_FlushesEachCommit(t *testing.T) {
	t.Parallel()
	v := open(t, vault.Options{})
	for name, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1"} {
		write, read, err := v.Pragma(t.Context(), name)
		if err != nil || write != want || read != want {
			t.Errorf("%s is %q for writes and %q for reads, %v", name, write, read, err)
		}
	}
}

// TestVault_LogShrinks has another program read for so long that the log grows
// past its limit, which is the size it goes back to afterwards.
func TestVault_LogShrinks(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "recipes.db")
	v := open(t, vault.Options{Path: path})
	// In a second of this clock the vault would read beside a write, which puts off the log's
	// new start until the next one.
	v.SetClock(func() time.Time { return time.Time{} })
	c := inProcess(v)
	id := c.create(t, `{"title":"Soup"}`)
	reader := rawDB(t, path)
	execSQL(t, reader, "BEGIN")
	execSQL(t, reader, "SELECT count(*) FROM recipes")
	const limit = 16 << 20
	logSize := func() int64 {
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	execSQL(t, rawDB(t, path), "CREATE TABLE long AS SELECT zeroblob(17 << 20)")
	if n := logSize(); n <= limit {
		t.Fatalf("the log has only %d bytes", n)
	}
	execSQL(t, reader, "COMMIT")
	// The first copies the log into the file, the second starts it anew.
	for range 2 {
		if a := c.do(t, "PUT", "/api/recipes/"+id, `{"servings":2}`); a.status != http.StatusOK {
			t.Fatal(a.status)
		}
	}
	if n := logSize(); n > limit {
		t.Errorf("the log keeps %d bytes", n)
	}
}
