// Package rank finds the gifts that suit a person: it searches a store of gifts by the
// meaning of a description, scores what is found, and chooses a list from it. The same
// request on the same gifts has the same result, bit for bit. Nothing is kept of a request.
package rank

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/profile"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
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
	// Table is the embedder in the binary, which compares words and past gifts with gifts
	// whatever the embedder of Source is.
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
	r := &Ranker{table: o.Table, w: w, main: newEngine(o.Source, o.Table)}
	if o.Scale != nil {
		r.main.scale = *o.Scale
	}
	if o.Reduced != nil {
		r.reduced = newEngine(*o.Reduced, o.Table)
	}
	return r
}

// engine is a source with what is derived from it once.
type engine struct {
	Source
	table embed.Embedder
	scale Scale

	mu    sync.Mutex
	index *index           // of the snapshot that it names
	reads map[string]*read // of gifts of stores that aren't whole, by id
	words map[string][]float32
}

func newEngine(s Source, table embed.Embedder) *engine {
	return &engine{Source: s, table: table, scale: scaleOf(s.Embedder.ID()), reads: map[string]*read{}, words: map[string][]float32{}}
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
	x := newIndex(r.w, found{{Item: store.Item{Gift: *g, Vector: vectors[0]}}}, func(int) *read { return newRead(g) })
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

// list is the answer of one request as it grows.
type list struct {
	*Ranker

	engine *engine
	store  store.Store
	q      *query
	limit  int
	resp   *Response
	chosen [][]float32 // the vectors of what is in the list
}

// run answers a request from one source.
func (r *Ranker) run(ctx context.Context, e *engine, req Request, p *profile.Profile) (*Response, error) {
	s, err := e.Open(ctx)
	if err != nil {
		return nil, err
	}
	l := list{Ranker: r, engine: e, store: s, limit: req.Limit, resp: &Response{Profile: p, Description: req.Description, Gifts: []Pick{}}}
	if l.resp.Searched, err = s.Count(ctx); err != nil {
		return nil, err
	}
	if l.q, err = r.ask(ctx, e, s, &req, p); err != nil {
		return nil, err
	}
	l.resp.Starred = len(l.q.stars) > 0
	l.resp.Foreign = p.Foreign && e.scale.English
	find, popular := l.search, l.popularFound
	if whole, ok := s.(store.Whole); ok && l.resp.Searched <= wholeUpTo {
		find = func(ctx context.Context) (*scored, error) { return l.all(ctx, whole) }
		popular = nil
	}
	if err := l.fill(ctx, find, popular); err != nil {
		return nil, err
	}
	slices.SortStableFunc(l.resp.Gifts, byRelevance)
	return l.resp, nil
}

// fill makes the list of what find scores, and tops it up with what popular scores; nil: with the same.
func (l *list) fill(ctx context.Context, find, popular func(context.Context) (*scored, error)) error {
	var s *scored
	var err error
	if popular == nil || !l.q.empty() {
		if s, err = find(ctx); err != nil {
			return err
		}
		if l.q.filter.Prices != nil {
			enough, err := s.enough(ctx, l.limit)
			if err != nil {
				return err
			}
			if !enough { // gifts of all prices are shown then
				l.q.filter.Prices, l.resp.Relaxed = nil, true
				if s, err = find(ctx); err != nil {
					return err
				}
			}
		}
		if err := l.match(ctx, s); err != nil {
			return err
		}
	}
	if len(l.resp.Gifts) >= l.limit {
		return nil
	}
	if popular != nil {
		if s, err = popular(ctx); err != nil {
			return err
		}
	}
	return l.topUp(ctx, s)
}

// all scores every gift of a store that has them in memory.
func (l *list) all(ctx context.Context, whole store.Whole) (*scored, error) {
	snapshot, err := whole.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	x, err := l.engine.indexOf(ctx, l.w, snapshot)
	if err != nil {
		return nil, err
	}
	return l.scores(ctx, l.q, x)
}

// search scores the gifts that a store finds, and those that topics bring to mind.
func (l *list) search(ctx context.Context) (*scored, error) {
	hits, err := l.store.Search(ctx, l.q.target(), candidates, l.q.filter)
	if err != nil {
		return nil, err
	}
	for _, idea := range l.q.ideas {
		if l.q.filter.Pass(&idea.Gift) && !slices.ContainsFunc(hits, func(h store.Hit) bool { return h.Gift.ID == idea.Gift.ID }) {
			hits = append(hits, store.Hit{Item: idea, Cosine: vector.Cosine(l.q.target(), idea.Vector)})
		}
	}
	return l.scoresFound(ctx, hits)
}

func (l *list) scoresFound(ctx context.Context, hits found) (*scored, error) {
	x, err := l.engine.indexFound(ctx, l.w, hits)
	if err != nil {
		return nil, err
	}
	return l.scores(ctx, l.q, x)
}

// popularFound scores the popular gifts of a store that isn't whole, the best ones for the recipient and the
// occasion first. Without their vectors no gift is more relevant than another.
func (l *list) popularFound(ctx context.Context) (*scored, error) {
	var hits found
	var ids []string
	for _, f := range l.wanted() {
		gifts, err := l.store.Popular(ctx, f, popularNames)
		if err != nil {
			return nil, err
		}
		for i := range gifts {
			if !slices.ContainsFunc(hits, func(h store.Hit) bool { return h.Gift.ID == gifts[i].ID }) {
				hits = append(hits, store.Hit{Item: store.Item{Gift: gifts[i]}})
			}
		}
		if len(hits) >= popularNames {
			break
		}
	}
	for i := range min(len(hits), candidates) {
		ids = append(ids, hits[i].Gift.ID)
	}
	items, err := l.store.Get(ctx, ids, true)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	for i := range items {
		if at := slices.Index(ids, items[i].Gift.ID); at >= 0 {
			hits[at].Vector = items[i].Vector
		}
	}
	return l.scoresFound(ctx, hits)
}

// wanted are filters of popular gifts, from those that suit recipient and occasion to all that may be shown at all.
func (l *list) wanted() []store.Filter {
	both := l.q.filter
	both.Occasions = l.q.profile.OccasionTags()
	if both.Recipients == nil {
		both.Recipients = l.q.profile.Recipients
	}
	recipients, occasions := both, both
	recipients.Occasions, occasions.Recipients = nil, l.q.filter.Recipients
	return []store.Filter{both, recipients, occasions, l.q.filter}
}
