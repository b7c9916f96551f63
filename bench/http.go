package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/drive"
	"github.com/mcp-adapters/mcp-adapters/bench/figures"
	"github.com/mcp-adapters/mcp-adapters/bench/fixture"
	"github.com/mcp-adapters/mcp-adapters/bench/rest"
)

// httpPart is the part that measures servers over HTTP.
const httpPart = "http"

const (
	idleCell   = "over HTTP, clients that ask nothing"
	streamCell = "over HTTP, streams of subscriptions/listen"

	perClient   = "memory per client"
	perStream   = "memory per stream"
	p99Silent   = "p99 of calls beside them"
	p99NoStream = "p99 of calls without them"
	p99Times    = "p99 with / without"
)

// A webCell is one load that servers are compared under over HTTP.
type webCell struct {
	era    drive.Era
	window int
}

var webCells = []webCell{{drive.Handshake, 16}, {drive.Handshake, 256}, {drive.Modern, 16}, {drive.Modern, 256}}

func (c webCell) String() string {
	return fmt.Sprintf("over HTTP, %s, %d in flight", c.era, c.window)
}

// webAnswer is 1 KB of JSON, which a result holds twice.
var webAnswer = string(rest.Recipes(fixture.List(3)))

// overHTTP measures each cell with a fresh process of each contestant.
func (b *bench) overHTTP(ctx context.Context, round int) error {
	for _, cell := range webCells {
		for _, c := range rotated(b.speaking(cell.era), round) {
			if err := b.withWeb(ctx, c, func(w *drive.Web) error { return b.webLoad(cell, c.name, w) }); err != nil {
				return err
			}
		}
	}
	for _, c := range rotated(b.web, round) {
		if c.name == transport {
			continue // it keeps what recipe-mcp keeps
		}
		if err := b.withWeb(ctx, c, func(w *drive.Web) error { return b.idle(c.name, w) }); err != nil {
			return err
		}
		if c.name == nodeSDK {
			continue
		}
		if err := b.withWeb(ctx, c, func(w *drive.Web) error { return b.listening(c.name, w) }); err != nil {
			return err
		}
	}
	return nil
}

// speaking returns who knows an era.
func (b *bench) speaking(era drive.Era) []contestant {
	return slices.DeleteFunc(slices.Clone(b.web), func(c contestant) bool {
		return era == drive.Modern && c.name == nodeSDK
	})
}

// withWeb starts a contestant over HTTP, calls f and ends it.
func (b *bench) withWeb(ctx context.Context, c contestant, f func(w *drive.Web) error) error {
	ctx, cancel := context.WithTimeout(ctx, processLimit)
	defer cancel()
	command := b.command(c, "", "")
	command.Env = append(command.Env, "ANSWER="+webAnswer)
	w, err := drive.StartWeb(ctx, command)
	if err != nil {
		return err
	}
	if err := f(w); err != nil {
		w.Kill()
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return w.Close()
}

func (b *bench) webLoad(cell webCell, name string, w *drive.Web) error {
	if _, err := w.Run(drive.WebLoad{Era: cell.era, Window: cell.window, For: b.cell / 5}); err != nil {
		return err
	}
	s, err := w.Run(drive.WebLoad{Era: cell.era, Window: cell.window, For: b.cell})
	if err != nil {
		return err
	}
	b.recordLoad(cell.String(), name, s, w.Process)
	return nil
}

// idle measures what is kept of clients that did the handshake and have gone. Their
// value is the median of five groups: the runtime takes and gives back some 32 KiB at
// a time, and what is kept grows with each group.
func (b *bench) idle(name string, w *drive.Web) error {
	var growth []float64
	var before int64
	for group := range 6 {
		for range b.clients {
			if err := w.Visit(); err != nil {
				return err
			}
		}
		held, err := settled(w)
		if err != nil {
			return err
		}
		if group > 0 { // the first one has made what is made once
			growth = append(growth, float64(held-before)/float64(b.clients))
		}
		before = held
	}
	b.results.add(idleCell, name, perClient, figures.Median(growth))
	return nil
}

// settled is what the server holds once it holds no less any more: connections take
// a moment to end.
func settled(w *drive.Web) (int64, error) {
	least, err := w.Held()
	for quiet := 0; quiet < 5 && err == nil; quiet++ {
		time.Sleep(20 * time.Millisecond)
		var held int64
		if held, err = w.Held(); held < least {
			least, quiet = held, 0
		}
	}
	return least, err
}

// listening measures streams on which nothing happens: what they take, and what they
// do to calls, beside calls before and after them.
func (b *bench) listening(name string, w *drive.Web) error {
	tail := func() (float64, error) {
		s, err := w.Run(drive.WebLoad{Era: drive.Handshake, Window: 16, For: b.cell})
		return float64(figures.Percentile(s.Latencies, 99)), err
	}
	warm, err := w.Listen(b.streams / 10)
	if err != nil {
		return err
	}
	warm.Close()
	if _, err := tail(); err != nil {
		return err
	}
	before, err := tail()
	if err != nil {
		return err
	}
	empty, err := settled(w)
	if err != nil {
		return err
	}
	streams, err := w.Listen(b.streams)
	if err != nil {
		return err
	}
	defer streams.Close()
	full, err := settled(w)
	if err != nil {
		return err
	}
	with, err := tail()
	if err != nil {
		return err
	}
	streams.Close()
	if _, err := settled(w); err != nil {
		return err
	}
	after, err := tail()
	if err != nil {
		return err
	}
	if err := b.changes(name, w); err != nil {
		return err
	}
	without := (before + after) / 2
	b.results.add(streamCell, name, perStream, float64(full-empty)/float64(b.streams))
	b.results.add(streamCell, name, p99NoStream, without)
	b.results.add(streamCell, name, p99Silent, with)
	b.results.add(streamCell, name, p99Times, with/without)
	return nil
}

// changes tells whether streams hear what they are for.
func (b *bench) changes(name string, w *drive.Web) error {
	if name == floor { // it has no list
		return nil
	}
	streams, err := w.Listen(b.streams)
	if err != nil {
		return err
	}
	defer streams.Close()
	return streams.Changed()
}

// httpGoals are those of the transport.
func (b *bench) httpGoals() []goal {
	var goals []goal
	for _, g := range []struct {
		cell                     webCell
		calls, alone, cpuAtWhole float64
	}{
		{webCells[0], 0.60, 0.70, 2.0},
		{webCells[1], 0.65, 0.75, 2.0},
		{webCells[2], 0.50, 0.70, 2.5},
		{webCells[3], 0.60, 0.75, 2.5},
	} {
		cell := g.cell.String()
		goals = append(goals,
			goal{"calls/s, " + cell + ", to the floor", b.results.ratio(cell, ours, callsPerSecond, floor), g.calls, true, ""},
			goal{"calls/s, " + cell + ", transport alone, to the floor", b.results.ratio(cell, transport, callsPerSecond, floor), g.alone, true, ""},
			goal{"CPU per call, " + cell + ", to the floor", b.results.ratio(cell, ours, cpuPerCall, floor), g.cpuAtWhole, false, ""},
		)
	}
	kib := func(cell, measure string) float64 { return b.results.median(cell, ours, measure) / (1 << 10) }
	return append(goals,
		// None but what the runtime's own coming and going looks like.
		goal{"memory per client that asks nothing", kib(idleCell, perClient), 0.1, false, " KiB"},
		goal{"memory per stream of subscriptions/listen", kib(streamCell, perStream), 50, false, " KiB"},
		goal{fmt.Sprintf("p99 of calls with %d silent streams to that without", b.streams), b.results.median(streamCell, ours, p99Times), 1.2, false, ""},
	)
}
