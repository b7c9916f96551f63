package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/embed/table"
)

// giftPart is the part that measures gift-mcp.
const giftPart = "gift"

const (
	byTable   = "table"
	sumsAlone = "sums alone"

	describedCell = "gift: embed a description"
	catalogCell   = "gift: embed the built-in catalog"

	timePerText = "time per text"
)

const description = "My dad who loves woodworking and classic rock music, 65 years old"

// embedding compares the embedders with the sums alone, of as many rows of float32 as a
// text has words, read one after the other.
func (b *bench) embedding(ctx context.Context) error {
	c, err := catalog.BuiltIn()
	if err != nil {
		return err
	}
	var gifts []string
	for i := range c.Gifts {
		gifts = append(gifts, c.Gifts[i].Text())
	}
	one := []string{description}
	described := []side{embeds(ctx, byTable, table.Embedder{}, one), {sumsAlone, sums(one)}}
	if err := b.alternate(describedCell, timePerText, b.turns(), described...); err != nil {
		return err
	}
	return b.alternate(catalogCell, timePerText, b.turns(), embeds(ctx, byTable, table.Embedder{}, gifts), side{sumsAlone, sums(gifts)})
}

// embeds is a side that embeds texts, in one batch, for a spell.
func embeds(ctx context.Context, name string, e embed.Embedder, texts []string) side {
	return side{name, func() (float64, error) {
		return perText(len(texts), func() error {
			_, err := e.Embed(ctx, texts)
			return err
		})
	}}
}

// sums adds up a row for each word of texts and makes the length of the sum 1.
func sums(texts []string) func() (float64, error) {
	const dimensions = 256
	rows := make([]float32, 64*dimensions)
	for i := range rows {
		rows[i] = float32(i%7) - 3
	}
	words := make([]int, len(texts))
	for i, text := range texts {
		words[i] = len(strings.Fields(text))
	}
	return func() (float64, error) {
		return perText(len(texts), func() error {
			vectors := make([]float32, dimensions*len(texts))
			for i, n := range words {
				v := vectors[i*dimensions:][:dimensions]
				for w := range n {
					row := rows[w%64*dimensions:][:dimensions]
					for d := range v {
						v[d] += row[d]
					}
				}
				var square float32
				for _, x := range v {
					square += x * x
				}
				scale := float32(1 / math.Sqrt(float64(square)))
				for d := range v {
					v[d] *= scale
				}
			}
			return nil
		})
	}
}

// perText repeats work on n texts for a spell and returns the time for each text.
func perText(n int, work func() error) (float64, error) {
	began, done := time.Now(), 0
	for time.Since(began) < spell {
		if err := work(); err != nil {
			return 0, err
		}
		done += n
	}
	return float64(time.Since(began)) / float64(done), nil
}

// giftGoals are those of gift-mcp.
func (b *bench) giftGoals() []goal {
	r := b.results
	var goals []goal
	for _, cell := range []string{describedCell, catalogCell} {
		goals = append(goals, goal{"time, " + cell + ", to the sums alone", r.ratio(cell, byTable, timePerText, sumsAlone), 5, false, ""})
	}
	return slices.Concat(goals, b.scanGoals(), b.callGoals(), b.giftProgramGoals())
}

// giftTables prints what was measured.
func (b *bench) giftTables(t *strings.Builder) {
	for _, cell := range []string{describedCell, catalogCell} {
		b.tableOf(t, cell, []string{sumsAlone, byTable}, sumsAlone, []column{{timePerText, func(v float64) string { return fmt.Sprintf("%.1f µs", v/1e3) }, true}})
	}
	b.scanTables(t)
	b.callTables(t)
	b.giftProgramTables(t)
}
