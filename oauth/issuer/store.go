package issuer

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"time"

	"mcp-adapters/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// schema describes the file: "OAut" in ASCII marks it.
var schema = database.Schema{
	Name:          "sign-in store",
	ApplicationID: 0x4f417574,
	Migrations:    database.Migrations(migrations, "migrations"),
	Count:         "SELECT count(*) FROM accounts",
}

// activeQuery finds a grant that has not ended. It is made for every request with a
// token, by the table's primary key.
const activeQuery = "SELECT 1 FROM grants WHERE id = ? AND expires > ?"

// store is the file.
type store struct{ *database.Database }

// read and write run f in a transaction, and again when another process was in the
// way, so f starts from nothing each time.
func (s store) read(ctx context.Context, f func(tx) error) error {
	return s.Read(ctx, func(t database.Tx) error { return f(tx{t}) })
}

func (s store) write(ctx context.Context, f func(tx) error) error {
	return s.Write(ctx, func(t database.Tx) error { return f(tx{t}) })
}

// tx is one running transaction.
type tx struct{ database.Tx }

// row reads the first row of a query, if there is one.
func (t tx) row(query string, args []any, dest ...any) (found bool, err error) {
	rows, err := t.Query(query, args...)
	if err != nil {
		return false, err
	}
	if rows.Next() {
		found, err = true, rows.Scan(dest...)
	}
	return found, errors.Join(err, rows.Err(), rows.Close())
}

// purge removes what has expired. It is part of each transaction that adds rows.
func (t tx) purge(now time.Time) error {
	for _, query := range []string{
		"DELETE FROM sessions WHERE expires <= ?1",
		"DELETE FROM grants WHERE expires <= ?1",
		"DELETE FROM attempts WHERE expires <= ?1",
		"UPDATE accounts SET code = NULL, code_expires = NULL WHERE code_expires <= ?1",
	} {
		if _, err := t.Exec(query, now.Unix()); err != nil {
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
