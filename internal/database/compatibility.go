package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Oldest returns which programs can go on with what these steps leave: those that know
// versions up to the one that it returns, and all later ones. A step that says nothing leaves
// tables for the programs alone that know it. One whose first line is
//
//	-- oldest: 3
//
// leaves tables that programs which know versions up to 3 alone can go on to read and write,
// beside those that know it: it adds what they don't miss, or takes away what they
// no longer use.
func Oldest(steps []string) (oldest int) {
	for i, step := range steps {
		needs := i + 1
		first, _, _ := strings.Cut(step, "\n")
		if said, ok := strings.CutPrefix(first, "-- oldest: "); ok {
			if n, err := strconv.Atoi(strings.TrimSpace(said)); err == nil {
				needs = min(n, needs)
			}
		}
		oldest = max(oldest, needs)
	}
	return oldest
}

// Admit fails with [ErrNewer] unless a program that knows versions up to known can go on with
// tables of a version that a later release has made; oldest is what [Oldest] said of its steps.
func Admit(version, oldest, known int) error {
	if oldest <= known {
		return nil
	}
	return fmt.Errorf("%w: it has version %d and this program knows versions up to %d; install a newer release of the program", ErrNewer, version, known)
}

// querier is a database, or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// admit is [Admit] for a file of that version. The table of versions has what the program said
// that made it; without a word there, it admits no one.
func (s Schema) admit(ctx context.Context, q querier, version int) error {
	oldest := version
	err := q.QueryRowContext(ctx, `SELECT oldest FROM schema_versions WHERE version = ?`, version).Scan(&oldest)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read the versions of the database: %w", err)
	}
	return Admit(version, oldest, len(s.Migrations))
}

// record notes in the transaction that has made the newest version who can go on with it.
func (s Schema) record(ctx context.Context, t *sql.Tx) error {
	_, err := t.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, oldest INTEGER NOT NULL) STRICT`)
	if err == nil {
		_, err = t.ExecContext(ctx, `INSERT OR REPLACE INTO schema_versions (version, oldest) VALUES (?, ?)`, len(s.Migrations), Oldest(s.Migrations))
	}
	return err
}

// selectVersion reads a page that every transaction has read already.
const selectVersion = "PRAGMA user_version"

// current fails with [ErrNewer] if a later release has migrated the file, since it was opened, to
// what this program can't go on with.
func (f *openFile) current(t Tx) error {
	var version int64
	at := context.WithoutCancel(t.ctx) // as in [watch.version]
	if err := t.tx.StmtContext(at, t.stmts[selectVersion]).QueryRowContext(at).Scan(&version); err != nil {
		return fmt.Errorf("read the version of the database: %w", err)
	}
	if version == f.seen.Load() {
		return nil
	}
	if _, err := f.schema.version(t.ctx, t.tx); err != nil {
		return err
	}
	f.seen.Store(version)
	return nil
}
