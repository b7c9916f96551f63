// Package rank finds the gifts that suit a person: it searches a store of gifts by the
// meaning of a description, scores what is found, and chooses a list from it. The same
// request on the same gifts has the same result, bit for bit. Nothing is kept of a request.
package rank

import (
	"context"
	"errors"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// Source is a store of gifts and the embedder that made their vectors.
type Source struct {
	Embedder embed.Embedder
	// Open returns the store. It is called at each request, and is to be quick but for the
	// first time. Its error is a [fault.Error].
	Open func(context.Context) (store.Store, error)
}

// Options say what a [Ranker] works on.
type Options struct {
	Source
	// Reduced answers when the embedder of Source fails: the same gifts with the vectors of
	// an embedder that needs no network. nil: such requests fail.
	Reduced *Source
	// Table is the embedder in the binary, which compares past gifts with gifts whatever
	// the embedder of Source is.
	Table embed.Embedder
	// Threshold is the relevance from which a gift is a match; 0: that of [Defaults].
	Threshold float64
	// Weights are other numbers than those of [Defaults], for measuring; Scale is another
	// than the embedder's. nil: the usual ones.
	Weights *Weights
	Scale   *Scale
}

// Request is what a recommendation is asked for. Its sizes were checked.
type Request struct {
	Description string
	Past        []string // gifts that are not to be repeated
	Starred     []string // ids, in lower case
	Limit       int
}

// Response is a list of gifts and how it came about.
type Response struct {
	Gifts    []Pick
	Searched int // gifts in the catalog
	Above    int // of them, those that match
	Starred  bool
	// Fallback: nothing matched, and all gifts are popular ones. ToppedUp: some are.
	Fallback, ToppedUp bool
	// Relaxed: too few gifts were within the budget.
	Relaxed bool
	// Foreign: the description is not in the one language that the embedder knows.
	Foreign bool
	// Reduced is why another embedder answered, nil if none did.
	Reduced error
	Profile *profile.Profile

	// Description is that of the request. Best is the score of the best gift that may be
	// shown, by which a [Scale] is calibrated.
	Description string
	Best        float64
}

// Pick is a gift of the list. Relevance is from 0 to 1, in hundredths.
type Pick struct {
	*catalog.Gift

	Relevance float64
	Reason    string // at most 120 characters; "" if nothing in particular matched
	popular   bool   // rather than a match
	score     float64
}

// Ranker answers requests. It is safe for concurrent use.
type Ranker struct {
	table         embed.Embedder
	w             Weights
	main, reduced *engine
}

// New returns a Ranker, which opens its store when it is first asked.
func New(o Options) *Ranker {
	w := Defaults()
	if o.Weights != nil {
		w = *o.Weights
	}
	if o.Threshold > 0 {
		w.Threshold = o.Threshold
	}
	r := &Ranker{table: o.Table, w: w, main: newEngine(o.Source, w, o.Table)}
	if o.Scale != nil {
		r.main.scale = *o.Scale
	}
	if o.Reduced != nil {
		r.reduced = newEngine(*o.Reduced, w, o.Table)
	}
	return r
}

// engine is a source with what is derived from it once.
type engine struct {
	Source
	scale Scale
	w     Weights

	mu         sync.Mutex
	index      *index               // of the snapshot that it names
	categories map[string][]float32 // of stores that aren't whole
	reads      map[string]*read     // likewise, by id
	words      map[string][]float32 // likewise, of their words, by the table
	table      embed.Embedder
}

func newEngine(s Source, w Weights, table embed.Embedder) *engine {
	return &engine{Source: s, w: w, table: table, scale: scaleOf(s.Embedder.ID()),
		reads: map[string]*read{}, words: map[string][]float32{}, categories: map[string][]float32{}}
}

// Recommend returns the gifts for a description.
func (r *Ranker) Recommend(ctx context.Context, req Request) (*Response, error) {
	p := profile.Read(req.Description)
	resp, err := r.run(ctx, r.main, req, p)
	if err == nil || r.reduced == nil || ctx.Err() != nil {
		return resp, err
	}
	resp, second := r.run(ctx, r.reduced, req, p)
	if second != nil {
		return nil, errors.Join(second, err)
	}
	resp.Reduced = err
	return resp, nil
}

// Repeats reports whether g is a past gift again.
func (r *Ranker) Repeats(ctx context.Context, past string, g *catalog.Gift) (bool, error) {
	q, err := r.newQuery(ctx, r.main, &Request{Past: []string{past}}, &profile.Profile{Query: past})
	if err != nil {
		return false, err
	}
	vectors, err := r.main.Embedder.Embed(ctx, []string{g.Text()})
	if err != nil {
		return false, err
	}
	x := newIndex(r.w, found{{Item: store.Item{Gift: *g, Vector: vectors[0]}}}, func(int) []string { return stems(g) })
	same, _, err := (&scored{index: x, q: q, table: r.table, w: r.w}).repeated(ctx, 0)
	return same, err
}

// Gift returns the gift of an id, nil if there is none.
func (r *Ranker) Gift(ctx context.Context, id string) (*catalog.Gift, error) {
	for _, e := range []*engine{r.main, r.reduced} {
		if e == nil {
			continue
		}
		s, err := e.Open(ctx)
		if err != nil && e == r.main && r.reduced != nil && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return nil, err
		}
		items, err := s.Get(ctx, []string{id}, false)
		if err != nil || len(items) == 0 {
			return nil, err
		}
		return &items[0].Gift, nil
	}
	return nil, nil
}
