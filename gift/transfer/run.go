package transfer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
)

// run is an import or a pruning under way. Rows are taken by one goroutine, and batches
// written by several.
type run struct {
	store    store.Store
	fault    func(error)
	progress *Progress
	index    store.Manifest // as it was

	known map[string]known  // what the store has, by id
	names map[string]string // the id of each folded name
	rows  map[string]bool   // the ids that the file has

	unread error // why the file couldn't be read to its end

	mu     sync.Mutex // guards what follows, and fault and progress
	sum    Summary
	hashes map[string]string // of what the store has now
	begun  bool
}

type known struct {
	hash string
	name string // folded
}

// entry is a row that was taken.
type entry struct {
	gift      catalog.Gift
	hash      string
	new, same bool // the store doesn't have it, or has it as it is
}

// list reads what the store has.
func (r *run) list(ctx context.Context) (err error) {
	r.known, r.names, r.rows, r.hashes = map[string]known{}, map[string]string{}, map[string]bool{}, map[string]string{}
	if r.index, err = r.store.Manifest(ctx); err != nil {
		return err
	}
	return r.store.List(ctx, func(gifts []catalog.Gift) error {
		for i := range gifts {
			g := &gifts[i]
			k := known{store.Hash(g), catalog.Fold(g.Name)}
			if r.index == (store.Manifest{}) {
				k.hash = "" // no one knows what made its vector
			}
			r.known[g.ID], r.names[k.name], r.hashes[g.ID] = k, g.ID, k.hash
		}
		return nil
	})
}

// each calls write for each row that is to be written, up to where the file can't be read on.
func (r *run) each(ctx context.Context, rows iter.Seq2[catalog.Gift, error], write func(entry)) error {
	for g, err := range rows {
		broken := (*catalog.RowError)(nil)
		switch {
		case ctx.Err() != nil:
			return store.GivenUp(ctx)
		case errors.As(err, &broken):
			if broken.Notice {
				r.fault(broken)
				continue
			}
			if broken.Shop {
				r.sum.Shop++
			}
			r.refuse(broken)
			continue
		case err != nil:
			r.mu.Lock()
			r.sum.Errors++
			r.mu.Unlock()
			r.unread = err
			return nil
		}
		e, err := r.take(g)
		switch {
		case err != nil:
			r.refuse(err)
		case e.same:
			r.same()
		default:
			write(e)
		}
	}
	return nil
}

// take finds out what a row is to the store. Its error is one of the row.
func (r *run) take(g catalog.Gift) (entry, error) {
	g.Clean()
	name := catalog.Fold(g.Name)
	old, exists := r.known[g.ID]
	switch owner, taken := r.names[name]; {
	case !taken:
	case !exists:
		g.ID = owner // same name, other or no id
		old, exists = r.known[owner]
	case owner != g.ID:
		return entry{}, fmt.Errorf("%q: name is that of another gift in the store, with the id %s", g.Name, owner)
	}
	if g.ID == "" {
		g.ID = catalog.StableID(g.Name, func(id string) bool { _, taken := r.known[id]; return taken })
	}
	if r.rows[g.ID] {
		return entry{}, fmt.Errorf("%q: the gift with the id %s was in a row before", g.Name, g.ID)
	}
	r.rows[g.ID] = true
	e := entry{gift: g, hash: store.Hash(&g), new: !exists}
	e.same = exists && old.hash == e.hash
	if exists && old.name != name {
		delete(r.names, old.name)
	}
	r.known[g.ID], r.names[name] = known{e.hash, name}, g.ID
	return e, nil
}

// refuse leaves a row out.
func (r *run) refuse(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Errors++
	r.progress.add(1)
	if r.fault != nil {
		r.fault(err)
	}
}

// same counts a row that the store has as it is.
func (r *run) same() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Unchanged++
	r.progress.add(1)
}

// wrote counts rows that were written.
func (r *run) wrote(batch []entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range batch {
		if e.new {
			r.sum.Created++
		} else {
			r.sum.Updated++
		}
		r.hashes[e.gift.ID] = e.hash
	}
	r.progress.add(len(batch))
}

// begin marks a store as this embedder's, so that after an interruption no other goes on with it, and as
// one that is being changed, of which the manifest has no count that can be relied on.
func (r *run) begin(ctx context.Context, e embed.Embedder) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil || r.begun {
		return store.GivenUp(ctx)
	}
	m := r.index
	if m.Embedder == "" {
		m = store.Manifest{Embedder: e.ID(), Dimensions: e.Dimensions(), Format: store.Format}
	}
	return r.change(ctx, m)
}

// change marks a store of a manifest as one that is being changed.
func (r *run) change(ctx context.Context, m store.Manifest) error {
	if m.Catalog = ""; m != r.index {
		if err := r.store.SetManifest(ctx, m); err != nil {
			return err
		}
	}
	r.begun, r.index = true, m
	return nil
}

// settle writes the manifest, if it is not what it should be. What was changed is looked at once more:
// another import may have written at the same time, and the last one to end has all of it.
func (r *run) settle(ctx context.Context) error {
	if r.index.Embedder == "" {
		return nil
	}
	if r.begun {
		r.hashes = map[string]string{}
		if err := r.store.List(ctx, func(gifts []catalog.Gift) error {
			for i := range gifts {
				r.hashes[gifts[i].ID] = store.Hash(&gifts[i])
			}
			return nil
		}); err != nil {
			return err
		}
	}
	m := r.index
	m.Gifts, m.Catalog = len(r.hashes), store.HashAll(slices.Collect(maps.Values(r.hashes)))
	if m == r.index {
		return nil
	}
	if err := r.store.SetManifest(ctx, m); err != nil {
		return err
	}
	r.begun, r.index = false, m
	return nil
}

// absent are the ids of what the store has and the file doesn't.
func (r *run) absent() (ids []string) {
	for id := range r.known {
		if !r.rows[id] {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, strings.Compare)
	return ids
}
