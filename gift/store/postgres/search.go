package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// where is the condition of a filter, and args with its arguments.
func where(f *store.Filter, args []any) (string, []any) {
	var all []string
	add := func(condition string, arg any) {
		args = append(args, arg)
		all = append(all, fmt.Sprintf(condition, len(args)))
	}
	if len(f.Prices) > 0 {
		prices := make([]string, len(f.Prices))
		for i, p := range f.Prices {
			prices[i] = string(p)
		}
		add("price_range = ANY($%d::text[])", prices)
	}
	if len(f.Recipients) > 0 {
		add("recipient_types && $%d::text[]", f.Recipients)
	}
	if len(f.Occasions) > 0 {
		add("occasions && $%d::text[]", f.Occasions)
	}
	if f.Minor {
		all = append(all, "NOT adult")
	}
	if f.Grown {
		all = append(all, "NOT for_children")
	}
	if len(all) == 0 {
		return "", args
	}
	return "WHERE " + strings.Join(all, " AND "), args
}

// How many candidates the index looks at: as many as are asked for, in these bounds. It looks
// at a gift's conditions only afterwards.
const (
	minCandidates = 100
	maxCandidates = 1000
)

// Search implements [store.Store].
func (s *Store) Search(ctx context.Context, query []float32, k int, f store.Filter) ([]store.Hit, error) {
	if err := store.CheckQuery(query, s.dims); err != nil {
		return nil, err
	}
	if k <= 0 || store.Zero(query) {
		return nil, store.GivenUp(ctx)
	}
	var hits []store.Hit
	err := s.read(ctx, func(t database.Tx) (err error) {
		if _, err = t.Exec(fmt.Sprintf("SET LOCAL hnsw.ef_search = %d", min(max(k, minCandidates), maxCandidates))); err != nil {
			return err
		}
		if hits, err = nearest(t, query, k, &f); err != nil || len(hits) >= k {
			return err
		}
		// The index gave fewer than there may be: the filter kept its candidates away, or more
		// are asked for than it looks at.
		for _, way := range []string{"enable_indexscan", "enable_bitmapscan"} {
			if _, err = t.Exec("SET LOCAL " + way + " = off"); err != nil {
				return err
			}
		}
		hits, err = nearest(t, query, k, &f)
		return err
	})
	return hits, err
}

func nearest(t database.Tx, query []float32, k int, f *store.Filter) ([]store.Hit, error) {
	condition, args := where(f, []any{query, k, withVectors})
	rows, err := t.Query(`SELECT `+gift+`, 1 - distance, CASE WHEN row_number() OVER (ORDER BY distance, id) <= $3 THEN vector_send(embedding) END
		FROM (SELECT *, embedding <=> $1::float4[]::vector AS distance FROM gifts `+condition+`
			ORDER BY embedding <=> $1::float4[]::vector LIMIT $2) nearest`, args...)
	hits, err := database.Collect(rows, err, func(row database.Row) (h store.Hit, err error) {
		var text, sent []byte
		if err := row.Scan(&text, &h.Cosine, &sent); err != nil {
			return h, err
		}
		h.Vector = vector(sent)
		h.Gift, err = parse(text)
		return h, err
	})
	slices.SortFunc(hits, func(a, b store.Hit) int {
		return cmp.Or(cmp.Compare(b.Cosine, a.Cosine), cmp.Compare(a.Gift.ID, b.Gift.ID))
	})
	return hits, err
}

// Popular implements [store.Store].
func (s *Store) Popular(ctx context.Context, f store.Filter, n int) ([]catalog.Gift, error) {
	var gifts []catalog.Gift
	condition, args := where(&f, []any{max(n, 0)})
	err := s.read(ctx, func(t database.Tx) (err error) {
		gifts, err = readGifts(t, `SELECT `+gift+` FROM gifts `+condition+` ORDER BY coalesce(popularity_score, 0.5) DESC, id LIMIT $1`, args...)
		return err
	})
	return gifts, err
}

func readGifts(t database.Tx, query string, args ...any) ([]catalog.Gift, error) {
	rows, err := t.Query(query, args...)
	return database.Collect(rows, err, func(row database.Row) (g catalog.Gift, err error) {
		var text []byte
		if err := row.Scan(&text); err != nil {
			return g, err
		}
		return parse(text)
	})
}
