package vault

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	sqlite3 "modernc.org/sqlite/lib"
)

// What [Vault.Check] tells apart.
var (
	// ErrForeign says that the file is another program's database, or none.
	ErrForeign = errors.New("the file is a database of another program; name another file in DATABASE_URL")
	// ErrNewer says that a later release of the program wrote the file.
	ErrNewer = errors.New("a newer release wrote the database")
	// ErrDamaged says that what is in the file contradicts itself.
	ErrDamaged = errors.New("the database is damaged")
	// ErrBusy says that another program kept the file locked.
	ErrBusy = errors.New("the database is locked by another program")
)

// Check opens the database, which makes it when it is missing, and has SQLite
// read the whole of it: a few seconds for a file of some hundred megabytes. Its
// error is one of the above, or else the cause why the file can't be used. It
// quotes nothing of a recipe.
//
// A damaged database that has a log stays as it is, byte for byte: it is only
// read, since the last one who closes a database writes the log into the file,
// even if that is another's log.
func (v *Vault) Check(ctx context.Context) error {
	path, err := filepath.Abs(v.opts.Path)
	if err != nil {
		return fmt.Errorf("find the database: %w", err)
	}
	if info, err := os.Stat(path); err == nil && info.Size() > 0 && hasLog(path) {
		if _, err := inspect(ctx, path, len(v.migrations)); err != nil && !errors.Is(err, errEmpty) {
			return err
		}
	}
	return named(v.use(ctx, func(s *store) error { return checkWhole(ctx, s.read.db) }))
}

// named wraps an error of SQLite in that of the above which it amounts to.
func named(err error) error {
	switch resultCode(err) & 0xff {
	case sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrForeign, err)
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if busy(err) {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

// checkWhole has SQLite read the whole of a database.
func checkWhole(ctx context.Context, db *sql.DB) error {
	var first string
	// The pragma gives "ok", or a row for each fault; one is enough.
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&first); err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	if first != "ok" {
		return ErrDamaged
	}
	return nil
}
