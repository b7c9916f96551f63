package main

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"
)

// measured is a bench with two rounds of made-up values.
func measured() *bench {
	b := &bench{options: options{rounds: 2, cell: time.Second, lists: []int{10, 1000}, vaults: []int{10, 50}}, results: newResults()}
	for _, cell := range cells {
		for _, calls := range []float64{100, 200} { // the second round was twice as quick
			b.results.add(cell.name, floor, callsPerSecond, calls)
			b.results.add(cell.name, ours, callsPerSecond, 0.9*calls)
			b.results.add(cell.name, floor, cpuPerCall, math.NaN())
			b.results.add(cell.name, ours, cpuPerCall, math.NaN())
		}
	}
	b.results.add(lostCell, ours, lostCount, 0)
	b.results.add(lostCell, ours, lostCount, 1)
	b.results.add(vaultCell(10), embedded, timePerCall, 100)
	b.results.add(vaultCell(50), embedded, timePerCall, 110)
	return b
}

func TestGoals(t *testing.T) {
	t.Parallel()
	want := map[string]struct {
		value float64
		met   bool
	}{
		"calls/s, get_recipe, 16 in flight, to the floor":         {0.9, true},
		"calls/s, get_recipe with a progress token, to the floor": {0.9, true},
		"calls/s, get_recipe, 1 in flight, to the floor":          {0.9, true},
		"calls/s, list of 1,000, 4 in flight, to the floor":       {0.9, true},
		"lost answers, most of any round":                         {1, false},
		"time per get_recipe, vault of 50 to vault of 10":         {1.1, true},
	}
	goals := measured().goals()
	for _, g := range goals {
		w, ok := want[g.text]
		if !ok {
			t.Errorf("%q was not measured but has %g", g.text, g.value)
		}
		if math.Abs(g.value-w.value) > 1e-9 || g.met() != w.met {
			t.Errorf("%q: got %g, %t, want %g, %t", g.text, g.value, g.met(), w.value, w.met)
		}
	}
	if len(goals) != len(want) {
		t.Errorf("got %d goals, want %d", len(goals), len(want))
	}
}

func TestGoal_NothingMeasuredIsNotMet(t *testing.T) {
	t.Parallel()
	for _, least := range []bool{true, false} {
		if (goal{value: math.NaN(), limit: 1, least: least}).met() {
			t.Errorf("NaN meets a goal (least: %t)", least)
		}
	}
}

func TestBench_WriteJSON(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := measured().writeJSON(&out); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Goals  []struct{ Goal string }
		Series []series
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Goals) != 6 {
		t.Errorf("got %d goals", len(got.Goals))
	}
	first := got.Series[0]
	if first.Contestant != floor || len(first.Rounds) != 2 || *first.Median != 150 || *first.ToFloor != 1 {
		t.Errorf("got %+v", first)
	}
	if cpu := got.Series[2]; cpu.Measure != cpuPerCall || cpu.Median != nil || cpu.Rounds[0] != nil {
		t.Errorf("got %+v, want nulls", cpu)
	}
}

func TestBench_WriteMarkdown(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := measured().writeMarkdown(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"### get_recipe, 16 in flight\n",
		"| recipe-mcp | 135 | 0.90 (0.90–0.90) | n/a | n/a | n/a | n/a | n/a |\n",
		"| lost answers, most of any round | at most 0 | 1 | no |\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), startCell) {
		t.Error("there is a table of what was not measured")
	}
}

func TestRotated(t *testing.T) {
	t.Parallel()
	field := []contestant{{name: "a"}, {name: "b"}, {name: "c"}}
	for round, want := range []string{"abc", "bca", "cab", "abc"} {
		got := ""
		for _, c := range rotated(field, round) {
			got += c.name
		}
		if got != want {
			t.Errorf("round %d: got %s, want %s", round, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	if o, err := parse([]string{"-quick", "-parts", "load,lost"}, &bytes.Buffer{}); err != nil || o.rounds != 1 || len(o.parts) != 2 {
		t.Errorf("got %+v, %v", o, err)
	}
	for _, args := range [][]string{{"-rounds", "0"}, {"-for", "-1s"}, {"-nonsense"}} {
		if _, err := parse(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%q was taken", args)
		}
	}
}
