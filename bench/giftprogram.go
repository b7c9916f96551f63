package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/figures"
	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
)

const (
	giftStartCell = "gift: cold start"
	giftPeaceCell = "gift: recommend over pipes, 1 in flight"
	giftCrowdCell = "gift: recommend over pipes, 100 in flight"
	millionCell   = "gift: vectors of a million gifts in memory"

	p99ToP50   = "p99 / p50"
	heldBytes  = "bytes"
	theirBytes = "the vectors alone"
)

// recommend asks for one person, again and again.
var recommend = drive.Tool{Name: "get_recommendations", Arguments: []string{fmt.Sprintf(`{"recipient_description":%q}`, description)}}

// shop measures gift-mcp as clients use it, beside recipe-mcp.
type shop struct {
	*bench

	program, recipes contestant
}

func (b *bench) buildGift(ctx context.Context) (*shop, error) {
	s := &shop{bench: b}
	for _, c := range []struct {
		into         *contestant
		name, source string
	}{{&s.program, recommended, "cmd/gift-mcp"}, {&s.recipes, ours, "cmd/recipe-mcp"}} {
		b.say("building %s", c.source)
		args, err := b.goBuild(ctx, c.source)
		if err != nil {
			return nil, fmt.Errorf("build %s: %w", c.name, err)
		}
		*c.into = contestant{c.name, args}
	}
	return s, nil
}

// run measures one round.
func (s *shop) run(ctx context.Context, round int) error {
	for _, part := range []func(context.Context) error{s.embedding, s.scans, s.calls, s.coldStarts, s.overPipes} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	if round > 0 {
		return nil
	}
	return s.million(ctx)
}

func (s *shop) environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.dir, "LOG_LEVEL=warn"}
}

// coldStarts measures the time from exec to the answer of initialize.
func (s *shop) coldStarts(ctx context.Context) error {
	started := func(c contestant) func() (float64, error) {
		return func() (took float64, err error) {
			command := drive.Command{Args: c.args, Env: append(s.environment(), "DATABASE_URL=sqlite:"+s.dir+"/gift-start.db")}
			if c.name == recommended {
				command.Env = s.environment()
			}
			err = s.with(ctx, command, func(_ *drive.Process, start time.Duration) error {
				took = float64(start)
				return nil
			})
			return took, err
		}
	}
	return s.alternate(giftStartCell, untilInit, s.starts, side{recommended, started(s.program)}, side{ours, started(s.recipes)})
}

// overPipes has the program answer one call at a time, and then a hundred.
func (s *shop) overPipes(ctx context.Context) error {
	return s.with(ctx, drive.Command{Args: s.program.args, Env: s.environment()}, func(p *drive.Process, _ time.Duration) error {
		if _, err := p.Run(drive.Load{Tool: recommend, Window: 1, Calls: 50, Prose: true}); err != nil { // warms up
			return err
		}
		for _, load := range []struct {
			cell   string
			window int
		}{{giftPeaceCell, 1}, {giftCrowdCell, 100}} {
			sample, err := p.Run(drive.Load{Tool: recommend, Window: load.window, For: s.cell, Prose: true})
			if err != nil {
				return err
			}
			s.recordLoad(load.cell, recommended, sample, p)
			s.results.add(load.cell, recommended, p99ToP50,
				float64(figures.Percentile(sample.Latencies, 99))/float64(figures.Percentile(sample.Latencies, 50)))
		}
		return nil
	})
}

// million measures what the store holds for a million gifts, beside the gifts.
func (s *shop) million(ctx context.Context) error {
	gifts := many(s.gifts)
	before := held()
	m := memory.New(memory.Options{Embedder: random{}, Gifts: func() ([]catalog.Gift, error) { return gifts, nil }})
	defer m.Close() //nolint:errcheck // it holds nothing
	if _, err := m.Get(ctx, []string{gifts[0].ID}, true); err != nil {
		return err
	}
	s.results.add(millionCell, recommended, heldBytes, float64(held()-before))
	s.results.add(millionCell, theirBytes, heldBytes, float64(4*scanDimensions*len(gifts)))
	runtime.KeepAlive(gifts)
	return nil
}

// held is what is reachable in the heap.
func held() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func (b *bench) giftProgramGoals() []goal {
	r, cores := b.results, float64(runtime.NumCPU())
	peace, crowd := r.median(giftPeaceCell, recommended, callsPerSecond), r.median(giftCrowdCell, recommended, callsPerSecond)
	return []goal{
		{"time, " + giftStartCell + ", to recipe-mcp's", r.ratio(giftStartCell, recommended, untilInit, ours), 1.2, false, ""},
		{"p99 to p50, " + giftPeaceCell, r.median(giftPeaceCell, recommended, p99ToP50), 3, false, ""},
		{"calls/s, 100 in flight, to those of 1 times the cores", crowd / (peace * cores), 0.9, true, ""},
		{"peak memory with the built-in catalog", r.median(giftCrowdCell, recommended, peakMemory) / (1 << 20), 25, false, " MiB"},
		{"memory, " + millionCell + ", to theirs alone", r.ratio(millionCell, recommended, heldBytes, theirBytes), 1.1, false, ""},
	}
}

func (b *bench) giftProgramTables(t *strings.Builder) {
	b.tableOf(t, giftStartCell, []string{recommended, ours}, ours, []column{{untilInit, milliseconds, true}})
	for _, cell := range []string{giftPeaceCell, giftCrowdCell} {
		b.tableOf(t, cell, []string{recommended}, recommended, []column{
			{callsPerSecond, plain, false}, {p50, microseconds, false}, {p99, microseconds, false}, {cpuPerCall, microseconds, false}, {peakMemory, kibibytes, false}})
	}
	b.tableOf(t, millionCell, []string{theirBytes, recommended}, theirBytes, []column{{heldBytes, kibibytes, true}})
}
