package main

import (
	"fmt"
	"math"
	"slices"
)

// goal is a figure that recipe-mcp is to reach.
type goal struct {
	text  string
	value float64
	limit float64
	least bool // limit is the least that will do, else the most
	unit  string
}

func (g goal) met() bool {
	if g.least {
		return g.value >= g.limit
	}
	return g.value <= g.limit // NaN is met by nothing
}

// growthSlack is how far growth may be from linear or flat and still count as
// the noise of a shared machine. The list is compared with the floor's growth:
// what large buffers cost the machine is nobody's doing.
const growthSlack = 1.25

// goals are those for which something was measured.
func (b *bench) goals() []goal {
	r := b.results
	toFloor := func(cell cell, measure string) float64 { return r.ratio(cell.name, ours, measure, floor) }
	goals := []goal{
		{"calls/s, get_recipe, 16 in flight, to the floor", toFloor(cells[1], callsPerSecond), 0.85, true, ""},
		{"calls/s, get_recipe, 1 in flight, to the floor", toFloor(cells[0], callsPerSecond), 0.90, true, ""},
		{"CPU per call, get_recipe, 16 in flight, to the floor", toFloor(cells[1], cpuPerCall), 1.3, false, ""},
		{"calls/s, get_recipe with a progress token, to the floor", toFloor(cells[4], callsPerSecond), 0.85, true, ""},
		{"calls/s, list of 1,000, 4 in flight, to the floor", toFloor(cells[3], callsPerSecond), 0.8, true, ""},
	}
	largest := b.lists[len(b.lists)-1]
	for _, window := range []int{1, 4} {
		goals = append(goals, goal{fmt.Sprintf("memory growth, list of %d, %d in flight, to the bodies", largest, window),
			r.median(listCell(largest, window), ours, growthTimes), 6, false, ""})
	}
	for _, name := range []string{ours, embedded} {
		goals = append(goals, goal{"cold start, " + name + ", to mcp-go imported", r.ratio(startCell, name, untilInit, coldStart), 1.2, false, ""})
	}
	goals = append(goals,
		goal{"peak memory, get_recipe, 16 in flight", r.median(cells[1].name, ours, peakMemory) / (1 << 20), 20, false, " MiB"},
		goal{"peak memory, list of 1,000, 4 in flight", r.median(cells[3].name, ours, peakMemory) / (1 << 20), 20, false, " MiB"},
		goal{"lost answers, most of any round", most(r.values[key{lostCell, ours, lostCount}]), 0, false, ""},
		goal{fmt.Sprintf("time of the list, to the floor: %d rows to 1000 rows", largest),
			r.ratio(listCell(largest, 1), ours, timePerCall, floor) / r.ratio(listCell(loadRows, 1), ours, timePerCall, floor), growthSlack, false, ""},
	)
	if last := b.vaults[len(b.vaults)-1]; last > b.vaults[0] {
		goals = append(goals, goal{fmt.Sprintf("time per get_recipe, vault of %d to vault of %d", last, b.vaults[0]),
			r.median(vaultCell(last), embedded, timePerCall) / r.median(vaultCell(b.vaults[0]), embedded, timePerCall), growthSlack, false, ""})
	}
	goals = slices.Concat(goals, b.httpGoals(), b.portfolioGoals(), b.giftGoals(), b.builderGoals(), b.familiesGoals())
	measured := goals[:0]
	for _, g := range goals {
		if !math.IsNaN(g.value) {
			measured = append(measured, g)
		}
	}
	return measured
}

// most is the greatest value; NaN when there is none.
func most(values []float64) float64 {
	greatest := math.NaN()
	for _, v := range values {
		if math.IsNaN(greatest) || v > greatest {
			greatest = v
		}
	}
	return greatest
}
