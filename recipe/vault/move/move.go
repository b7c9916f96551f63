// Package move copies a vault from one store to another, such as a file to a PostgreSQL
// server, and compares what came of it.
package move

import (
	"context"
	"errors"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// batch is how many recipes are moved in one transaction, so that each is done in a second
// or two, and little is done again after an interruption.
const batch = 200

// shown is how many titles an error names.
const shown = 3

// Moved is what a vault has that was moved and compared.
type Moved struct {
	Recipes, Ingredients, Steps int
	Families                    int
	// Found is how many of the recipes an earlier run had moved; Copied is how many this one
	// has, and Deleted how many it took away, since the store to move from has them no more.
	Found, Copied, Deleted int
}

// Error says why a vault can't be moved, in a sentence for a person.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// Options are what [Run] works with.
type Options struct {
	From, To vault.Store
	// Progress, if it isn't nil, is called with how many recipes are done.
	Progress func(recipes int)
}

// Run copies families and recipes as they are, with ids, times and authors, then compares
// both stores by counts and checksums. A run that was interrupted is continued by another
// one: what has been copied is compared, not copied again. To has a note of what was copied,
// by which it can be told what changed in From since then, which is copied, and what was used
// in To, which is an [Error], as is anything there that From hasn't. If both are one
// database, that is [ErrSame].
// From is only read. It is safe to go on using it, but then the comparison fails, and
// another run is needed.
func Run(ctx context.Context, o Options) (Moved, error) {
	finished, err := begin(ctx, o)
	if err != nil {
		return Moved{}, err
	}
	if err := judgeFamilies(ctx, o, finished); err != nil {
		return Moved{}, err
	}
	stale, err := judge(ctx, o, finished)
	if err != nil {
		return Moved{}, err
	}
	if err := judgeNew(ctx, o); err != nil {
		return Moved{}, err
	}
	if err := clearStale(ctx, o, stale); err != nil {
		return Moved{}, err
	}
	if !finished {
		if err := clearFamilies(ctx, o); err != nil {
			return Moved{}, err
		}
	}
	if err := copyFamilies(ctx, o); err != nil {
		return Moved{}, err
	}
	found, again, err := copyRecipes(ctx, o, stale)
	if err != nil {
		return Moved{}, err
	}
	if err := copyFamilies(ctx, o); err != nil { // counts of recipes, and what is new
		return Moved{}, err
	}
	moved, err := compare(ctx, o)
	if err != nil {
		return moved, err
	}
	moved.Found, moved.Copied, moved.Deleted = found, moved.Recipes-found, len(stale)-again
	return moved, finish(ctx, o)
}

// copyRecipes returns how many were there, and how many of those that were stale it copied.
func copyRecipes(ctx context.Context, o Options, stale []vault.Record) (found, again int, err error) {
	was := make(map[string]bool, len(stale))
	for _, r := range stale {
		was[r.ID] = true
	}
	done := 0
	err = inBatches(ctx, o.From, func(here []vault.Record) error {
		var already int
		err := o.To.Write(ctx, func(t vault.Tx) (err error) {
			already, err = copyBatch(t, here)
			return err
		})
		if err != nil {
			return err
		}
		for _, r := range here {
			if was[r.ID] {
				again++
			}
		}
		found += already
		done += len(here)
		if o.Progress != nil {
			o.Progress(done)
		}
		return nil
	})
	return found, again, err
}

// copyBatch returns how many of the records were there.
func copyBatch(t vault.Tx, here []vault.Record) (already int, err error) {
	there, err := vault.RecordsOf(t, ids(here))
	if err != nil {
		return 0, err
	}
	known, err := copied(t, there)
	if err != nil {
		return 0, err
	}
	before := byID(there)
	var fresh []vault.Record
	for _, r := range here {
		old, ok := before[r.ID]
		switch {
		case ok && digest(old) != digest(r):
			return 0, &Error{fmt.Sprintf("%q was changed during the move%s", r.Title, meanwhile)}
		case ok:
			already++
		default:
			if err := put(t, r); err != nil {
				return 0, err
			}
		}
		if known[r.ID] != text(digest(r)) {
			fresh = append(fresh, r)
		}
	}
	return already, write(t, fresh)
}

// meanwhile is what to do about databases that are in use.
const meanwhile = "; end what uses the databases and run this again: it goes on from here"

func put(t vault.Tx, r vault.Record) error {
	if !storable(r) {
		return &Error{fmt.Sprintf("%q (%s) has text that is not UTF-8, or holds the character U+0000, which no server stores; change that recipe and run this again", r.Title, r.ID)}
	}
	err := t.Put(r)
	switch {
	case errors.Is(err, vault.ErrTaken):
		return &Error{fmt.Sprintf("%q (%s) has a title that was given to another recipe during the move%s", r.Title, r.ID, meanwhile)}
	case err != nil:
		return fmt.Errorf("%q (%s) can't be kept in the database to move to: %w", r.Title, r.ID, err)
	}
	return nil
}

// inBatches calls f with all records of a store, some at a time, each batch as one
// transaction sees it.
func inBatches(ctx context.Context, s vault.Store, f func([]vault.Record) error) error {
	after := ""
	for {
		var records []vault.Record
		err := s.Read(ctx, func(t vault.Tx) (err error) {
			records, err = vault.RecordsAfter(t, after, batch)
			return err
		})
		if err != nil || len(records) == 0 {
			return err
		}
		if err := f(records); err != nil {
			return err
		}
		after = records[len(records)-1].ID
	}
}

func recordsOf(ctx context.Context, s vault.Store, of []vault.Record) (map[string]vault.Record, error) {
	var records []vault.Record
	err := s.Read(ctx, func(t vault.Tx) (err error) {
		records, err = vault.RecordsOf(t, ids(of))
		return err
	})
	return byID(records), err
}

func ids(records []vault.Record) []string {
	list := make([]string, len(records))
	for i, r := range records {
		list[i] = r.ID
	}
	return list
}

func byID(records []vault.Record) map[string]vault.Record {
	m := make(map[string]vault.Record, len(records))
	for _, r := range records {
		m[r.ID] = r
	}
	return m
}

// some names a few titles.
func some(titles []string) string {
	text := ""
	for i, t := range titles[:min(len(titles), shown)] {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%q", t)
	}
	return text
}
