// Command profile drives recipe-mcp's packages, wired as in the program, over
// real pipes and writes CPU and allocation profiles of the loaded server:
//
//	go run ./bench/profile -out .
//	go tool pprof -top get.cpu.prof
//	go tool pprof -top -sample_index=alloc_space get.allocs.prof
//
// The server runs in a process of its own, so that the profiles hold nothing of
// the driver's. With -pgo the CPU profiles are merged into the one that "go build"
// optimises recipe-mcp by:
//
//	go run ./bench/profile -out DIR -pgo cmd/recipe-mcp/release.pgo
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"mcp-adapters/bench/drive"
	"mcp-adapters/bench/fixture"
)

// serveArgument makes this program the server; a path follows it.
const serveArgument = "serve"

var loads = []struct {
	name   string
	tool   drive.Tool
	window int
}{
	{"get", drive.Tool{Name: "get_recipe", Arguments: []string{`{"recipe_id":"` + fixture.ID + `"}`}}, 16},
	{"list", drive.Tool{Name: "list_recipes", Arguments: []string{"{}"}}, 4},
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

func run() error {
	if len(os.Args) == 3 && os.Args[1] == serveArgument {
		return serve(context.Background(), os.Args[2])
	}
	out := flag.String("out", ".", "directory of the profiles")
	last := flag.Duration("for", 10*time.Second, "length of each load")
	rows := flag.Int("rows", 1_000, "recipes in the list")
	pgo := flag.String("pgo", "", "`file` for all CPU profiles merged")
	flag.Parse()

	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	api := &http.Server{Handler: fixture.Handler(), ReadHeaderTimeout: 10 * time.Second}
	defer func() { _ = api.Close() }()
	go func() { _ = api.Serve(listener) }()

	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	for _, l := range loads {
		command := drive.Command{
			Args: []string{program, serveArgument, filepath.Join(*out, l.name)},
			Env:  append(os.Environ(), fmt.Sprintf("API_BASE_URL=http://%s/%d", listener.Addr(), *rows), "API_KEY=bench"),
		}
		s, err := load(command, drive.Load{Tool: l.tool, Window: l.window, For: *last})
		if err != nil {
			return err
		}
		fmt.Printf("%s: %.0f calls/s, %s CPU per call\n", l.name, float64(s.Calls)/s.Took.Seconds(), s.CPU/time.Duration(s.Calls))
	}
	if *pgo == "" {
		return nil
	}
	var parts []string
	for _, l := range loads {
		parts = append(parts, filepath.Join(*out, l.name+".cpu.prof"))
	}
	return merge(*pgo, parts...)
}

func load(c drive.Command, l drive.Load) (drive.Sample, error) {
	p, err := drive.Start(context.Background(), c)
	if err != nil {
		return drive.Sample{}, err
	}
	if _, err := p.Initialize(); err != nil {
		p.Kill()
		return drive.Sample{}, err
	}
	s, err := p.Run(l)
	if err != nil {
		p.Kill()
		return s, err
	}
	return s, p.Close()
}
