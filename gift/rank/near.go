package rank

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// nearIndex finds gifts by words that mean about the same as those of a query, in what a list
// shows of a gift and in the phrases about whom it suits. Vectors of whole texts are means, in
// which a word is lost among others; here each word of the query finds its nearest one.
type nearIndex struct {
	ids   map[string]int32 // of terms, by stem
	terms []term
	gifts int
	embed embedding

	mu   sync.Mutex
	near map[string][]neighbor // by word of a query, as many as are kept
}

// embedding returns the vectors of texts, of any number.
type embedding func(ctx context.Context, texts []string) ([][]float32, error)

// term is a stem of the gifts' words.
type term struct {
	gifts  []int32
	vector []float32 // of the first of its words; nil: there are too many terms
	rare   float32
}

// neighbor is a term that a word is near to.
type neighbor struct {
	term   int32
	cosine float32
}

func newNearIndex(ctx context.Context, n int, of func(int) []word, embed embedding) (*nearIndex, error) {
	x := &nearIndex{ids: map[string]int32{}, gifts: n, embed: embed, near: map[string][]neighbor{}}
	var first []string
	for i := range n {
		for _, w := range of(i) {
			id, ok := x.ids[w.stem]
			if !ok {
				id = int32(len(x.terms)) //nolint:gosec // no catalog has so many words
				x.ids[w.stem] = id
				x.terms = append(x.terms, term{})
				if len(first) < maxTerms {
					first = append(first, w.text)
				}
			}
			t := &x.terms[id]
			if len(t.gifts) == 0 || t.gifts[len(t.gifts)-1] != int32(i) {
				t.gifts = append(t.gifts, int32(i))
			}
		}
	}
	vectors, err := embed(ctx, first)
	if err != nil {
		return nil, err
	}
	for i := range x.terms {
		t := &x.terms[i]
		t.rare = x.rarity(len(t.gifts))
		if i < len(vectors) && !vector.IsZero(vectors[i]) {
			t.vector = vectors[i]
		}
	}
	return x, nil
}

// nearWords are the words of g that mean something, in lower case.
func nearWords(g *catalog.Gift) []string {
	list := words.All(g.Name)
	for _, text := range []string{g.Brief, strings.Join(g.Categories, " "), strings.Join(g.LovedBy, " ")} {
		list = append(list, words.All(text)...)
	}
	return slices.DeleteFunc(list, words.Stop)
}

// rarity is how much a word says that n gifts have.
func (x *nearIndex) rarity(n int) float32 {
	return float32(math.Log(1 + (float64(x.gifts)-float64(n)+0.5)/(float64(n)+0.5)))
}

// scores returns for each gift the mean, over the words of a query, of the cosine to the nearest
// word of the gift, rare words counting more: from 0 to 1.
func (x *nearIndex) scores(ctx context.Context, query string, least float64) ([]float32, error) {
	sum, best := make([]float32, x.gifts), make([]float32, x.gifts)
	var all float32
	seen := map[string]bool{}
	for _, w := range words.All(query) {
		stem := words.Stem(w)
		if words.Stop(w) || seen[stem] || len(seen) == maxQueryWords {
			continue
		}
		seen[stem] = true
		near, err := x.neighbors(ctx, w, stem, least)
		if err != nil {
			return nil, err
		}
		rare := x.rarity(0)
		if id, ok := x.ids[stem]; ok {
			rare = x.terms[id].rare
		}
		all += rare
		for _, n := range near {
			for _, i := range x.terms[n.term].gifts {
				best[i] = max(best[i], n.cosine)
			}
		}
		for _, n := range near { // each gift once
			for _, i := range x.terms[n.term].gifts {
				sum[i] += rare * best[i]
				best[i] = 0
			}
		}
	}
	if all > 0 {
		for i := range sum {
			sum[i] /= all
		}
	}
	return sum, nil
}

// neighbors are the terms whose cosine to a word is least or more, and the word's own term.
func (x *nearIndex) neighbors(ctx context.Context, word, stem string, least float64) ([]neighbor, error) {
	x.mu.Lock()
	near, ok := x.near[word]
	x.mu.Unlock()
	if ok {
		return near, nil
	}
	vectors, err := x.embed(ctx, []string{word})
	if err != nil {
		return nil, err
	}
	own, known := x.ids[stem]
	if known {
		near = append(near, neighbor{own, 1})
	}
	for id := range x.terms {
		t := &x.terms[id]
		if t.vector == nil || known && int32(id) == own {
			continue
		}
		if c := vector.Cosine(vectors[0], t.vector); c >= least {
			near = append(near, neighbor{int32(id), float32(c)})
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.near) >= maxNearKept {
		clear(x.near)
	}
	x.near[word] = near
	return near, nil
}
