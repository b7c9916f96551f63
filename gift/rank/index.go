package rank

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
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
		if f[i].Vector == nil {
			into[i] = float32(f[i].Cosine)
			continue
		}
		into[i] = float32(vector.Cosine(v, f[i].Vector))
	}
	return nil
}

// index is gifts with what each request needs to know of them. It doesn't change.
type index struct {
	gifts

	words      *wordIndex
	names      []string    // of categories
	nameStems  [][]string  // of categories
	categories [][]uint16  // of each gift
	vectors    [][]float32 // of categories; nil: unknown
	popular    []int32     // the most popular first, equal ones by id
	traits     []traits
	recipients map[string][]int32 // gifts by recipient type
	occasions  map[string][]int32
	byID       map[string]int32
	past       []atomic.Pointer[repeat]
	shown      []atomic.Pointer[[]string] // stems of the words that a list shows
	full       [][]float32                // of full descriptions, by the table
	near       *nearIndex
}

// repeat is what past gifts are compared with.
type repeat struct {
	names            []name // its own, and what the brief description calls it
	called           []name // what givers call it
	formed           formed // both of these
	inName           []string
	shown, all       []string  // stems of what a list shows, and of all that is said of it
	nameVector, text []float32 // by the table
}

func newIndex(w Weights, g gifts, stems func(int) []string) *index {
	n := g.Len()
	x := &index{
		gifts: g, words: newWordIndex(w, n, stems), categories: make([][]uint16, n), popular: make([]int32, n), traits: make([]traits, n),
		recipients: map[string][]int32{}, occasions: map[string][]int32{},
		byID: make(map[string]int32, n), past: make([]atomic.Pointer[repeat], n), shown: make([]atomic.Pointer[[]string], n),
	}
	ids := map[string]uint16{}
	for i := range n {
		gift := g.Gift(i)
		x.popular[i] = int32(i)
		x.byID[gift.ID] = int32(i)
		x.traits[i] = traitsOf(gift)
		for _, r := range gift.Recipients {
			x.recipients[r] = append(x.recipients[r], int32(i))
		}
		for _, o := range gift.Occasions {
			x.occasions[o] = append(x.occasions[o], int32(i))
		}
		for _, name := range gift.Categories {
			id, ok := ids[name]
			if !ok && len(x.names) < maxCategories {
				id = uint16(len(x.names)) //nolint:gosec // bounded above
				ids[name] = id
				x.names = append(x.names, name)
				x.nameStems = append(x.nameStems, words.Content(name))
				ok = true
			}
			if ok {
				x.categories[i] = append(x.categories[i], id)
			}
		}
	}
	slices.SortFunc(x.popular, func(a, b int32) int { return byPopularity(g.Gift(int(a)), g.Gift(int(b))) })
	return x
}

// stemsOf returns the stems of what a list shows of gift i, which are kept.
func (x *index) stemsOf(i int) []string {
	if kept := x.shown[i].Load(); kept != nil {
		return *kept
	}
	list := shownStems(x.Gift(i))
	x.shown[i].Store(&list)
	return list
}

// byPopularity orders gifts from the most popular, equal ones by id.
func byPopularity(a, b *catalog.Gift) int {
	if c := cmp.Compare(b.Score(), a.Score()); c != 0 {
		return c
	}
	return cmp.Compare(a.ID, b.ID)
}

// indexOf returns the index of a snapshot, which is made once.
func (e *engine) indexOf(ctx context.Context, s store.Snapshot) (*index, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.index != nil && e.index.gifts == gifts(s) {
		return e.index, nil
	}
	full := make([]string, s.Len())
	for i := range full {
		full[i] = s.Gift(i).Full
	}
	// The first caller waits for all of this, so it is done side by side.
	var vectors [][]float32
	var near *nearIndex
	group, within := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		vectors, err = embedAll(within, e.table, full)
		return err
	})
	group.Go(func() (err error) {
		near, err = newNearIndex(within, s.Len(), func(i int) []word { return wordsOf(s.Gift(i)) }, func(ctx context.Context, texts []string) ([][]float32, error) {
			return embedAll(ctx, e.table, texts)
		})
		return err
	})
	x := newIndex(e.w, s, func(i int) []string { return stems(s.Gift(i)) })
	err := group.Wait()
	if err == nil {
		x.vectors, err = embedAll(ctx, e.Embedder, x.names)
	}
	if err != nil {
		return nil, err
	}
	x.full, x.near, e.index = vectors, near, x
	return x, nil
}

// indexFound returns an index of what a store found. The vectors of categories are kept
// for later requests; without them gifts are scored all the same.
func (e *engine) indexFound(ctx context.Context, f found) (*index, error) {
	all := e.readFound(ctx, f)
	x := newIndex(e.w, f, func(i int) []string { return all[i].stems })
	var err error
	if x.near, err = newNearIndex(ctx, x.Len(), func(i int) []word { return all[i].near }, e.embedWords); err != nil {
		return nil, err
	}
	x.full = make([][]float32, len(f))
	for i, r := range all {
		x.full[i] = r.full
	}
	x.vectors, _ = e.embedKept(ctx, e.Embedder, x.names, e.categories, maxCategories)
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
