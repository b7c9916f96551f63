package main

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/figures"
	"github.com/mcp-adapters/mcp-adapters/bench/fixture"
)

// A cell is one load that contestants are compared under.
type cell struct {
	name   string
	tool   drive.Tool
	window int
	only   []string // contestants that know this form of a call; nil: all
}

const loadRows = 1_000

var cells = []cell{
	{"get_recipe, 1 in flight", theRecipe, 1, nil},
	{"get_recipe, 16 in flight", theRecipe, 16, nil},
	{"list_recipes of 1,000, 1 in flight", listRecipes, 1, nil},
	{"list_recipes of 1,000, 4 in flight", listRecipes, 4, nil},
	{"get_recipe with a progress token, 16 in flight", progressRecipe, 16, nil},
	{"get_recipe of the era of 2026-07-28, 16 in flight", modernRecipe, 16, []string{floor, ours, stock}},
}

// What is measured in a cell.
const (
	callsPerSecond = "calls/s"
	p50            = "p50"
	p99            = "p99"
	cpuPerCall     = "CPU per call"
	peakMemory     = "peak memory"
)

const (
	floodCalls = 500
	// floodLate keeps the calls in flight while the input ends.
	floodLate = "/20"
	lostCell  = "500 calls, then the end of input"
	lostCount = "lost answers"
)

// load measures every cell with a fresh process of each contestant.
func (b *bench) load(ctx context.Context, round int) error {
	for _, cell := range cells {
		for _, c := range rotated(b.field, round) {
			if cell.only != nil && !slices.Contains(cell.only, c.name) {
				continue
			}
			err := b.with(ctx, b.command(c, b.on(loadRows), ""), func(p *drive.Process, _ time.Duration) error {
				warm := drive.Load{Tool: cell.tool, Window: cell.window, For: b.cell / 5, Calls: cell.window}
				if _, err := p.Run(warm); err != nil {
					return err
				}
				s, err := p.Run(drive.Load{Tool: cell.tool, Window: cell.window, For: b.cell})
				if err != nil {
					return err
				}
				b.recordLoad(cell.name, c.name, s, p)
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) recordLoad(cell, name string, s drive.Sample, p *drive.Process) {
	cpu, peak := math.NaN(), math.NaN()
	if s.CPU >= 0 {
		cpu = float64(s.CPU) / float64(s.Calls)
	}
	if _, most, err := p.Memory(); err == nil {
		peak = float64(most)
	}
	b.results.add(cell, name, callsPerSecond, float64(s.Calls)/s.Took.Seconds())
	b.results.add(cell, name, p50, float64(figures.Percentile(s.Latencies, 50)))
	b.results.add(cell, name, p99, float64(figures.Percentile(s.Latencies, 99)))
	b.results.add(cell, name, cpuPerCall, cpu)
	b.results.add(cell, name, peakMemory, peak)
}

// lost counts the answers that never come when the input ends behind 500 calls.
func (b *bench) lost(ctx context.Context, round int) error {
	for _, c := range rotated(b.field, round) {
		missing, err := b.flood(ctx, b.command(c, b.on(loadRows)+floodLate, ""))
		if err != nil {
			return err
		}
		b.results.add(lostCell, c.name, lostCount, float64(missing))
	}
	return nil
}

func (b *bench) flood(ctx context.Context, c drive.Command) (missing int, err error) {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	p, err := drive.Start(ctx, c)
	if err != nil {
		return 0, err
	}
	if _, err := p.Initialize(); err != nil {
		p.Kill()
		return 0, err
	}
	answered, err := p.Flood(getRecipe(fixture.ID), floodCalls)
	return floodCalls - answered, err
}
