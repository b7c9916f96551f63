package memory

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/gift/vector"
)

const (
	parallelFrom = 20_000 // gifts from which each core scans a part
	stride       = 4096   // rows between looks at the context
)

// match is a row that was found.
type match struct {
	row    int
	cosine float32
}

// search returns the k rows nearest to query that f lets pass, the nearest first.
func (x *index) search(ctx context.Context, query []float32, k int, f *store.Filter, cores int) ([]match, error) {
	if k = min(k, len(x.gifts)); k <= 0 {
		return nil, nil
	}
	if len(x.gifts) < parallelFrom {
		cores = 1
	}
	parts := make([]nearest, cores)
	x.split(cores, func(i, from, to int) {
		parts[i] = nearest{index: x, filter: f, k: k}
		parts[i].scan(ctx, query, from, to)
	})
	if err := store.GivenUp(ctx); err != nil {
		return nil, err
	}
	all := parts[0]
	for _, part := range parts[1:] {
		all.matches = append(all.matches, part.matches...)
	}
	all.cut()
	return all.matches, nil
}

// split calls each with parts of the rows, side by side.
func (x *index) split(parts int, each func(i, from, to int)) {
	var scans sync.WaitGroup
	for i := range parts {
		from, to := len(x.gifts)*i/parts, len(x.gifts)*(i+1)/parts
		if i == parts-1 { // this goroutine's own part
			each(i, from, to)
			break
		}
		scans.Go(func() { each(i, from, to) })
	}
	scans.Wait()
}

func cores() int { return runtime.GOMAXPROCS(0) }

// nearest collects the k best rows of a part.
type nearest struct {
	index   *index
	filter  *store.Filter
	k       int
	matches []match // at most 2k
	floor   float32 // below it no row is among the k best
	full    bool    // floor is set
}

func (n *nearest) scan(ctx context.Context, query []float32, from, to int) {
	dims := len(query)
	for row := from; row < to; row++ {
		if row%stride == 0 && ctx.Err() != nil {
			return
		}
		cosine := vector.Dot(query, n.index.vectors[row*dims:(row+1)*dims])
		// The filter comes last, as it asks more than most rows get to.
		if n.full && cosine < n.floor || !n.filter.Pass(&n.index.gifts[row]) {
			continue
		}
		if n.matches = append(n.matches, match{row, cosine}); len(n.matches) >= 2*n.k {
			n.cut()
		}
	}
}

// cut sorts the matches and leaves the k best.
func (n *nearest) cut() {
	slices.SortFunc(n.matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.cosine, a.cosine), cmp.Compare(n.index.gifts[a.row].ID, n.index.gifts[b.row].ID))
	})
	if len(n.matches) >= n.k {
		n.matches = n.matches[:n.k]
		n.floor, n.full = n.matches[n.k-1].cosine, true
	}
}
