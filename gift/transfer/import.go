package transfer

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// Import writes the gifts of a file to a store. It is used once.
type Import struct {
	Store    store.Store
	Embedder embed.Embedder
	// Rows are those of a file, as [catalog.Read] returns them.
	Rows iter.Seq2[catalog.Gift, error]
	// Prune is asked whether so many gifts that the file doesn't have may be deleted. nil:
	// they are kept. After an error in a row it is not asked: the row may be about one of them.
	Prune    func(ctx context.Context, gifts int) (bool, error)
	DryRun   bool        // nothing is written; what would be is counted
	Fault    func(error) // is called for each row that is left out
	Progress *Progress   // nil: none is shown
}

// Summary counts what became of the rows, and of gifts that the file doesn't have.
type Summary struct {
	Created, Updated, Unchanged, Errors int
	// Shop are those of Errors that are rows of a shop's export, of which the rest is good all the same.
	Shop    int
	Absent  int // gifts that the file doesn't have
	Deleted int // of those
}

// String is the line that an import ends with.
func (s Summary) String() string {
	text := fmt.Sprintf("%d created, %d updated, %d unchanged, %d errors", s.Created, s.Updated, s.Unchanged, s.Errors)
	if s.Deleted > 0 {
		text += fmt.Sprintf(", %d deleted", s.Deleted)
	}
	return text
}

const (
	putSize   = 500 // gifts that are written at once
	embedSize = 256 // texts that are embedded at once
	workers   = 4   // batches that are under way
)

// Run returns what was done, also after an error. Of a file that can't be read to its end, what
// comes before that place is written.
func (i *Import) Run(ctx context.Context) (Summary, error) {
	r := &run{store: i.Store, fault: i.Fault, progress: i.Progress}
	err := r.list(ctx)
	if err == nil && r.index != (store.Manifest{}) {
		err = store.Check(ctx, i.Store, i.Embedder)
	}
	if err == nil {
		err = i.write(ctx, r)
	}
	r.progress.finish()
	if err != nil {
		return r.sum, err
	}
	r.sum.Absent = len(r.absent())
	if i.DryRun {
		return r.sum, r.unread
	}
	if err = r.settle(ctx); err == nil {
		err = r.prune(ctx, i.Prune)
	}
	return r.sum, cmp.Or(err, r.unread)
}

// write embeds and writes what is new or changed. After an error no batch is begun any more,
// and those that are under way are finished and counted: cut off, they would be there, and the
// summary would say that they aren't.
func (i *Import) write(ctx context.Context, r *run) error {
	group, unbroken := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	var batch []entry
	send := func() {
		ready := batch
		batch = nil
		group.Go(func() error {
			if err := r.begin(unbroken, i.Embedder); err != nil {
				return err
			}
			return i.put(ctx, r, ready)
		})
	}
	err := r.each(unbroken, i.Rows, func(e entry) {
		switch {
		case i.DryRun:
			r.wrote([]entry{e})
		default:
			if batch = append(batch, e); len(batch) == putSize {
				send()
			}
		}
	})
	if len(batch) > 0 && err == nil {
		send()
	}
	if failed := group.Wait(); failed != nil {
		return failed
	}
	return err
}

// put embeds and writes a batch. A gift whose text has no word that the embedder knows can't
// be found by any description, and is left out.
func (i *Import) put(ctx context.Context, r *run, batch []entry) error {
	items := make([]store.Item, 0, len(batch))
	written := batch[:0]
	for from := 0; from < len(batch); from += embedSize {
		part := batch[from:min(from+embedSize, len(batch))]
		texts := make([]string, len(part))
		for n := range part {
			texts[n] = part[n].gift.Text()
		}
		vectors, err := i.Embedder.Embed(ctx, texts)
		if err != nil {
			return err
		}
		for n, e := range part {
			if store.Zero(vectors[n]) {
				r.refuse(fmt.Errorf("%q: name and brief_description have no word that the embedder knows", e.gift.Name))
				continue
			}
			items = append(items, store.Item{Gift: e.gift, Vector: vectors[n]})
			written = append(written, e)
		}
	}
	if len(items) > 0 {
		if err := i.Store.Put(ctx, items); err != nil {
			return err
		}
	}
	r.wrote(written)
	return nil
}
