// Command conformance is the server that MCP's conformance suite examines: packages
// mcp and streamhttp, with the tools, resources and prompts that the suite asks for.
//
//	go run ./internal/testing/conformance
//
// internal/tools/conformance holds the suite, and what of it is known to fail.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

// run serves on a free port of this machine until ctx ends.
func run(ctx context.Context, out io.Writer) error {
	server, _, err := newServer()
	if err != nil {
		return err
	}
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "http://%s/mcp\n", ln.Addr())
	return serve(ctx, ln, server)
}
