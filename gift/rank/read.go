package rank

import (
	"context"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// read is what is made of a gift's texts alone. A store elsewhere finds the same gifts again and
// again, and to read a hundred of them takes several milliseconds.
type read struct {
	from  catalog.Gift // texts by which it is known whether the gift has changed
	stems []string     // of the words that it is found by
	near  []word       // that mean something
	full  []float32    // of its full description, by the table; nil: unknown
}

// word is one of a gift's words, in lower case.
type word struct{ text, stem string }

func newRead(g *catalog.Gift) *read {
	return &read{from: *g, stems: stems(g), near: wordsOf(g)}
}

// wordsOf are the words of g that mean something.
func wordsOf(g *catalog.Gift) []word {
	var list []word
	for _, w := range nearWords(g) {
		list = append(list, word{w, words.Stem(w)})
	}
	return list
}

// of reports whether r is still what is made of g.
func (r *read) of(g *catalog.Gift) bool {
	return r.from.Name == g.Name && r.from.Brief == g.Brief && r.from.Full == g.Full &&
		slices.Equal(r.from.Categories, g.Categories) && slices.Equal(r.from.LovedBy, g.LovedBy)
}

// readFound returns what is made of gifts that a store found, most of it from before.
func (e *engine) readFound(ctx context.Context, f found) []*read {
	all := make([]*read, len(f))
	var fresh []*read
	e.mu.Lock()
	for i := range f {
		if r := e.reads[f[i].Gift.ID]; r != nil && r.of(&f[i].Gift) {
			all[i] = r
		}
	}
	e.mu.Unlock()
	var texts []string
	for i := range f {
		if all[i] == nil {
			all[i] = newRead(&f[i].Gift)
			fresh, texts = append(fresh, all[i]), append(texts, f[i].Gift.Full)
		}
	}
	if len(fresh) == 0 {
		return all
	}
	vectors, err := embedAll(ctx, e.table, texts)
	if err != nil {
		return all // without the vectors, for this once
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.reads)+len(fresh) > maxReads {
		clear(e.reads)
	}
	for i, r := range fresh {
		r.full = vectors[i]
		e.reads[r.from.ID] = r
	}
	return all
}

// embedWords returns the table's vectors of words, of which many are kept.
func (e *engine) embedWords(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embedKept(ctx, e.table, texts, e.words, maxTerms)
}

// embedKept returns the vectors of texts, each once, of which it keeps as many as are given.
// With an error it returns those that were kept.
func (e *engine) embedKept(ctx context.Context, by embed.Embedder, texts []string, kept map[string][]float32, most int) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var missing []string
	e.mu.Lock()
	for i, text := range texts {
		if vectors[i] = kept[text]; vectors[i] == nil {
			missing = append(missing, text)
		}
	}
	e.mu.Unlock()
	if len(missing) == 0 {
		return vectors, nil
	}
	got, err := embedAll(ctx, by, missing)
	if err != nil {
		return vectors, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(kept)+len(missing) > most {
		clear(kept)
	}
	for i, text := range texts {
		if vectors[i] == nil {
			vectors[i], got = got[0], got[1:]
			kept[text] = vectors[i]
		}
	}
	return vectors, nil
}
