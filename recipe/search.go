package recipe

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/recipe/title"
	"github.com/mcp-adapters/mcp-adapters/recipe/words"
)

const (
	searchers      = 8 // details that are read side by side, by all searches of a server
	searchShare    = 4 // a search begins no read in the last of so many parts of its time
	searching      = "Searching the ingredients"
	defaultTimeout = 30 * time.Second
	searchInVain   = "There was not enough time to search the ingredients; try again, or narrow the search with query."
)

// limit bounds a call with all the requests it makes.
func (t tools) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	timeout := t.Timeout
	if timeout <= 0 {
		timeout = defaultTimeout
	}
	return context.WithTimeout(ctx, timeout)
}

// search leaves those of the page's rows that have an ingredient with all the words. If
// time runs out, the rows from some point on are unsearched; last is the position before.
func (t tools) search(ctx context.Context, p *page, w wanted) (last title.Position, err error) {
	rows := p.rows
	states := make([]searched, len(rows))
	deadline, _ := ctx.Deadline()
	stop := time.Now().Add(time.Until(deadline) / searchShare * (searchShare - 1))
	var done atomic.Int64
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(searchers)
	for i := range rows {
		if reading.Err() != nil || time.Now().After(stop) {
			break
		}
		group.Go(func() (err error) {
			if states[i], err = t.searchOne(reading, rows[i], w.ingredient); err == nil && states[i] != notRead {
				w.request.Progress(float64(done.Add(1)), float64(len(rows)), searching)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return title.Position{}, err
	}
	n := slices.Index(states, notRead)
	if n < 0 {
		n = len(rows)
	}
	if n == 0 && len(rows) > 0 {
		return title.Position{}, &fault.Error{Kind: fault.Timeout, Message: searchInVain}
	}
	p.unsearched = len(rows) - n
	p.rows = nil
	for i, r := range rows[:n] {
		last = r.at
		if states[i] == has {
			p.rows = append(p.rows, r)
		}
	}
	return last, nil
}

// searched is what is known of a recipe after a search.
type searched int

const (
	notRead searched = iota
	lacks
	has
)

// searchOne searches one recipe. It is not read when there is no time.
func (t tools) searchOne(ctx context.Context, r listRow, wanted []string) (searched, error) {
	if err := t.searches.Acquire(ctx, 1); err != nil {
		return notRead, nil //nolint:nilerr // the call's time is over, or another read has failed
	}
	defer t.searches.Release(1)
	updated, _ := r.Updated.(string)
	names, err := t.api.Ingredients(ctx, r.ID, updated)
	failed, _ := errors.AsType[*fault.Error](err)
	switch {
	case failed != nil && failed.Kind == fault.NotFound: // deleted since it was listed
		return lacks, nil
	case failed != nil && failed.Kind == fault.Timeout, err != nil && ctx.Err() != nil:
		return notRead, nil
	case err != nil:
		return notRead, err
	case slices.ContainsFunc(names, func(name string) bool { return words.HoldsAll(name, wanted) }):
		return has, nil
	}
	return lacks, nil
}
