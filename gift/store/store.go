// Package store is where the gifts of a catalog are kept with their vectors, and searched by
// them. The stores are packages of their own: memory and s3vectors; storetest has the
// tests that each of them passes.
package store

import (
	"context"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// Item is a gift and the vector of its [catalog.Gift.Text].
type Item struct {
	Gift catalog.Gift
	// Vector has length 1. It is nil where a store wasn't asked for it or couldn't return it.
	Vector []float32
}

// Hit is an item found, and its cosine to what was searched for.
type Hit struct {
	Item
	Cosine float64
}

// Filter says which gifts may be found. The zero Filter lets all pass.
type Filter struct {
	Prices []catalog.Price // any of them; none: all
	// Recipients has the types of which a gift must have one; none: all gifts.
	Recipients []string
	// Occasions likewise.
	Occasions []string
	// Minor keeps gifts away that no one under 21 is offered.
	Minor bool
	// Grown keeps gifts away that are for children, toddlers and babies only.
	Grown bool
}

// Manifest says what an index was made of.
type Manifest struct {
	Embedder   string `json:"embedder"` // its ID
	Dimensions int    `json:"dimensions"`
	Gifts      int    `json:"gifts"`
	Catalog    string `json:"catalog"` // hash of all gifts; "" while they are being changed, and Gifts may be wrong
	Format     int    `json:"format"`
}

// Store keeps gifts. It is safe for concurrent use. An error is a [fault.Error].
type Store interface {
	// Search returns the k gifts nearest to vector that f lets pass, nearest first, equal ones
	// by id. Each has its vector, unless the vectors alone couldn't be had; a remote store gives
	// vectors to the nearest 60. To the zero vector all gifts have the cosine 0; a remote store
	// finds none.
	Search(ctx context.Context, vector []float32, k int, f Filter) ([]Hit, error)
	// Get returns the items of ids that exist, in the order of ids, with vectors if asked for.
	Get(ctx context.Context, ids []string, vectors bool) ([]Item, error)
	// Popular returns up to n gifts that f lets pass, the most popular first, equal ones by id.
	Popular(ctx context.Context, f Filter, n int) ([]catalog.Gift, error)
	// Count returns how many gifts there are.
	Count(ctx context.Context) (int, error)

	// Manifest returns the zero Manifest if the index has none yet.
	Manifest(ctx context.Context) (Manifest, error)
	// List calls each with all gifts, without vectors, in no order; each must not keep the slice.
	List(ctx context.Context, each func([]catalog.Gift) error) error
	// Put writes items, new ones and known ones. They are all written or, after an error, each
	// wholly or not at all. A vector of other dimensions, zero or not finite is an error of kind
	// invalid_params, and nothing is written.
	Put(ctx context.Context, items []Item) error
	Delete(ctx context.Context, ids []string) error
	// SetManifest is called last, when all items are written, and without a Catalog before the
	// first one is.
	SetManifest(ctx context.Context, m Manifest) error
	Close() error
}
