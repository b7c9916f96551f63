// Command recipe-vault serves a Recipe Vault over HTTP: the REST contract of
// package vault, with a key, families and a health check. Run it with --help for
// its settings, which all come from the environment.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"syscall"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

func main() {
	// net/http's client logs bytes of answers through the standard logger.
	log.SetOutput(io.Discard)
	ctx := cli.Until(context.Background(), cli.Signals(os.Interrupt, syscall.SIGTERM), func() {})
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr))
}
