package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
	"github.com/mcp-adapters/mcp-adapters/gift/words"
)

// gifts are those that a request looks at: all of a snapshot, or what a store found.
type gifts interface {
	Len() int
	Gift(i int) *catalog.Gift
	Vector(i int) []float32 // nil: unknown
	Cosines(ctx context.Context, v, into []float32) error
}

// found are the gifts that a store found. It is gifts.
type found []store.Hit

func (f found) Len() int                 { return len(f) }
func (f found) Gift(i int) *catalog.Gift { return &f[i].Gift }
func (f found) Vector(i int) []float32   { return f[i].Vector }

// Cosines takes the store's word where there is no vector.
func (f found) Cosines(_ context.Context, v, into []float32) error {
	for i := range f {
		if into[i] = float32(f[i].Cosine); f[i].Vector != nil {
			into[i] = float32(vector.Cosine(v, f[i].Vector))
		}
	}
	return nil
}

// read is what is made of a gift's texts alone.
type read struct {
	from   catalog.Gift // by which it is known whether the gift has changed
	shown  string       // stems of name, brief description and categories, each between spaces
	stems  []string     // of all words that it is found by
	near   []string     // words that mean something, in lower case
	full   []float32    // of its full description, by the table; nil: unknown
	traits traits
	past   atomic.Pointer[repeat]
}

// traits are what the rules ask of a gift.
type traits struct {
	adult, forYoung, forGrown, dangerous, forSchool bool
}

func newRead(g *catalog.Gift) *read {
	text := g.Name + ". " + g.Brief + ". " + strings.Join(g.Categories, ". ")
	var shown []string
	for _, w := range words.All(text) {
		shown = append(shown, words.Stem(w))
	}
	near := words.All(text + ". " + strings.Join(g.LovedBy, ". "))
	r := &read{from: *g, shown: " " + strings.Join(shown, " ") + " ", stems: words.Content(text + ". " + g.Full), near: slices.DeleteFunc(near, words.Stop)}
	young := func(recipient string) bool { return profile.Young(recipient) }
	child := func(recipient string) bool { return recipient != "teen" && young(recipient) }
	t := &r.traits
	t.adult = g.Adult || slices.ContainsFunc(g.Categories, profile.AdultCategory)
	if len(g.Recipients) > 0 {
		t.forGrown = !slices.ContainsFunc(g.Recipients, young)
		t.forYoung = slices.ContainsFunc(g.Recipients, child) && !slices.ContainsFunc(g.Recipients, func(r string) bool { return !young(r) })
		t.forSchool = !slices.ContainsFunc(g.Recipients, func(r string) bool { return r != "student" && !young(r) })
	}
	t.dangerous = !slices.ContainsFunc(g.Recipients, child) && profile.Dangerous(g.Name)
	return r
}

// of reports whether r is still what is made of g.
func (r *read) of(g *catalog.Gift) bool {
	return r.from.Name == g.Name && r.from.Brief == g.Brief && r.from.Full == g.Full && r.from.Adult == g.Adult &&
		slices.Equal(r.from.Categories, g.Categories) && slices.Equal(r.from.LovedBy, g.LovedBy) && slices.Equal(r.from.Recipients, g.Recipients)
}

// index is gifts with what each request needs to know of them. It doesn't change but for what is kept.
type index struct {
	gifts

	reads   []*read
	popular []int32 // the most popular first, equal ones by id
	byID    map[string]int32
	words   map[string][]posting // by stem: what it adds to a score by BM25
	ids     map[string]int32     // of terms, by stem
	terms   []term

	mu   sync.Mutex
	near map[string][]neighbor // by word of a query, as many as are kept
}

type posting struct {
	gift   int32
	weight float32
}

// term is a stem of the gifts' words.
type term struct {
	gifts  []int32
	word   string    // the first of its words
	vector []float32 // of that; nil: there are too many terms
	rare   float32
}

// neighbor is a term that a word is near to.
type neighbor struct {
	term   int32
	cosine float32
}

func newIndex(w Weights, g gifts, of func(i int) *read) *index {
	n := g.Len()
	x := &index{gifts: g, reads: make([]*read, n), popular: make([]int32, n), byID: make(map[string]int32, n), words: map[string][]posting{}, ids: map[string]int32{}, near: map[string][]neighbor{}}
	total := 0
	for i := range n {
		r := of(i)
		x.reads[i], x.popular[i] = r, int32(i)
		x.byID[g.Gift(i).ID] = int32(i)
		total += len(r.stems)
		counts := map[string]float32{}
		for _, stem := range r.stems {
			counts[stem]++
		}
		for stem, count := range counts {
			x.words[stem] = append(x.words[stem], posting{int32(i), count})
		}
		for _, word := range r.near {
			stem := words.Stem(word)
			id, ok := x.ids[stem]
			if !ok {
				id = int32(len(x.terms)) //nolint:gosec // no catalog has so many words
				x.ids[stem] = id
				x.terms = append(x.terms, term{word: word})
			}
			if t := &x.terms[id]; len(t.gifts) == 0 || t.gifts[len(t.gifts)-1] != int32(i) {
				t.gifts = append(t.gifts, int32(i))
			}
		}
	}
	average := max(float64(total)/float64(max(n, 1)), 1)
	for _, list := range x.words {
		for k := range list {
			tf := float64(list[k].weight)
			norm := w.Saturation * (1 - w.Length + w.Length*float64(len(x.reads[list[k].gift].stems))/average)
			list[k].weight = float32(float64(x.rarity(len(list))) * tf * (w.Saturation + 1) / (tf + norm))
		}
	}
	for i := range x.terms {
		x.terms[i].rare = x.rarity(len(x.terms[i].gifts))
	}
	slices.SortFunc(x.popular, func(a, b int32) int { return byPopularity(g.Gift(int(a)), g.Gift(int(b))) })
	return x
}

// rarity is how much a word says that n gifts have.
func (x *index) rarity(n int) float32 {
	return float32(math.Log(1 + (float64(len(x.reads))-float64(n)+0.5)/(float64(n)+0.5)))
}

// byPopularity orders gifts from the most popular, equal ones by id.
func byPopularity(a, b *catalog.Gift) int {
	return cmp.Or(cmp.Compare(b.Score(), a.Score()), cmp.Compare(a.ID, b.ID))
}

// indexOf returns the index of a snapshot, which is made once.
func (e *engine) indexOf(ctx context.Context, w Weights, s store.Snapshot) (*index, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.index != nil && e.index.gifts == gifts(s) {
		return e.index, nil
	}
	full, vectors := make([]string, s.Len()), [][]float32(nil)
	for i := range full {
		full[i] = s.Gift(i).Full
	}
	group, within := errgroup.WithContext(ctx) // the first caller waits for all of this
	group.Go(func() (err error) {
		vectors, err = embedAll(within, e.table, full)
		return err
	})
	x := newIndex(w, s, func(i int) *read { return newRead(s.Gift(i)) })
	first := make([]string, min(len(x.terms), maxTerms))
	for i := range first {
		first[i] = x.terms[i].word
	}
	terms, err := embedAll(ctx, e.table, first)
	if second := group.Wait(); err == nil {
		err = second
	}
	if err != nil {
		return nil, err
	}
	for i := range terms {
		x.terms[i].vector = terms[i]
	}
	for i := range vectors {
		x.reads[i].full = vectors[i]
	}
	e.index = x
	return x, nil
}

// indexFound returns an index of what a store found. What is made of the gifts is kept for later requests.
func (e *engine) indexFound(ctx context.Context, w Weights, f found) (*index, error) {
	all := make([]*read, len(f))
	var fresh []*read
	var texts []string
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range f {
		if all[i] = e.reads[f[i].Gift.ID]; all[i] == nil || !all[i].of(&f[i].Gift) {
			all[i] = newRead(&f[i].Gift)
			fresh, texts = append(fresh, all[i]), append(texts, f[i].Gift.Full)
		}
	}
	vectors, err := embedAll(ctx, e.table, texts)
	if err != nil {
		return nil, err
	}
	if len(e.reads)+len(fresh) > maxReads {
		clear(e.reads)
	}
	for i, r := range fresh {
		r.full = vectors[i]
		e.reads[r.from.ID] = r
	}
	x := newIndex(w, f, func(i int) *read { return all[i] })
	var missing []string
	for i := range x.terms {
		if e.words[x.terms[i].word] == nil {
			missing = append(missing, x.terms[i].word)
		}
	}
	if vectors, err = embedAll(ctx, e.table, missing); err != nil {
		return nil, err
	}
	if len(e.words)+len(missing) > maxTerms {
		clear(e.words)
	}
	for i, word := range missing {
		e.words[word] = vectors[i]
	}
	for i := range x.terms {
		x.terms[i].vector = e.words[x.terms[i].word]
	}
	return x, nil
}

// embedAll embeds texts a batch at a time.
func embedAll(ctx context.Context, e embed.Embedder, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for batch := range slices.Chunk(texts, maxBatch) {
		some, err := e.Embed(ctx, batch)
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, some...)
	}
	return vectors, nil
}

// nearness returns for each gift the mean, over the words of a query, of the cosine to the nearest word of the gift,
// rare words counting more: from 0 to 1.
func (x *index) nearness(ctx context.Context, table embed.Embedder, query string, least float64) ([]float32, error) {
	sum, best := make([]float32, len(x.reads)), make([]float32, len(x.reads))
	var all float32
	seen := map[string]bool{}
	for _, w := range words.All(query) {
		stem := words.Stem(w)
		if words.Stop(w) || seen[stem] || len(seen) == maxQueryWords {
			continue
		}
		seen[stem] = true
		near, err := x.neighbors(ctx, table, w, stem, least)
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
	for i := range sum {
		sum[i] /= max(all, 1e-6)
	}
	return sum, nil
}

// neighbors are the terms whose cosine to a word is least or more, and the word's own term.
func (x *index) neighbors(ctx context.Context, table embed.Embedder, word, stem string, least float64) ([]neighbor, error) {
	x.mu.Lock()
	near, ok := x.near[word]
	x.mu.Unlock()
	if ok {
		return near, nil
	}
	vectors, err := table.Embed(ctx, []string{word})
	if err != nil {
		return nil, err
	}
	own, known := x.ids[stem]
	for id := range x.terms {
		switch t := &x.terms[id]; {
		case known && int32(id) == own:
			near = append(near, neighbor{own, 1})
		case t.vector != nil:
			if c := vector.Cosine(vectors[0], t.vector); c >= least {
				near = append(near, neighbor{int32(id), float32(c)})
			}
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
