package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/bench/figures"
)

// rows is the order of contestants in tables.
var rows = []string{coldStart, floor, ours, embedded, theirs, leastBytes, transport, stock, goSDK, nodeSDK, nodeSDK2, fastMCP}

// writeMarkdown prints the tables and then the goals.
func (b *bench) writeMarkdown(w io.Writer) error {
	var t strings.Builder
	fmt.Fprintf(&t, "%s/%s, %d cores, %s; rounds: %d, each cell %s. Ratios (×) are medians of the rounds' own.\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), b.rounds, b.cell)
	for _, cell := range cells {
		b.loadTable(&t, cell.name)
	}
	b.table(&t, startCell, coldStart, []column{{untilInit, milliseconds, true}})
	b.table(&t, lostCell, floor, []column{{lostCount, plain, false}})
	for _, n := range b.lists {
		b.table(&t, listCell(n, 1), floor, growthColumns)
	}
	b.table(&t, listCell(b.lists[len(b.lists)-1], 4), floor, growthColumns)
	for _, n := range b.vaults {
		b.table(&t, vaultCell(n), floor, []column{{timePerCall, microseconds, false}})
	}
	for _, cell := range webCells {
		b.loadTable(&t, cell.String())
	}
	b.table(&t, idleCell, floor, []column{{perClient, kibibytes, false}})
	b.table(&t, streamCell, floor, []column{
		{perStream, kibibytes, true}, {p99NoStream, microseconds, false}, {p99Silent, microseconds, false}, {p99Times, ratio, false},
	})
	b.portfolioTables(&t)
	b.giftTables(&t)
	b.builderTables(&t)
	b.familiesTables(&t)
	t.WriteString("\n### Goals\n\n| goal | limit | value | met |\n| --- | --- | --- | --- |\n")
	for _, g := range b.goals() {
		bound, met := "at most", "no"
		if g.least {
			bound = "at least"
		}
		if g.met() {
			met = "yes"
		}
		fmt.Fprintf(&t, "| %s | %s %g%s | %.3g%s | %s |\n", g.text, bound, g.limit, g.unit, g.value, g.unit, met)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// column is a measure in a table, with its ratio where that says something.
type column struct {
	measure string
	form    func(float64) string
	ratio   bool
}

var growthColumns = []column{
	{timePerCall, milliseconds, true},
	{timePerByte, func(v float64) string { return fmt.Sprintf("%.2f ns", v) }, false},
	{growthTimes, ratio, false},
}

func (b *bench) loadTable(t *strings.Builder, cell string) {
	b.table(t, cell, floor, []column{
		{callsPerSecond, plain, true},
		{p50, microseconds, false},
		{p99, microseconds, false},
		{cpuPerCall, microseconds, true},
		{peakMemory, func(v float64) string { return fmt.Sprintf("%.1f MiB", v/(1<<20)) }, false},
	})
}

// table prints one cell: medians, and their ratios to base with the least and
// the greatest of the rounds.
func (b *bench) table(t *strings.Builder, cell, base string, columns []column) {
	b.tableOf(t, cell, rows, base, columns)
}

// tableOf is table with rows of its own.
func (b *bench) tableOf(t *strings.Builder, cell string, rows []string, base string, columns []column) {
	names := b.results.contestants(cell, rows)
	if len(names) == 0 {
		return
	}
	fmt.Fprintf(t, "\n### %s\n\n| |", cell)
	rule := "| --- |"
	for _, c := range columns {
		t.WriteString(" " + c.measure + " |")
		rule += " ---: |"
		if c.ratio {
			t.WriteString(" × |")
			rule += " ---: |"
		}
	}
	t.WriteString("\n" + rule + "\n")
	for _, name := range names {
		t.WriteString("| " + name + " |")
		for _, c := range columns {
			t.WriteString(" " + orNone(b.results.median(cell, name, c.measure), c.form) + " |")
			if !c.ratio {
				continue
			}
			ratios := figures.Ratios(b.results.values[key{cell, name, c.measure}], b.results.values[key{cell, base, c.measure}])
			least, greatest := figures.Spread(ratios)
			t.WriteString(" " + orNone(figures.Median(ratios), func(v float64) string {
				return fmt.Sprintf("%.2f (%.2f–%.2f)", v, least, greatest)
			}) + " |")
		}
		t.WriteByte('\n')
	}
}

func orNone(v float64, form func(float64) string) string {
	if math.IsNaN(v) {
		return "n/a"
	}
	return form(v)
}

func plain(v float64) string { return fmt.Sprintf("%.0f", v) }

func ratio(v float64) string { return fmt.Sprintf("%.2f", v) }

// kibibytes rounds first: a little less than nothing is nothing.
func kibibytes(v float64) string { return fmt.Sprintf("%.1f KiB", math.Round(v/(1<<10)*10)/10+0) }

func microseconds(v float64) string { return fmt.Sprintf("%.0f µs", v/float64(time.Microsecond)) }

func milliseconds(v float64) string { return fmt.Sprintf("%.2f ms", v/float64(time.Millisecond)) }
