package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A service manager that went away, or a shell that was closed, leaves nobody to
// read the log: the vault goes on, also when there is something to log.
func TestServer_LogUnread(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "data", "recipes.db")
	s := start(t, db, "API_KEY=a-key-for-the-unread")
	s.key = "a-key-for-the-unread"
	s.expect(t, 200, "GET", "/api/recipes", "")
	s.CloseLog()
	// What lies at the path now is no database, which is a thing to log.
	if err := os.RemoveAll(filepath.Dir(db)); err != nil {
		t.Skipf("an open file can't be taken away here: %v", err)
	}
	if err := os.WriteFile(filepath.Dir(db), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.expect(t, 500, "GET", "/api/recipes", "")
	s.expect(t, 500, "GET", "/api/recipes", "")
	if err := os.Remove(filepath.Dir(db)); err != nil {
		t.Fatal(err)
	}
	s.expect(t, 200, "GET", "/api/recipes", "")
}
