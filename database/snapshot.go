package database

import (
	"context"
	"database/sql"
	"errors"
	"os"
)

// snapshot has SQLite write the database to the file at path, which is there and
// empty, checks what it wrote, and closes the database. VACUUM INTO reads in one
// transaction of the write-ahead log, so no writer waits for it or makes it begin
// again; and what it writes needs no log beside it.
func (s Schema) snapshot(ctx context.Context, db *sql.DB, path string) (count int, err error) {
	waiting, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	defer func() {
		for _, suffix := range sidecars {
			_ = os.Remove(path + suffix)
		}
	}()
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

// errEmpty says that a database holds nothing, not even tables.
var errEmpty = errors.New("the database is empty")

// inspect reads the whole of a file that no one writes to, and counts what it
// holds. Nothing is made beside a file that is alone.
func (s Schema) inspect(ctx context.Context, path string) (count int, err error) {
	db := readOnly(path)
	defer func() { _ = db.Close() }()
	waiting, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	version := 0
	err = retryBusy(waiting, func() (err error) {
		version, err = s.version(ctx, db)
		return err
	})
	if err == nil && version == 0 {
		err = errEmpty
	}
	if err == nil {
		err = checkWhole(ctx, db)
	}
	if err == nil {
		err = s.checkTables(ctx, db, version)
	}
	if err == nil {
		err = db.QueryRowContext(ctx, s.Count).Scan(&count)
	}
	return count, classify(err)
}
