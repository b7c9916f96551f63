package widget_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// The page has the script and the style that stand here, without what only their readers
// need. To have them follow, run go test ./appbuilder/widget -run TestScript -update.
func TestScript(t *testing.T) {
	t.Parallel()
	mcptest.Minified(t, "view.min.js", []string{"view.js"}, "--format=iife")
	mcptest.Minified(t, "view.min.css", []string{"view.css"}, "--loader=css")
}
