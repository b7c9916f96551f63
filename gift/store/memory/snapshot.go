package memory

import (
	"context"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
)

var _ store.Whole = (*Store)(nil)

// Snapshot implements [store.Whole].
func (s *Store) Snapshot(ctx context.Context) (store.Snapshot, error) {
	x, err := s.withVectors(ctx)
	if err != nil {
		return nil, err
	}
	return x, nil
}

func (x *index) Len() int                 { return len(x.gifts) }
func (x *index) Gift(i int) *catalog.Gift { return &x.gifts[i] }
func (x *index) Vector(i int) []float32   { return x.vector(i) }

func (x *index) Cosines(ctx context.Context, v, into []float32) error {
	if err := store.CheckQuery(v, x.dims); err != nil {
		return err
	}
	parts := 1
	if len(x.gifts) >= parallelFrom {
		parts = cores()
	}
	into = into[:len(x.gifts)]
	x.split(parts, func(_, from, to int) {
		for row := from; row < to && (row%stride != 0 || ctx.Err() == nil); row++ {
			into[row] = vector.Dot(v, x.vector(row))
		}
	})
	return store.GivenUp(ctx)
}
