package widget_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// The page has the scripts and the styles that stand here, without what only their readers
// need. To have it follow them, run go test ./recipe/widget -run TestScript -update.
func TestScript(t *testing.T) {
	t.Parallel()
	mcptest.Minified(t, "script.min.js", []string{"app.js", "scale.js", "timers.js", "card.js", "list.js"},
		"--format=iife", "--mangle-props=^(dimension|holds|ladder|letter|metric|plural|singular|rest|clock|over|restore|asked|complete|filters|written|gone|gather|into|said|shown|remark|mark|sign|unit|worth|size|long|less|more|row|rows|count|rings)$")
	mcptest.Minified(t, "style.min.css", []string{"card.css"}, "--loader=css")
}
