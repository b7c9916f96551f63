package pgtest

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// Database is what a database of either kind can do.
type Database interface {
	Read(ctx context.Context, f func(database.Tx) error) error
	Write(ctx context.Context, f func(database.Tx) error) error
	Row(ctx context.Context, query string, args []any, into ...any) error
	Check(ctx context.Context) error
	Close() error
}

// OnBoth runs a test of what a store promises on an empty database of each kind: a SQLite
// file, and one of the [Shared] server. Each call of open opens that once more, as another
// process does; the end of the test closes it.
func OnBoth(
	t *testing.T,
	sqlite func(path string, log zerolog.Logger) *database.Database,
	server func(url string, log zerolog.Logger) (*postgres.Database, error),
	test func(t *testing.T, open func() Database),
) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "test.db")
		test(t, func() Database { return closing(t, sqlite(path, zerolog.Nop())) })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := Shared(t).Database(t)
		test(t, func() Database {
			db, err := server(url, zerolog.Nop())
			if err != nil {
				t.Fatal(err)
			}
			return closing(t, db)
		})
	})
}

func closing(t *testing.T, db Database) Database {
	t.Helper()
	harness.CloseAfter(t, db)
	return db
}
