// Package postgres keeps the recipes of a vault on a PostgreSQL server, which any number of
// vaults may share: each serves any request, and all see what one has acknowledged.
//
//	store, err := postgres.New(url, log)
//	...
//	v := vault.New(vault.Options{Store: store})
//
// It is apart from package vault so that programs without a server don't link pgx. Only what
// CockroachDB and YugabyteDB have too is used, as in package database/postgres.
//
// # Tables
//
// A recipe is one row, with its lists in it as JSON. So it is read and written by one statement
// each, and takes one page of the table and one of an index from memory or the disk.
//
// # Transactions
//
// A write sees one moment and fails if another has changed what it changes, and then it is
// run again. That is as good as one after another where a condition is checked on the
// recipe that is then changed, and titles are unique by the server's own constraint. Changes of
// families, and what is saved by someone who may just become a member of one, are decided by
// rows that they don't change: these are serializable.
//
// A write is answered with success when the server has committed it. If the server is lost
// in between, no one knows, and the answer is a failure with [database.ErrUnknown].
package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

//go:embed migrations/*.sql
var migrations embed.FS

// store is a [vault.Store].
type store struct{ db *postgres.Database }

// New returns the store at a postgres:// URL, which its first use opens. It fails if the URL
// can't be read. The log takes what happens to the database, never what is in it.
func New(url string, log zerolog.Logger) (vault.Store, error) {
	db, err := postgres.New(postgres.Options{
		URL:       url,
		Schema:    postgres.Schema{Name: "vault", Migrations: database.Migrations(migrations, "migrations")},
		Isolation: sql.LevelRepeatableRead,
		Log:       log,
	})
	if err != nil {
		return nil, err
	}
	return store{db}, nil
}

func (s store) Read(ctx context.Context, f func(vault.Tx) error) error {
	return failure(s.db.Read(ctx, func(t database.Tx) error { return f(&tx{Tx: t, query: t.Query}) }))
}

func (s store) ReadOnce(ctx context.Context, f func(vault.Tx) error) error {
	return failure(s.db.Loose(ctx, func(one func(string, ...any) (*sql.Rows, error)) error {
		asked := false
		return f(&tx{query: func(query string, args ...any) (*sql.Rows, error) {
			if asked { // it would be of another moment
				return nil, errors.New("a second statement without a transaction")
			}
			asked = true
			return one(query, args...)
		}})
	}))
}

// Write runs f again when another took its title right before it. The next run sees that one,
// unless it is gone again.
func (s store) Write(ctx context.Context, f func(vault.Tx) error) error {
	return failure(database.WriteUnique(ctx, s.db, func(t database.Tx) error { return f(&tx{Tx: t, query: t.Query}) }))
}

func (s store) WriteSerial(ctx context.Context, f func(vault.Tx) error) error {
	return failure(database.WriteUnique(ctx, serializable(s), func(t database.Tx) error { return f(&tx{Tx: t, query: t.Query}) }))
}

// serializable is a database whose every write is.
type serializable struct{ db *postgres.Database }

func (s serializable) Write(ctx context.Context, f func(database.Tx) error) error {
	return s.db.WriteSerializable(ctx, f)
}

func (s store) Row(ctx context.Context, query string, args []any, into ...any) error {
	return failure(s.db.Row(ctx, query, args, into...))
}

func (s store) Ping(ctx context.Context) error { return failure(s.db.Check(ctx)) }

func (s store) Check(ctx context.Context) error { return failure(s.db.Check(ctx)) }

// Pool is for [vault.Vault.Pool].
func (s store) Pool() database.Pool { return s.db.Pool() }

func (s store) Close() error { return s.db.Close() }

// failure says of a server that has too much to do what is said of one that is away: nothing
// was changed, and later there may be room.
func failure(err error) error {
	if errors.Is(err, database.ErrBusy) {
		return busy{err}
	}
	return err
}

// busy is [database.ErrUnavailable] of a server that was reached, which its text doesn't deny.
type busy struct{ error }

func (b busy) Unwrap() error        { return b.error }
func (b busy) Is(target error) bool { return target == database.ErrUnavailable }
