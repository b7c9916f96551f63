// Command profile drives recipe-mcp's packages, wired as in the program, or portfolio-mcp,
// over real pipes and writes CPU and allocation profiles of the loaded server:
//
//	go run ./bench/profile -out .
//	go run ./bench/profile -program portfolio-mcp -out .
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
	"os"
	"path/filepath"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
)

// serveArgument makes this program the server; its name and a path follow it.
const serveArgument = "serve"

// A job is a load on a server with an environment.
type job struct {
	name   string
	tool   drive.Tool
	window int
	env    []string
}

// A subject is a program that can be profiled.
type subject struct {
	serve func(ctx context.Context) error
	jobs  func(ctx context.Context, rows int) (jobs []job, done func(), err error)
}

var subjects = map[string]subject{"recipe-mcp": {serveRecipes, recipeJobs}, "portfolio-mcp": {servePortfolio, portfolioJobs}}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if len(os.Args) == 4 && os.Args[1] == serveArgument {
		return profiled(os.Args[3], func() error { return subjects[os.Args[2]].serve(ctx) })
	}
	name := flag.String("program", "recipe-mcp", "recipe-mcp or portfolio-mcp")
	out := flag.String("out", ".", "directory of the profiles")
	last := flag.Duration("for", 10*time.Second, "length of each load")
	rows := flag.Int("rows", 1_000, "recipes in the list")
	pgo := flag.String("pgo", "", "`file` for all CPU profiles merged")
	flag.Parse()
	subject, ok := subjects[*name]
	if !ok {
		return fmt.Errorf("there is no program %q", *name)
	}
	jobs, done, err := subject.jobs(ctx, *rows)
	if err != nil {
		return err
	}
	defer done()
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	var parts []string
	for _, j := range jobs {
		path := filepath.Join(*out, j.name)
		parts = append(parts, path+".cpu.prof")
		command := drive.Command{Args: []string{program, serveArgument, *name, path}, Env: append(os.Environ(), j.env...)}
		s, err := load(command, drive.Load{Tool: j.tool, Window: j.window, For: *last})
		if err != nil {
			return err
		}
		fmt.Printf("%s: %.0f calls/s, %s CPU per call\n", j.name, float64(s.Calls)/s.Took.Seconds(), s.CPU/time.Duration(s.Calls))
	}
	if *pgo == "" {
		return nil
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
