// Command web is the contestants over HTTP, one by each name: a server with the tool
// "get", which takes an id and returns ANSWER as structured content and as text. Its
// list of tools may change.
//
// It prints the address of its endpoint. A line "memory" on its input makes it print
// how many bytes it holds, and "change" changes its list. It ends with its input.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"time"
)

const tool = "get"

var answer = json.RawMessage(os.Getenv("ANSWER"))

// A contestant serves at address, and returns what changes its list.
type contestant func(address string) (change func(), err error)

var contestants = map[string]contestant{
	"floor":      floor,
	"recipe-mcp": recipeMCP,
	"streamhttp": streamHTTP,
	"mcpgo":      mcpGo,
	"gosdk":      goSDK,
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench web:", err)
		os.Exit(1)
	}
}

func run() error {
	serve := contestants[os.Args[len(os.Args)-1]]
	if serve == nil {
		return fmt.Errorf("there is no contestant %q", os.Args[1:])
	}
	change, err := serve("127.0.0.1:0")
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		switch lines.Text() {
		case "memory":
			fmt.Println(held())
		case "change":
			change()
		}
	}
	return lines.Err()
}

// held is what the process needs: the live heap and the stacks. What pools keep is
// gone after two collections.
func held() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// serve serves h in the background, for as long as the process lives.
func serve(address string, h http.Handler) error {
	listener, err := net.Listen("tcp", address) //nolint:noctx // it listens for as long as the process lives
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	fmt.Printf("http://%s/mcp\n", listener.Addr())
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }()
	return nil
}
