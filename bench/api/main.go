// Command api is the in-memory REST API of the benchmark. It prints its base
// URL and serves until its input ends.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/fixture"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it listens for as long as the process lives
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench api:", err)
		os.Exit(1)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	server := &http.Server{Handler: fixture.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = server.Close()
	}()
	_ = server.Serve(listener)
}
