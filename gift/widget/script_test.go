package widget_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// The pages have the scripts and the style that stand here, without what only their readers
// need. To have them follow, run go test ./gift/widget -run TestScript -update.
func TestScript(t *testing.T) {
	t.Parallel()
	mcptest.Minified(t, "list.min.js", []string{"page.js", "icons.js", "gifts.js", "details.js", "list.js"}, "--format=iife")
	mcptest.Minified(t, "details.min.js", []string{"page.js", "icons.js", "gifts.js", "details.js", "single.js"}, "--format=iife")
	mcptest.Minified(t, "style.min.css", []string{"style.css"}, "--loader=css")
}
