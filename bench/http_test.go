package main

import (
	"math"
	"testing"
	"time"
)

func TestHTTPGoals(t *testing.T) {
	t.Parallel()
	b := &bench{options: options{rounds: 1, cell: time.Second, streams: 1000}, results: newResults()}
	for _, cell := range webCells {
		for name, calls := range map[string]float64{floor: 1000, ours: 640, transport: 720} {
			b.results.add(cell.String(), name, callsPerSecond, calls)
			b.results.add(cell.String(), name, cpuPerCall, 2200/calls)
		}
	}
	b.results.add(idleCell, ours, perClient, 11<<10)
	b.results.add(streamCell, ours, perStream, 40<<10)
	b.results.add(streamCell, ours, p99Times, 1.1)
	missed := map[string]bool{
		"calls/s, over HTTP, 2025-11-25, 256 in flight, to the floor":                  true,
		"calls/s, over HTTP, 2025-11-25, 256 in flight, transport alone, to the floor": true,
		"calls/s, over HTTP, 2026-07-28, 256 in flight, transport alone, to the floor": true,
		"memory per client that asks nothing":                                          true,
	}
	goals := b.httpGoals()
	if len(goals) != 15 {
		t.Errorf("got %d goals", len(goals))
	}
	for _, g := range goals {
		if math.IsNaN(g.value) || g.met() == missed[g.text] {
			t.Errorf("%q: %g is %t, with limit %g", g.text, g.value, g.met(), g.limit)
		}
	}
}

func TestKibibytes(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{-20: "0.0 KiB", 20: "0.0 KiB", 37_800: "36.9 KiB", -1024: "-1.0 KiB"} {
		if got := kibibytes(v); got != want {
			t.Errorf("%g: got %s, want %s", v, got, want)
		}
	}
}
