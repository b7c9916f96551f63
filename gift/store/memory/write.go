package memory

import (
	"context"
	"slices"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// Manifest implements [store.Store]: it is what SetManifest was given, else it is made of
// what the store holds.
func (s *Store) Manifest(ctx context.Context) (store.Manifest, error) {
	have, err := s.gifts(ctx)
	if err != nil {
		return store.Manifest{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.manifest != nil {
		return *s.manifest, nil
	}
	if len(have.gifts) == 0 {
		return store.Manifest{}, nil
	}
	hashes := make([]string, len(have.gifts))
	for i := range have.gifts {
		hashes[i] = store.Hash(&have.gifts[i])
	}
	e := s.options.Embedder
	return store.Manifest{Embedder: e.ID(), Dimensions: e.Dimensions(), Gifts: len(have.gifts),
		Catalog: store.HashAll(hashes), Format: store.Format}, nil
}

// SetManifest implements [store.Store].
func (s *Store) SetManifest(_ context.Context, m store.Manifest) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.manifest = &m
	return nil
}

// List implements [store.Store].
func (s *Store) List(ctx context.Context, each func([]catalog.Gift) error) error {
	have, err := s.gifts(ctx)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(have.gifts, 1000) {
		if err := store.GivenUp(ctx); err != nil {
			return err
		}
		if err := each(slices.Clone(part)); err != nil {
			return err
		}
	}
	return nil
}

// Put implements [store.Store]. It copies what the store holds.
func (s *Store) Put(ctx context.Context, items []store.Item) error {
	if err := store.CheckItems(items, s.options.Embedder.Dimensions()); err != nil {
		return err
	}
	put := make(map[string]*store.Item, len(items))
	for i := range items {
		put[items[i].Gift.ID] = &items[i]
	}
	return s.replace(ctx, func(old *index, next *builder) {
		for row := range old.gifts {
			if it := put[old.gifts[row].ID]; it != nil {
				next.add(&it.Gift, it.Vector)
				delete(put, it.Gift.ID)
			} else {
				next.add(&old.gifts[row], old.vector(row))
			}
		}
		for i := range items {
			if it := put[items[i].Gift.ID]; it != nil {
				next.add(&it.Gift, it.Vector)
				delete(put, it.Gift.ID)
			}
		}
	})
}

// Delete implements [store.Store]. It copies what the store holds.
func (s *Store) Delete(ctx context.Context, ids []string) error {
	gone := make(map[string]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	return s.replace(ctx, func(old *index, next *builder) {
		for row := range old.gifts {
			if g := &old.gifts[row]; !gone[g.ID] {
				next.add(g, old.vector(row))
			}
		}
	})
}

// builder makes the index that comes after another.
type builder struct {
	gifts   []catalog.Gift
	vectors []float32
}

func (b *builder) add(g *catalog.Gift, vector []float32) {
	b.gifts = append(b.gifts, *g)
	b.vectors = append(b.vectors, vector...)
}

// replace puts another index in the place of the one there is; searches under way go on in
// the old one.
func (s *Store) replace(ctx context.Context, change func(old *index, next *builder)) error {
	if _, err := s.withVectors(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.index.Load()
	var next builder
	change(old, &next)
	x := &index{shelf: newShelf(next.gifts), vectors: next.vectors, dims: old.dims}
	s.shelf.Store(x.shelf)
	s.index.Store(x)
	return nil
}
