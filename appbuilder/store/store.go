package store

import (
	"context"
	"embed"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// DB is a database with the tables of this package: [SQLite] or [Postgres].
type DB interface {
	Read(ctx context.Context, f func(database.Tx) error) error
	Write(ctx context.Context, f func(database.Tx) error) error
	Row(ctx context.Context, query string, args []any, into ...any) error
	Check(ctx context.Context) error
	Close() error
}

// Limits of what an owner has. Zero values mean the defaults.
type Limits struct {
	Apps      int // default 50
	Published int // default 20
}

// Options are what operators set and tests replace.
type Options struct {
	Limits Limits
	Now    func() time.Time // nil: [time.Now]
}

// Store is safe for concurrent use.
type Store struct {
	db     DB
	limits Limits
	now    func() time.Time
}

// New makes a store on a database, which the caller closes.
func New(db DB, o Options) *Store {
	s := &Store{db: db, limits: o.Limits, now: o.Now}
	if s.now == nil {
		s.now = time.Now
	}
	if s.limits.Apps == 0 {
		s.limits.Apps = 50
	}
	if s.limits.Published == 0 {
		s.limits.Published = 20
	}
	return s
}

//go:embed migrations
var migrations embed.FS

// schema describes the file: "Apps" in ASCII marks it as this program's.
var schema = database.Schema{
	Name:          "database of apps",
	ApplicationID: 0x41707073,
	Migrations:    database.Migrations(migrations, "migrations/sqlite"),
	Count:         "SELECT count(*) FROM apps",
}

// SQLite returns the database in the file at path, which its first use opens.
func SQLite(path string, log zerolog.Logger) *database.Database {
	return database.New(database.Options{Path: path, Schema: schema, Reads: []string{selectLive}, Log: log})
}

// Postgres returns the database at a postgres:// URL, which its first use opens.
func Postgres(url string, log zerolog.Logger) (*postgres.Database, error) {
	return postgres.New(postgres.Options{
		URL:    url,
		Schema: postgres.Schema{Name: "appbuilder", Migrations: database.Migrations(migrations, "migrations/postgres")},
		Log:    log,
	})
}

// Backup writes the SQLite file at path to the new file target, while others use it, and
// returns how many apps that holds. See [database.Schema.Backup].
func Backup(ctx context.Context, path, target string) (apps int, err error) {
	return schema.Backup(ctx, path, target)
}

// Restore puts the database in file in place of the one at path, which is kept beside it.
// See [database.Schema.Restore].
func Restore(ctx context.Context, path, file string) (database.Restored, error) {
	return schema.Restore(ctx, path, file)
}

// Check reports whether the database can be used.
func (s *Store) Check(ctx context.Context) error { return failure(s.db.Check(ctx)) }

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
	return result, failure(err)
}

// write is read for a transaction that writes.
func write[T any](ctx context.Context, s *Store, f func(tx) (T, error)) (result T, err error) {
	err = s.db.Write(ctx, func(t database.Tx) (err error) {
		result, err = f(tx{t, s, s.now()})
		return err
	})
	return result, failure(err)
}

// failure makes of a database's error one for a person.
func failure(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	f := &fault.Error{Kind: fault.Unavailable, Message: "The apps can't be reached right now. Please try again in a moment.", Err: err}
	switch {
	case errors.Is(err, database.ErrUnknown):
		f.Kind, f.Message = fault.UnknownOutcome, "It is not known whether this was saved. Please look before you try again."
	case errors.Is(err, database.ErrFull):
		f.Message = "There is no room left to save this. Nothing was changed."
	case errors.Is(err, context.DeadlineExceeded):
		f.Kind, f.Message = fault.Timeout, "This took too long. Please try again."
	case errors.Is(err, context.Canceled):
		f.Kind, f.Message = fault.Internal, "This was cancelled."
	}
	return f
}

// timeFormat is how times are stored: in UTC, so that they sort as they are.
const timeFormat = "2006-01-02T15:04:05.000Z"

func stamp(t time.Time) string { return t.UTC().Format(timeFormat) }

// when reads what stamp wrote; "" is the zero time.
func when(s string) time.Time {
	t, _ := time.Parse(timeFormat, s) // only stamp writes here
	return t
}

// newID returns a random UUID.
func newID() string { return uuid.NewString() }
