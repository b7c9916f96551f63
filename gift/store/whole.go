package store

import "context"

// Whole is a [Store] that has all its gifts in memory, so that every one of them can be
// scored.
type Whole interface {
	Store

	// Snapshot returns the gifts as they are now. It is the same one, compared with ==, as
	// long as no gift changes.
	Snapshot(ctx context.Context) (Snapshot, error)
}

// Snapshot is the gifts of a [Whole] store at one moment. It never changes.
type Snapshot interface {
	// Items returns all gifts with their vectors, ordered by id. They are not to be changed.
	Items() []Item
	// Cosines sets into[i] to the cosine of vector and the i-th item.
	Cosines(ctx context.Context, vector []float32, into []float32) error
}
