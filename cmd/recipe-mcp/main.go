// Command recipe-mcp lets an assistant talk to a Recipe Vault: an MCP server
// over stdin and stdout that turns tool calls into calls of the REST API.
//
// With nothing configured it works on an embedded vault on this computer; see
// --help for the environment variables.
package main

import (
	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp/recipemcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
)

func main() { program.Main(recipemcp.Program()) }
