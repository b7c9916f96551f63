package vault

import (
	"context"

	"mcp-adapters/database"
)

// store is the recipes in the database file. It is safe for concurrent use.
type store struct{ *database.Database }

// read and write run f in a transaction, and again when another process was in
// the way, so f starts from nothing each time.
func (s store) read(ctx context.Context, f func(tx) error) error {
	return s.Read(ctx, func(t database.Tx) error { return f(tx{t}) })
}

func (s store) write(ctx context.Context, f func(tx) error) error {
	return s.Write(ctx, func(t database.Tx) error { return f(tx{t}) })
}

// tx is one running transaction.
type tx struct{ database.Tx }
