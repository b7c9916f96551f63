package docs_test

import (
	"testing"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/cmd/app-builder/builder"
	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-vault/recipevault"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mantest"
)

// TestManPages makes the man pages of all programs; "make man" keeps them.
func TestManPages(t *testing.T) {
	t.Parallel()
	check := func(root *cobra.Command, variables []config.Variable) {
		var names []string
		for _, v := range variables {
			names = append(names, v.Name)
		}
		mantest.Run(t, root, names...)
	}
	check(recipemcp.Program().Command(), recipemcp.Program().Variables())
	check(portfoliomcp.Program().Command(), portfoliomcp.Program().Variables())
	check(giftmcp.Program().Command(), giftmcp.Program().Variables())
	check(recipevault.Program().Command(), recipevault.Program().Variables)
	check(builder.Program().Command(), builder.Program().Variables)
}
