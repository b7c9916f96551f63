package memory

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/embed"
)

// shelf is gifts in the order of their catalog. It isn't changed once it is made.
type shelf struct {
	gifts   []catalog.Gift
	byID    []int32 // rows in the order of ids
	popular []int32 // rows, the most popular first, equal ones by id
}

func newShelf(gifts []catalog.Gift) *shelf {
	s := &shelf{gifts: gifts, byID: make([]int32, len(gifts))}
	for i := range s.byID {
		s.byID[i] = int32(i)
	}
	slices.SortFunc(s.byID, func(a, b int32) int { return cmp.Compare(gifts[a].ID, gifts[b].ID) })
	s.popular = slices.Clone(s.byID)
	slices.SortStableFunc(s.popular, func(a, b int32) int { return cmp.Compare(gifts[b].Score(), gifts[a].Score()) })
	return s
}

// row returns the row of a gift, false if there is none of that id.
func (s *shelf) row(id string) (int, bool) {
	i, ok := slices.BinarySearchFunc(s.byID, id, func(row int32, id string) int { return cmp.Compare(s.gifts[row].ID, id) })
	if !ok {
		return 0, false
	}
	return int(s.byID[i]), true
}

// index is a shelf with the vectors of its gifts, one after another.
type index struct {
	*shelf
	vectors []float32
	dims    int
}

func (x *index) vector(row int) []float32 {
	return x.vectors[row*x.dims : (row+1)*x.dims : (row+1)*x.dims]
}

// batch is how many texts an embedder is given at once.
const batch = 256

// newIndex embeds the gifts, a batch on each core at a time.
func newIndex(ctx context.Context, s *shelf, e embed.Embedder) (*index, error) {
	x := &index{shelf: s, dims: e.Dimensions()}
	x.vectors = make([]float32, len(s.gifts)*x.dims)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(cores())
	for from := 0; from < len(s.gifts); from += batch {
		to := min(from+batch, len(s.gifts))
		g.Go(func() error {
			texts := make([]string, 0, batch)
			for i := range s.gifts[from:to] {
				texts = append(texts, s.gifts[from+i].Text())
			}
			vectors, err := e.Embed(ctx, texts)
			for i, v := range vectors {
				copy(x.vector(from+i), v)
			}
			return err
		})
	}
	return x, g.Wait()
}
