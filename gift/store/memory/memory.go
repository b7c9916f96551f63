// Package memory is a [store.Store] that holds the gifts and their vectors in memory and looks
// at each of them in a search. Nothing that is put into it outlives it.
package memory

import (
	"context"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/singleflight"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Options say what a store holds.
type Options struct {
	// Gifts is called at the first use of the store, and again only after an error. What it
	// returns must not be changed any more. nil: no gifts.
	Gifts    func() ([]catalog.Gift, error)
	Embedder embed.Embedder
	// Cache is a folder for the vectors of more than 2,000 gifts, which is made if it isn't
	// there; empty: they are computed each time.
	Cache string
	// Slow is for an embedder that takes long or costs money: fewer vectors are cached too.
	Slow bool
}

// Store is what [New] returns. The vectors that it returns are not to be changed.
type Store struct {
	options Options
	end     context.Context // of the work that callers wait for together; ends with Close
	close   context.CancelFunc
	once    singleflight.Group
	work    sync.WaitGroup

	shelf atomic.Pointer[shelf] // nil until first used
	index atomic.Pointer[index] // nil until vectors are first used

	mu       sync.Mutex      // held by writers
	manifest *store.Manifest // what SetManifest was given; mu
}

var _ store.Store = (*Store)(nil)

// New returns a store that does its work at its first use: it reads the gifts then, and
// computes their vectors when they are first asked for.
func New(o Options) *Store {
	s := &Store{options: o}
	s.end, s.close = context.WithCancel(context.Background())
	return s
}

// Close ends work that is under way, and waits for that.
func (s *Store) Close() error {
	s.close()
	s.work.Wait()
	return nil
}

// Search implements [store.Store].
func (s *Store) Search(ctx context.Context, vector []float32, k int, f store.Filter) ([]store.Hit, error) {
	if err := store.CheckQuery(vector, s.options.Embedder.Dimensions()); err != nil {
		return nil, err
	}
	x, err := s.withVectors(ctx)
	if err != nil {
		return nil, err
	}
	found, err := x.search(ctx, vector, k, &f, cores())
	hits := make([]store.Hit, len(found))
	for i, m := range found {
		hits[i] = store.Hit{Item: store.Item{Gift: x.gifts[m.row], Vector: x.vector(m.row)}, Cosine: float64(m.cosine)}
	}
	return hits, err
}

// Get implements [store.Store].
func (s *Store) Get(ctx context.Context, ids []string, vectors bool) ([]store.Item, error) {
	have, err := s.gifts(ctx)
	if err != nil {
		return nil, err
	}
	x := &index{shelf: have}
	if vectors {
		if x, err = s.withVectors(ctx); err != nil {
			return nil, err
		}
	}
	items := make([]store.Item, 0, len(ids))
	for _, id := range ids {
		if row, ok := x.row(id); ok {
			items = append(items, store.Item{Gift: x.gifts[row]})
			if vectors {
				items[len(items)-1].Vector = x.vector(row)
			}
		}
	}
	return items, nil
}

// Popular implements [store.Store].
func (s *Store) Popular(ctx context.Context, f store.Filter, n int) ([]catalog.Gift, error) {
	have, err := s.gifts(ctx)
	if err != nil {
		return nil, err
	}
	var popular []catalog.Gift
	for _, row := range have.popular {
		if len(popular) >= n {
			break
		}
		if g := &have.gifts[row]; f.Pass(g) {
			popular = append(popular, *g)
		}
	}
	return popular, nil
}

// Count implements [store.Store].
func (s *Store) Count(ctx context.Context) (int, error) {
	have, err := s.gifts(ctx)
	if err != nil {
		return 0, err
	}
	return len(have.gifts), nil
}

// gifts returns the shelf, which the first caller has filled.
func (s *Store) gifts(ctx context.Context) (*shelf, error) {
	return shared(ctx, s, &s.shelf, "gifts", func(context.Context) (*shelf, error) {
		if s.options.Gifts == nil {
			return newShelf(nil), nil
		}
		gifts, err := s.options.Gifts()
		if err != nil {
			return nil, &fault.Error{Kind: fault.Unavailable, Message: "The catalog of gifts can't be read.", Err: err}
		}
		return newShelf(gifts), nil
	})
}

// withVectors returns the index, which the first caller has made.
func (s *Store) withVectors(ctx context.Context) (*index, error) {
	have, err := s.gifts(ctx)
	if err != nil {
		return nil, err
	}
	return shared(ctx, s, &s.index, "vectors", func(ctx context.Context) (*index, error) {
		return s.cached(ctx, have)
	})
}
