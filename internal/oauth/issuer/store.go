package issuer

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// DB is a database with the tables of this package: that of [SQLite], or a PostgreSQL
// database (package database/postgres) with the migrations of [Postgres].
type DB interface {
	Read(ctx context.Context, f func(database.Tx) error) error
	Write(ctx context.Context, f func(database.Tx) error) error
	Close() error
}

//go:embed migrations
var migrations embed.FS

// schema describes the file: "OAut" in ASCII marks it.
var schema = database.Schema{
	Name:          "sign-in store",
	ApplicationID: 0x4f417574,
	Migrations:    database.Migrations(migrations, "migrations/sqlite"),
	Count:         "SELECT count(*) FROM accounts",
}

// SQLite returns the database in the file at path, which its first use opens.
func SQLite(path string, log zerolog.Logger) *database.Database {
	return database.New(database.Options{Path: path, Schema: schema, Reads: []string{activeQuery}, Log: log})
}

// Postgres returns the migrations that make the tables in a PostgreSQL database. This
// package doesn't open one, so that a program without it has no driver for it.
func Postgres() []string { return database.Migrations(migrations, "migrations/postgres") }

// activeQuery finds a grant that has not ended. It is made for every request with a
// token, by the table's primary key.
const activeQuery = "SELECT 1 FROM grants WHERE id = $1 AND expires > $2"

// store is the database.
type store struct{ DB }

// read and write run f in a transaction, and again when another process was in the
// way, so f starts from nothing each time. Two may make the first key, or the same account, at
// one moment.
func (s store) read(ctx context.Context, f func(tx) error) error {
	return s.Read(ctx, func(t database.Tx) error { return f(tx{t}) })
}

func (s store) write(ctx context.Context, f func(tx) error) error {
	return database.WriteUnique(ctx, s, func(t database.Tx) error { return f(tx{t}) })
}

// row is [tx.row] in a transaction of its own.
func (s store) row(ctx context.Context, query string, args []any, dest ...any) (found bool, err error) {
	err = s.read(ctx, func(t tx) (err error) {
		found, err = t.row(query, args, dest...)
		return err
	})
	return found && err == nil, err
}

// exec is [tx.exec] in a transaction of its own.
func (s store) exec(ctx context.Context, query string, args ...any) error {
	return s.write(ctx, func(t tx) error { return t.exec(query, args...) })
}

// all is more rows than there are. SQLite has no OFFSET without a LIMIT.
const all = 1 << 40

// tx is one running transaction.
type tx struct{ database.Tx }

// row reads the first row of a query, if there is one.
func (t tx) row(query string, args []any, dest ...any) (found bool, err error) {
	err = t.QueryRow(query, args...).Scan(dest...)
	if database.IsNoRow(err) {
		return false, nil
	}
	return err == nil, err
}

// exec runs a statement.
func (t tx) exec(query string, args ...any) error {
	_, err := t.Exec(query, args...)
	return err
}

// purge removes what has expired. It is part of each transaction that adds rows.
func (t tx) purge(now time.Time) error {
	for _, query := range []string{
		"DELETE FROM sessions WHERE expires <= $1",
		"DELETE FROM grants WHERE expires <= $1",
		"DELETE FROM attempts WHERE expires <= $1",
		"UPDATE accounts SET code = NULL, code_expires = NULL WHERE code_expires <= $1",
	} {
		if err := t.exec(query, now.Unix()); err != nil {
			return err
		}
	}
	return nil
}

// secret returns 256 random bits as text, for others to hold, and the hash that is
// stored.
func secret() (text string, hash []byte) {
	text = random(sha256.Size)
	return text, hashOf(text)
}

// random returns n random bytes as text.
func random(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

func hashOf(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}
