package vault

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// schema describes the file: "RecV" in ASCII marks it as a recipe vault's.
var schema = database.Schema{
	Name:          "vault",
	ApplicationID: 0x52656356,
	Migrations:    database.Migrations(migrationFiles, "migrations"),
	Count:         "SELECT count(*) FROM recipes",
	Fill:          fill,
}

// sqlite is the store in a file.
type sqlite struct{ db *database.Database }

func newSQLite(path string, schema database.Schema, log zerolog.Logger) sqlite {
	return sqlite{database.New(database.Options{
		Path: path, Schema: schema, Reads: slices.Concat(readQueries, family.Lookups), Writes: writeQueries, Log: log,
	})}
}

func (s sqlite) Read(ctx context.Context, f func(Tx) error) error {
	return s.db.Read(ctx, func(t database.Tx) error { return f(sqliteTx{t}) })
}

func (s sqlite) ReadOnce(ctx context.Context, f func(Tx) error) error { return s.Read(ctx, f) }

func (s sqlite) Write(ctx context.Context, f func(Tx) error) error {
	return s.db.Write(ctx, func(t database.Tx) error { return f(sqliteTx{t}) })
}

// WriteSerial is Write: a file has one writer at a time, from its first statement on.
func (s sqlite) WriteSerial(ctx context.Context, f func(Tx) error) error { return s.Write(ctx, f) }

func (s sqlite) Row(ctx context.Context, query string, args []any, into ...any) error {
	return s.db.Row(ctx, query, args, into...)
}

func (s sqlite) Ping(ctx context.Context) error {
	return s.db.Read(ctx, func(t database.Tx) error {
		var n int
		return t.QueryRow(selectOne).Scan(&n)
	})
}

// Check has SQLite read the whole file. See [database.Database.Check].
func (s sqlite) Check(ctx context.Context) error { return s.db.Check(ctx) }

func (s sqlite) Close() error { return s.db.Close() }

// Backup writes the vault at path to the new file target, while others use it,
// and returns how many recipes that holds. See [database.Schema.Backup].
func Backup(ctx context.Context, path, target string) (recipes int, err error) {
	return schema.Backup(ctx, path, target)
}

// Untouched returns a path at which the vault at path can be used without a change of it: path,
// or that of a copy, which remove removes. See [database.Schema.Untouched].
func Untouched(ctx context.Context, path string) (at string, remove func() error, err error) {
	return schema.Untouched(ctx, path)
}

// Restore puts the vault in file in place of the one at path, which is kept
// beside it. See [database.Schema.Restore].
func Restore(ctx context.Context, path, file string) (database.Restored, error) {
	done, err := schema.Restore(ctx, path, file)
	if errors.Is(err, database.ErrInUse) {
		err = fmt.Errorf("%w; end recipe-vault, and every assistant that uses the vault, and restore again", err)
	}
	return done, err
}
