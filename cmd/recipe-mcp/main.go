// Command recipe-mcp lets an assistant talk to a Recipe Vault: an MCP server
// over stdin and stdout that turns tool calls into calls of the REST API.
//
// With nothing configured it works on an embedded vault on this computer; see
// --help for the environment variables.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"mcp-adapters/program/doctor"
)

func main() {
	// net/http logs what it finds on idle connections through the standard
	// logger, bytes of answers included; recipes are for the answer alone.
	log.SetOutput(io.Discard)
	// A closed pipe must come back as an error: the drain still has work.
	signal.Ignore(syscall.SIGPIPE)
	stdin, restore := pollable(os.Stdin, os.Stdout, os.Stderr)
	ctx := untilSignal(context.Background(), func() {
		restore()
		doctor.Kill()
	})
	code := run(ctx, os.Args[1:], stdin, os.Stdout, os.Stderr)
	restore()
	os.Exit(code)
}
