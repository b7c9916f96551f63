// Command recipe-mcp lets an assistant talk to a Recipe Vault: an MCP server
// over stdin and stdout that turns tool calls into calls of the REST API.
//
// With nothing configured it works on an embedded vault on this computer; see
// --help for the environment variables.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A closed pipe must come back as an error: the drain still has work.
	signal.Ignore(syscall.SIGPIPE)
	ctx := untilSignal(context.Background())
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
