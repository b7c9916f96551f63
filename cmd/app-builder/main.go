// Command app-builder serves a web application in which people describe an app in words,
// refine it by chat, and publish it as an MCP server with one tool and one page. Run it with
// --help for its settings, which all come from the environment.
package main

import (
	"github.com/mcp-adapters/mcp-adapters/cmd/app-builder/builder"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

func main() { cli.Main(builder.Program()) }
