package widget_test

import (
	"encoding/json"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/recipe/kitchen"
	"github.com/mcp-adapters/mcp-adapters/recipe/widget"
)

// The page stays small: hosts keep it in each message of a chat that shows it.
func TestCard_Size(t *testing.T) {
	t.Parallel()
	w, err := widget.New()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(w.Page()); n > 40<<10 {
		t.Errorf("the page has %d bytes, want at most %d", n, 40<<10)
	}
}

// The script scales by the tables of package kitchen.
func TestTables(t *testing.T) {
	t.Parallel()
	tables, err := json.Marshal(kitchen.ScaleTables())
	if err != nil {
		t.Fatal(err)
	}
	mcptest.Golden(t, "tables.json", string(tables))
}
