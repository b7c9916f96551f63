package database

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
func (s Schema) snapshot(ctx context.Context, source, path string) (count int, err error) {
	waiting, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	defer func() {
		for _, suffix := range sidecars {
			_ = os.Remove(path + suffix)
		}
	}()
	db, err := sql.Open("sqlite", source)
	if err != nil {
		return 0, fmt.Errorf("open the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	err = retryBusy(waiting, func() error {
		if _, err := s.version(ctx, db); err != nil {
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
		return 0, classify(err)
	}
	return s.inspect(ctx, path)
}

// inspect reads the whole of a file that no one writes to, and counts what it
// holds. Nothing is made beside a file that is alone.
func (s Schema) inspect(ctx context.Context, path string) (count int, err error) {
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
		version, err = s.version(ctx, db)
		return err
	})
	switch {
	case err != nil:
		return 0, classify(err)
	case version == 0:
		return 0, errEmpty
	}
	if err := checkWhole(ctx, db); err != nil {
		return 0, classify(err)
	}
	if err := s.checkTables(ctx, db, version); err != nil {
		return 0, err
	}
	if err := db.QueryRowContext(ctx, s.Count).Scan(&count); err != nil {
		return 0, classify(err)
	}
	return count, nil
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
