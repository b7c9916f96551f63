package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Check opens the file, which makes it when it is missing, and has SQLite read
// the whole of it: a few seconds for some hundred megabytes. Its error is
// [ErrForeign], [ErrNewer], [ErrDamaged], [ErrBusy], or else the cause why the
// file can't be used. It quotes nothing of the contents.
//
// A damaged file that has a log stays as it is, byte for byte: it is only read,
// since the last one who closes a database writes the log into the file, even if
// that is another's log.
func (d *Database) Check(ctx context.Context) error {
	path, err := filepath.Abs(d.opts.Path)
	if err != nil {
		return fmt.Errorf("find the database: %w", err)
	}
	if info, err := os.Stat(path); err == nil && info.Size() > 0 && hasLog(path) {
		if _, err := d.opts.Schema.inspect(ctx, path); err != nil && !errors.Is(err, errEmpty) {
			return err
		}
	}
	return classify(d.use(ctx, func(o *openFile) error { return checkWhole(ctx, o.read.db) }))
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

// checkTables finds in a database of that version the tables that the migrations
// up to it have made. Of those that a newer release has made nothing is known.
func (s Schema) checkTables(ctx context.Context, db *sql.DB, version int) error {
	if version > len(s.Migrations) {
		return nil
	}
	model := sqlOpen(":memory:")
	defer func() { _ = model.Close() }()
	for _, step := range s.Migrations[:version] {
		if _, err := model.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("make the tables of version %d: %w", version, err)
		}
	}
	var all, missing string
	const list = `SELECT json_group_array(name) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`
	if err := model.QueryRowContext(ctx, list).Scan(&all); err != nil {
		return fmt.Errorf("list the tables: %w", err)
	}
	const find = `SELECT value FROM json_each(?) WHERE value NOT IN (SELECT name FROM sqlite_schema WHERE type = 'table')`
	switch err := db.QueryRowContext(ctx, find, all).Scan(&missing); {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("look for the tables: %w", err)
	}
	return fmt.Errorf("%w: its table %s is missing", ErrDamaged, missing)
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
