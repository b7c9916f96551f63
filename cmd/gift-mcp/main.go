// Command gift-mcp finds gift ideas for a person in a catalog: an MCP server over stdin and
// stdout or over HTTP. It imports, exports and prunes catalogs too.
//
// With nothing configured it works offline, with the catalog and the embedder that are built
// in; see --help for the environment variables.
package main

import (
	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
)

func main() { program.Main(giftmcp.Program()) }
