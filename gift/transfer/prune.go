package transfer

import (
	"cmp"
	"context"
	"iter"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// Prune deletes what a file doesn't have, and writes nothing else.
type Prune struct {
	Store store.Store
	Rows  iter.Seq2[catalog.Gift, error]
	Ask   func(ctx context.Context, gifts int) (bool, error) // whether to delete so many
	Fault func(error)                                        // as in [Import]
}

// Run returns how many gifts the file doesn't have, and how many of them were deleted. A row
// with an error may be about one of them, so that none is deleted then.
func (p *Prune) Run(ctx context.Context) (Summary, error) {
	r := &run{store: p.Store, fault: p.Fault}
	if err := r.list(ctx); err != nil {
		return r.sum, err
	}
	if err := cmp.Or(r.each(ctx, p.Rows, func(entry) {}), r.unread); err != nil {
		return r.sum, err
	}
	// What the file has besides is not written.
	for id := range r.known {
		if _, ok := r.hashes[id]; !ok {
			delete(r.known, id)
		}
	}
	r.sum.Absent = len(r.absent())
	return r.sum, r.prune(ctx, p.Ask)
}

// deleteSize is how many gifts are deleted at once.
const deleteSize = 500

func (r *run) prune(ctx context.Context, ask func(context.Context, int) (bool, error)) error {
	ids := r.absent()
	// An empty file is a mistake rather than a catalog.
	if ask == nil || len(ids) == 0 || r.sum.Errors > 0 || len(r.rows) == 0 {
		return nil
	}
	if agreed, err := ask(ctx, len(ids)); err != nil || !agreed {
		return err
	}
	if r.index.Embedder != "" {
		if err := r.change(ctx, r.index); err != nil {
			return err
		}
	}
	for from := 0; from < len(ids); from += deleteSize {
		part := ids[from:min(from+deleteSize, len(ids))]
		if err := r.store.Delete(ctx, part); err != nil {
			return err
		}
		for _, id := range part {
			delete(r.hashes, id)
		}
		r.sum.Deleted += len(part)
	}
	return r.settle(ctx)
}
