// Command app-builder serves a web application in which people describe an app in words,
// refine it by chat, and publish it as an MCP server with one tool and one page. Run it with
// --help for its settings, which all come from the environment.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"syscall"

	"github.com/mcp-adapters/mcp-adapters/cmd/app-builder/builder"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

func main() {
	// net/http's client logs bytes of answers through the standard logger.
	log.SetOutput(io.Discard)
	ctx := cli.Until(context.Background(), cli.Signals(os.Interrupt, syscall.SIGTERM), func() {})
	os.Exit(builder.Run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
}
