package vault

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// snapshot has SQLite write the database of the data source name to the file
// at path, which is there and empty, and checks what it wrote. VACUUM INTO reads
// in one transaction of the write-ahead log, so no writer waits for it or makes
// it begin again; and what it writes needs no log beside it.
func snapshot(ctx context.Context, source, path string, newest int) (recipes int, err error) {
	waiting, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	defer func() {
		for _, s := range sidecars {
			_ = os.Remove(path + s)
		}
	}()
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return 0, fmt.Errorf("open the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	err = retryBusy(waiting, func() error {
		if _, err := identify(ctx, db, newest); err != nil {
			return err
		}
		// An attempt that met a lock may have written something.
		if err := os.Truncate(path, 0); err != nil {
			return err
		}
		_, err := db.ExecContext(ctx, "VACUUM INTO ?", path)
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return 0, named(err)
	}
	return inspect(ctx, path, newest)
}

// reason leaves out of err what says no more to a person.
func reason(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrBusy):
		return ErrBusy
	}
	return plain(err)
}

// inspect reads the whole of a vault's file that nobody writes to, and counts
// its recipes. Nothing is made beside a file that lies alone.
func inspect(ctx context.Context, path string, newest int) (recipes int, err error) {
	db, err := sql.Open("sqlite", readOnly(path))
	if err != nil {
		return 0, fmt.Errorf("open the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	defer func() { _ = db.Close() }()
	waiting, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	version := 0
	err = retryBusy(waiting, func() (err error) {
		version, err = identify(ctx, db, newest)
		return err
	})
	switch {
	case err != nil:
		return 0, named(err)
	case version == 0:
		return 0, errEmpty
	}
	if err := checkWhole(ctx, db); err != nil {
		return 0, named(err)
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM recipes").Scan(&recipes); err != nil {
		return 0, named(err)
	}
	return recipes, nil
}

var errEmpty = errors.New("the database is empty")

// readOnly returns the data source name for a file that is only read. Alone it
// is complete, whatever mode it was left in, and then no file is made beside it.
func readOnly(path string) string {
	for _, s := range sidecars {
		if _, err := os.Lstat(path + s); !errors.Is(err, fs.ErrNotExist) {
			return dsn(path, "mode", "ro")
		}
	}
	return dsn(path, "mode", "ro", "immutable", "1")
}
