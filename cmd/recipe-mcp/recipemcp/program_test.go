package recipemcp_test

import (
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
)

// A tool that the program doesn't know of could be called over HTTP without the right to
// change something.
func TestProgram_KnowsEveryTool(t *testing.T) {
	t.Parallel()
	known := recipemcp.Program().Tools()
	for _, tool := range recipe.Tools(nil, recipe.ToolOptions{Sets: recipe.Sets()}) {
		if !slices.ContainsFunc(known, func(k mcp.Tool) bool { return k.Name == tool.Name && k.Hints == tool.Hints }) {
			t.Errorf("the program doesn't know %s", tool.Name)
		}
	}
}
