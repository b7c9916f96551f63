package store

import (
	"context"
	"embed"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
)

// DB is a database with the tables of this package: [SQLite] or [Postgres].
type DB interface {
	Read(ctx context.Context, f func(database.Tx) error) error
	Write(ctx context.Context, f func(database.Tx) error) error
	Check(ctx context.Context) error
	Close() error
}

// Options are what tests replace.
type Options struct {
	Now   func() time.Time // nil: [time.Now]
	NewID func() string    // nil: random UUIDs
}

// Store is safe for concurrent use.
type Store struct {
	db    DB
	now   func() time.Time
	newID func() string
}

// New makes a store on a database, which the caller closes.
func New(db DB, o Options) *Store {
	s := &Store{db: db, now: o.Now, newID: o.NewID}
	if s.now == nil {
		s.now = time.Now
	}
	if s.newID == nil {
		s.newID = uuid.NewString
	}
	return s
}

//go:embed migrations
var migrations embed.FS

// schema describes the file: "Port" in ASCII marks it as a portfolio's.
var schema = database.Schema{
	Name:          "portfolio",
	ApplicationID: 0x506f7274,
	Migrations:    database.Migrations(migrations, "migrations/sqlite"),
	Count:         "SELECT count(*) FROM projects",
}

// SQLite returns the database in the file at path, which its first use opens.
func SQLite(path string, log zerolog.Logger) *database.Database {
	return database.New(database.Options{Path: path, Schema: schema, Reads: reads, Writes: writes, Log: log})
}

// Postgres returns the database at a postgres:// URL, which its first use opens.
func Postgres(url string, log zerolog.Logger) (*postgres.Database, error) {
	return postgres.New(postgres.Options{
		URL:    url,
		Schema: postgres.Schema{Name: "portfolio", Migrations: database.Migrations(migrations, "migrations/postgres")},
		Log:    log,
	})
}

// Backup writes the SQLite file at path to the new file target, while others use it,
// and returns how many projects that holds. See [database.Schema.Backup].
func Backup(ctx context.Context, path, target string) (projects int, err error) {
	return schema.Backup(ctx, path, target)
}

// Restore puts the database in file in place of the one at path, which is kept
// beside it. See [database.Schema.Restore].
func Restore(ctx context.Context, path, file string) (database.Restored, error) {
	return schema.Restore(ctx, path, file)
}

// Version returns a text that stays the same for as long as nothing was committed, by this
// program or by another; "" if that can't be known, as with PostgreSQL. What was read after
// a version was returned is what the store still has when that is returned again.
func (s *Store) Version(ctx context.Context) (string, error) {
	if db, ok := s.db.(interface {
		Version(ctx context.Context) (string, error)
	}); ok {
		return db.Version(ctx)
	}
	return "", nil
}

// tx is one running transaction.
type tx struct {
	database.Tx
	s   *Store
	now time.Time
}

// read returns what the last run of f has made.
func read[T any](ctx context.Context, s *Store, f func(tx) (T, error)) (result T, err error) {
	err = s.db.Read(ctx, func(t database.Tx) (err error) {
		result, err = f(tx{t, s, s.now()})
		return err
	})
	return result, err
}

// write is read for a transaction that writes. A random name that was taken is drawn
// again.
func write[T any](ctx context.Context, s *Store, f func(tx) (T, error)) (result T, err error) {
	err = database.WriteUnique(ctx, s.db, func(t database.Tx) (err error) {
		result, err = f(tx{t, s, s.now()})
		return err
	})
	return result, err
}

// timeFormat is how times are stored: in UTC, so that they sort as they are.
const timeFormat = "2006-01-02T15:04:05.000000Z"

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(timeFormat)
}

func moment(text string) time.Time {
	t, _ := time.Parse(timeFormat, text) // "": not set
	return t
}
