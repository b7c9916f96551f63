package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/store/memory"
)

const (
	scanned  = "scan"
	onTwo    = "scan, two cores"
	readOnly = "the bytes alone"

	importCell = "gift: import into memory, one core"

	timePerScan    = "time per search"
	giftsPerSecond = "gifts/s"
)

// scanDimensions are those of the embedder in the binary.
const scanDimensions = 256

func scanCell(gifts int) string { return fmt.Sprintf("gift: search of %d gifts", gifts) }

// scanSizes are in the cache of a processor, and out of it.
func (b *bench) scanSizes() []int { return []int{5_000, 100_000} }

// random is an embedder whose vectors have nothing to do with the texts. It is quick.
type random struct{}

func (random) ID() string      { return "random" }
func (random) Dimensions() int { return scanDimensions }

func (random) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		r := rand.New(rand.NewPCG(uint64(len(text)), uint64(i))) //nolint:gosec // guards nothing
		v, square := make([]float32, scanDimensions), 0.0
		for d := range v {
			v[d] = r.Float32() - 0.5
			square += float64(v[d]) * float64(v[d])
		}
		for d := range v {
			v[d] /= float32(math.Sqrt(square))
		}
		vectors[i] = v
	}
	return vectors, nil
}

// many are n gifts that differ by their names.
func many(n int) []catalog.Gift {
	gifts := make([]catalog.Gift, n)
	for i := range gifts {
		gifts[i] = catalog.Gift{ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", i), Name: fmt.Sprintf("Gift %d", i), Brief: "A gift", Full: "A gift", Price: catalog.Budget}
	}
	return gifts
}

// scans compares a search of gifts in memory, for the hundred nearest, with adding up the
// same bytes eight at a time; and on two cores with one.
func (b *bench) scans(ctx context.Context) error {
	query, err := random{}.Embed(ctx, []string{description})
	if err != nil {
		return err
	}
	for _, n := range b.scanSizes() {
		gifts := many(n)
		s := memory.New(memory.Options{Embedder: random{}, Gifts: func() ([]catalog.Gift, error) { return gifts, nil }})
		search := func() error {
			hits, err := s.Search(ctx, query[0], 100, store.Filter{})
			if err == nil && len(hits) != 100 {
				err = fmt.Errorf("%d hits", len(hits))
			}
			return err
		}
		words := make([]uint64, n*scanDimensions/2)
		for i := range words {
			words[i] = uint64(i)
		}
		sides := []side{{scanned, onCores(1, 1, search)}, {readOnly, onCores(1, 1, func() error { return sumWords(words) })}}
		if n > 20_000 {
			sides = append(sides, side{onTwo, onCores(2, 1, search)})
		}
		if err := b.alternate(scanCell(n), timePerScan, b.turns(), sides...); err != nil {
			return err
		}
		if err := s.Close(); err != nil {
			return err
		}
	}
	return b.imports(ctx)
}

// imports measures how fast a catalog's gifts get their vectors at their first use.
func (b *bench) imports(ctx context.Context) error {
	c, err := catalog.BuiltIn()
	if err != nil {
		return err
	}
	first := func() error {
		s := memory.New(memory.Options{Embedder: table.Embedder{}, Gifts: func() ([]catalog.Gift, error) { return c.Gifts, nil }})
		if _, err := s.Get(ctx, []string{c.Gifts[0].ID}, true); err != nil {
			return err
		}
		return s.Close()
	}
	work := onCores(1, len(c.Gifts), first)
	return b.alternate(importCell, giftsPerSecond, b.turns(), side{scanned, func() (float64, error) {
		each, err := work()
		return float64(time.Second) / each, err
	}})
}

// onCores repeats work on n things for a spell with so many cores.
func onCores(cores, n int, work func() error) func() (float64, error) {
	return func() (float64, error) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		return perText(n, work)
	}
}

var sum uint64 // keeps the compiler from leaving the work out

func sumWords(words []uint64) error {
	total := uint64(0)
	for _, w := range words {
		total += w
	}
	sum += total
	return nil
}

func (b *bench) scanGoals() []goal {
	r := b.results
	small, large := scanCell(b.scanSizes()[0]), scanCell(b.scanSizes()[1])
	return []goal{
		{"time, " + small + ", to the bytes alone", r.ratio(small, scanned, timePerScan, readOnly), 4.5, false, ""},
		{"time, " + large + ", to the bytes alone", r.ratio(large, scanned, timePerScan, readOnly), 1.7, false, ""},
		{"time, " + large + ", one core to two", 1 / r.ratio(large, onTwo, timePerScan, scanned), 1.6, true, ""},
		{importCell, r.median(importCell, scanned, giftsPerSecond), 20_000, true, " gifts/s"},
	}
}

func (b *bench) scanTables(t *strings.Builder) {
	for _, n := range b.scanSizes() {
		b.tableOf(t, scanCell(n), []string{readOnly, scanned, onTwo}, readOnly,
			[]column{{timePerScan, func(v float64) string { return fmt.Sprintf("%.2f ms", v/1e6) }, true}})
	}
}
