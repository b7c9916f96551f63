package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/gift/store"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

const (
	perStatement = 250 // gifts; a statement takes 65,535 arguments
	arguments    = 16  // of a gift
)

// Put implements [store.Store]. Each 250 items are written together or not at all.
func (s *Store) Put(ctx context.Context, items []store.Item) error {
	if err := store.CheckItems(items, s.dims); err != nil {
		return err
	}
	for part := range slices.Chunk(last(items), perStatement) {
		statement, args := insert(part)
		err := s.write(ctx, func(t database.Tx) error {
			_, err := t.Exec(statement, args...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return store.GivenUp(ctx)
}

// last leaves the last item of each id: a statement can't write a row twice.
func last(items []store.Item) []store.Item {
	at := make(map[string]int, len(items))
	for i := range items {
		at[items[i].Gift.ID] = i
	}
	if len(at) == len(items) {
		return items
	}
	kept := make([]store.Item, 0, len(at))
	for i := range items {
		if at[items[i].Gift.ID] == i {
			kept = append(kept, items[i])
		}
	}
	return kept
}

func insert(items []store.Item) (string, []any) {
	var q strings.Builder
	q.WriteString("INSERT INTO gifts (" + columns + ", for_children, embedding) VALUES ")
	args := make([]any, 0, arguments*len(items))
	for i := range items {
		g := &items[i].Gift
		args = append(args, g.ID, g.Name, g.Brief, g.Full, string(g.Price), catalog.NonNil(g.Categories), catalog.NonNil(g.Occasions), catalog.NonNil(g.Recipients),
			g.Popularity, g.Guidance, g.URL, g.Affiliate, g.Adult, catalog.NonNil(g.LovedBy), store.ForYoung(g), items[i].Vector)
		if i > 0 {
			q.WriteString(", ")
		}
		q.WriteString("(")
		for j := 1; j < arguments; j++ {
			fmt.Fprintf(&q, "$%d, ", i*arguments+j)
		}
		fmt.Fprintf(&q, "$%d::float4[]::vector)", i*arguments+arguments)
	}
	q.WriteString(" ON CONFLICT (id) DO UPDATE SET ")
	for i, column := range strings.Split(columns+", for_children, embedding", ",") {
		column = strings.TrimSpace(column)
		if column == "id" {
			continue
		}
		if i > 1 {
			q.WriteString(", ")
		}
		q.WriteString(column + " = excluded." + column)
	}
	return q.String(), args
}

// Delete implements [store.Store].
func (s *Store) Delete(ctx context.Context, ids []string) error {
	return s.write(ctx, func(t database.Tx) error {
		_, err := t.Exec(`DELETE FROM gifts WHERE id = ANY($1::text[])`, catalog.NonNil(ids))
		return err
	})
}

// SetManifest implements [store.Store].
func (s *Store) SetManifest(ctx context.Context, m store.Manifest) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return s.write(ctx, func(t database.Tx) error {
		_, err := t.Exec(`INSERT INTO gifts_manifest (manifest) VALUES ($1) ON CONFLICT (one) DO UPDATE SET manifest = excluded.manifest`, string(text))
		return err
	})
}
