package store

import (
	"context"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// Whole is a [Store] that has all its gifts in memory, so that every one of them can be
// scored.
type Whole interface {
	Store

	// Snapshot returns the gifts as they are now. It is the same one, compared with ==, as
	// long as no gift changes.
	Snapshot(ctx context.Context) (Snapshot, error)
}

// Snapshot is the gifts of a [Whole] store at one moment, in a fixed order. It never changes,
// and what it returns isn't to be changed.
type Snapshot interface {
	Len() int
	Gift(i int) *catalog.Gift
	Vector(i int) []float32
	// Cosines sets into[i] to the cosine of vector and the i-th gift, for each of them.
	Cosines(ctx context.Context, vector []float32, into []float32) error
}
