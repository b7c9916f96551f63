package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCall_ForeignDatabase says what is wrong where the file is not a portfolio's, and that
// nothing was saved.
func TestCall_ForeignDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "portfolio.db"), []byte(strings.Repeat("a letter to a customer\n", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	for tool, arguments := range map[string]string{"list_projects": "{}", "create_project_draft": `{"title":"Chimney"}`} {
		got := run(t, dir, "call", tool, arguments)
		if got.Code == 0 || !strings.Contains(got.Stderr, "The project database of the portfolio API is unavailable") || strings.Contains(got.Stderr, "embedded.invalid") {
			t.Errorf("%s: %+v", tool, got)
		}
	}
}
