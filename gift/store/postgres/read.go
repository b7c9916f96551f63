package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Get implements [store.Store].
func (s *Store) Get(ctx context.Context, ids []string, vectors bool) ([]store.Item, error) {
	have := map[string]store.Item{}
	err := s.read(ctx, func(t database.Tx) error {
		clear(have)
		rows, err := t.Query(`SELECT `+gift+`, CASE WHEN $2 THEN vector_send(embedding) END FROM gifts WHERE id = ANY($1::text[])`, catalog.NonNil(ids), vectors)
		return database.Each(rows, err, func(row database.Row) error {
			var text, sent []byte
			if err := row.Scan(&text, &sent); err != nil {
				return err
			}
			g, err := parse(text)
			have[g.ID] = store.Item{Gift: g, Vector: vector(sent)}
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	items := make([]store.Item, 0, len(have))
	for _, id := range ids {
		if it, ok := have[id]; ok {
			items = append(items, it)
		}
	}
	return items, nil
}

// Count implements [store.Store].
func (s *Store) Count(ctx context.Context) (n int, err error) {
	err = s.read(ctx, func(t database.Tx) error {
		return t.QueryRow(`SELECT count(*) FROM gifts`).Scan(&n)
	})
	return n, err
}

// Manifest implements [store.Store]. It fails if the table is for vectors of other dimensions.
func (s *Store) Manifest(ctx context.Context) (m store.Manifest, err error) {
	err = s.read(ctx, func(t database.Tx) error {
		var text []byte
		m = store.Manifest{}
		err := t.QueryRow(`SELECT manifest FROM gifts_manifest`).Scan(&text)
		switch {
		case err == nil:
			return json.Unmarshal(text, &m)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		var dims int
		err = t.QueryRow(`SELECT atttypmod FROM pg_attribute WHERE attrelid = 'gifts'::regclass AND attname = 'embedding'`).Scan(&dims)
		if err == nil && dims != s.dims {
			err = &fault.Error{Kind: fault.Conflict, Message: s.otherDimensions()}
		}
		return err
	})
	return m, err
}

// page is how many gifts List reads at a time.
const page = 1000

// List implements [store.Store].
func (s *Store) List(ctx context.Context, each func([]catalog.Gift) error) error {
	for last := ""; ; {
		var gifts []catalog.Gift
		err := s.use(ctx, writeLimit, s.db.Read, func(t database.Tx) (err error) {
			gifts, err = readGifts(t, `SELECT `+gift+` FROM gifts WHERE id > $1 ORDER BY id LIMIT $2`, last, page)
			return err
		})
		if err != nil || len(gifts) == 0 {
			return err
		}
		last = gifts[len(gifts)-1].ID
		if err := each(gifts); err != nil {
			return err
		}
	}
}
