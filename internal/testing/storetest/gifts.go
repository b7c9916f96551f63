// Package storetest has the tests that every [store.Store] passes, and gifts and an embedder
// to make them with.
package storetest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// Embedder makes a vector of a text's hash: it is always the same for a text, and has nothing
// to do with what that means.
type Embedder int // its dimensions

// ID implements [embed.Embedder].
func (e Embedder) ID() string { return fmt.Sprintf("storetest/%d", int(e)) }

// Dimensions implements [embed.Embedder].
func (e Embedder) Dimensions() int { return int(e) }

// Embed implements [embed.Embedder].
func (e Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = e.Vector(text)
	}
	return vectors, store.GivenUp(ctx)
}

// Vector is the vector of text.
func (e Embedder) Vector(text string) []float32 {
	id := uuid.NewSHA1(uuid.Nil, []byte(text))
	r := rand.New(rand.NewPCG(uint64(id[0])<<24|uint64(id[1])<<16|uint64(id[2])<<8|uint64(id[3]), uint64(id[4]))) //nolint:gosec // for tests
	v, sum := make([]float32, e), 0.0
	for i := range v {
		v[i] = float32(r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// Gifts returns n gifts of every kind: each bracket, tags and no tags, full and empty fields.
// They keep the rules of [catalog.Gift.Check] for tags of any vocabulary.
func Gifts(n int) []catalog.Gift {
	gifts := make([]catalog.Gift, n)
	recipients := []string{"parent", "partner", "friend", "child", "toddler", "baby", "teen"}
	for i := range gifts {
		id := uuid.NewSHA1(uuid.Nil, fmt.Append(nil, i))
		id[6] = id[6]&0x0f | 0x40 // version 4, as in a catalog
		g := catalog.Gift{
			ID:         id.String(),
			Name:       fmt.Sprintf("Gift %d", i),
			Brief:      fmt.Sprintf("Number %d in a row of gifts", i),
			Full:       fmt.Sprintf("The gift with number %d is for tests alone.", i),
			Price:      catalog.Prices[i%len(catalog.Prices)],
			Categories: []string{fmt.Sprintf("category %d", i%7), "all"},
			Adult:      i%11 == 0,
		}
		for j, r := range recipients {
			if (i>>j)&1 == 1 {
				g.Recipients = append(g.Recipients, r)
			}
		}
		if i%3 == 0 {
			g.Occasions = []string{"birthday"}
		}
		if i%2 == 0 {
			popularity := float64(i%21) / 20
			g.Popularity = &popularity
			g.Guidance = "Shops for tests have it."
		}
		if i%4 == 0 {
			g.LovedBy = []string{fmt.Sprintf("counts to %d", i), "loves tests"}
		}
		if i%5 == 0 {
			g.URL, g.Affiliate = fmt.Sprintf("https://shop.example.com/%d", i), i%10 == 0
		}
		gifts[i] = g
	}
	return gifts
}

// Items returns the gifts with their vectors.
func (e Embedder) Items(gifts []catalog.Gift) []store.Item {
	items := make([]store.Item, len(gifts))
	for i := range gifts {
		items[i] = store.Item{Gift: gifts[i], Vector: e.Vector(gifts[i].Text())}
	}
	return items
}
