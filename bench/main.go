// Command bench compares recipe-mcp with other ways to write the same adapter.
// It builds every contestant, starts an in-memory REST API, drives each
// contestant over real pipes or sockets, and prints medians and their ratios to the floor,
// the least program that can do the job, in the same round.
//
//	go run ./bench              the whole table, about a quarter of an hour
//	go run ./bench -quick       one short round, under a minute
//
// Contestants alternate within each round and the order rotates, so that what
// else the machine does hits all of them alike.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop was called
	}
}

// options say how much is measured.
type options struct {
	rounds      int
	cell        time.Duration // for one contestant in one cell of one round
	starts      int           // per round and contestant
	lists       []int         // rows of the growing list
	vaults      []int         // recipes in the growing vault
	projects    int           // in the large portfolio
	clients     int           // over HTTP, that ask nothing, in a group
	streams     int           // over HTTP, on which nothing happens
	apps        int           // published, in the large database of app-builder
	families    int           // of the large vault
	gifts       int           // in memory, with their vectors
	contestants []string      // empty: all
	parts       []string      // empty: all
	jsonFile    string        // empty: none is written
}

func parse(args []string, stderr io.Writer) (options, error) {
	o := options{lists: []int{10, 100, 1_000, 10_000, 50_000}, vaults: []int{10, 1_000, 50_000}, projects: 10_000, clients: 1_000, streams: 1_000, apps: 10_000, families: 10_000, gifts: 1_000_000}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&o.rounds, "rounds", 5, "rounds; ratios are medians over them")
	flags.DurationVar(&o.cell, "for", 2*time.Second, "time for one contestant in one cell of a round")
	flags.IntVar(&o.starts, "starts", 10, "starts of each contestant in a round")
	quick := flags.Bool("quick", false, "one short round of the contestants in Go, to see that all still works")
	contestants := flags.String("contestants", "", "comma-separated names, the floor is always there; empty: all that can be built")
	parts := flags.String("parts", "", "comma-separated, of load, start, lost, growth, vault, http, portfolio, gift, builder, families; empty: all")
	flags.StringVar(&o.jsonFile, "json", "", "`file` to write the goals and all rounds' values to, as JSON")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if *quick {
		o.rounds, o.cell, o.starts = 1, 150*time.Millisecond, 3
		o.lists, o.vaults, o.projects = []int{10, 1_000, 5_000}, []int{10, 500}, 1_000
		o.clients, o.streams, o.apps, o.families = 600, 100, 1_000, 100
		o.gifts = 20_000
		o.contestants = []string{"recipe-mcp", "stock mcp-go", "Go SDK"}
	}
	if *contestants != "" {
		o.contestants = strings.Split(*contestants, ",")
	}
	if *parts != "" {
		o.parts = strings.Split(*parts, ",")
	}
	if o.rounds < 1 || o.starts < 1 || o.cell <= 0 {
		return o, errors.New("-rounds, -starts and -for must be positive")
	}
	return o, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "bench-*")
	if err != nil {
		return fmt.Errorf("make a directory: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	b := &bench{options: o, dir: dir, log: stderr, results: newResults()}
	if err := b.build(ctx); err != nil {
		return err
	}
	stopAPI, err := b.startAPI(ctx)
	if err != nil {
		return err
	}
	defer stopAPI()
	if err := b.measure(ctx); err != nil {
		return err
	}
	if err := b.writeMarkdown(stdout); err != nil || o.jsonFile == "" {
		return err
	}
	file, err := os.Create(o.jsonFile)
	if err != nil {
		return fmt.Errorf("make the JSON file: %w", err)
	}
	return errors.Join(b.writeJSON(file), file.Close())
}
