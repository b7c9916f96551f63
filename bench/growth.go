package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/figures"
	"github.com/mcp-adapters/mcp-adapters/bench/fixture"
)

const (
	timePerCall = "time per call"
	timePerByte = "time per byte"
	growthTimes = "memory growth / bodies in flight"
)

func listCell(rows, window int) string {
	return fmt.Sprintf("list_recipes of %d, %d in flight", rows, window)
}

func vaultCell(recipes int) string { return fmt.Sprintf("get_recipe from a vault of %d", recipes) }

// growth measures how time and memory of the list grow with its length. Memory
// is the peak beyond what an idle process holds, as a multiple of the bodies of
// the calls in flight.
func (b *bench) growth(ctx context.Context, round int) error {
	for _, rows := range b.lists {
		body := float64(len(fixture.List(rows)))
		for _, window := range []int{1, 4} {
			if window > 1 && rows != b.lists[len(b.lists)-1] {
				continue
			}
			cell := listCell(rows, window)
			for _, c := range rotated(b.only(floor, ours), round) {
				err := b.with(ctx, b.command(c, b.on(rows), ""), func(p *drive.Process, _ time.Duration) error {
					idle, _, err := p.Memory()
					known := err == nil
					s, err := p.Run(drive.Load{Tool: listRecipes, Window: window, For: b.cell / 2, Calls: 5 * window})
					if err != nil {
						return err
					}
					times := math.NaN()
					if _, peak, err := p.Memory(); err == nil && known {
						times = float64(peak-idle) / body / float64(window)
					}
					took := float64(figures.Percentile(s.Latencies, 50))
					b.results.add(cell, c.name, timePerCall, took)
					b.results.add(cell, c.name, timePerByte, took/body)
					b.results.add(cell, c.name, growthTimes, times)
					return nil
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// vault measures get_recipe on embedded vaults of growing size, with ids from
// all over the vault.
func (b *bench) vault(ctx context.Context, round int, vaults []seeded) error {
	fields := b.only(ours)
	if len(fields) == 0 {
		return nil
	}
	for i := range vaults {
		v := vaults[(i+round)%len(vaults)]
		err := b.with(ctx, b.command(fields[0], "", v.path), func(p *drive.Process, _ time.Duration) error {
			tool := getRecipe(v.ids...)
			if _, err := p.Run(drive.Load{Tool: tool, Window: 1, Calls: 200}); err != nil {
				return err
			}
			s, err := p.Run(drive.Load{Tool: tool, Window: 1, For: b.cell})
			if err != nil {
				return err
			}
			b.results.add(vaultCell(v.recipes), embedded, timePerCall, float64(figures.Percentile(s.Latencies, 50)))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
