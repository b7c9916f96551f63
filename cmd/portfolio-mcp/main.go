// Command portfolio-mcp lets an assistant turn a contractor's finished jobs into public
// case studies: an MCP server over stdin and stdout or over HTTP, with the back end that
// keeps the projects, their photos and their pages.
//
// With nothing configured it keeps everything on this computer; see --help for the
// environment variables.
package main

import (
	"github.com/mcp-adapters/mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
)

func main() { program.Main(portfoliomcp.Program()) }
