package main

import (
	"context"
	"path/filepath"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/figures"
)

const (
	startCell = "cold start"
	untilInit = "exec to initialize answered"
)

// start measures the time from exec to the answer of initialize; a round's
// value is the median of its starts. Interpreters take so long to start that
// fewer starts do.
func (b *bench) start(ctx context.Context, round int) error {
	type entry struct {
		name    string
		command drive.Command
		starts  int
	}
	entries := []entry{{b.cold.name, b.command(b.cold, b.on(loadRows), ""), b.starts}}
	for _, c := range b.field {
		n := b.starts
		if c.name == nodeSDK || c.name == fastMCP {
			n = (n + 4) / 5
		}
		entries = append(entries, entry{c.name, b.command(c, b.on(loadRows), ""), n})
		if c.name == ours {
			path := filepath.Join(b.dir, "start", "recipes.db")
			entries = append(entries, entry{embedded, b.command(c, "", path), n})
		}
	}
	took := make(map[string][]time.Duration)
	for i := range b.starts {
		for k := range entries {
			e := entries[(k+round+i)%len(entries)]
			if i >= e.starts {
				continue
			}
			err := b.with(ctx, e.command, func(_ *drive.Process, start time.Duration) error {
				took[e.name] = append(took[e.name], start)
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	for name, starts := range took {
		b.results.add(startCell, name, untilInit, float64(figures.Percentile(starts, 50)))
	}
	return nil
}
