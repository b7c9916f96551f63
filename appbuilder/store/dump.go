package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// tables are all that a backup has, those that others refer to first.
var tables = []string{"owners", "apps", "revisions", "versions", "slugs", "messages", "spent", "edit_tokens", "calls"}

// Dump writes what is in any database to the new file target, as [Backup] does of a file, and
// returns how many apps that holds. Others go on using the database.
func Dump(ctx context.Context, db DB, target string) (apps int, err error) {
	err = scratch(filepath.Dir(target), func(file string) error {
		to := SQLite(file, zerolog.Nop())
		err := db.Read(ctx, func(source database.Tx) error {
			return to.Write(ctx, func(t database.Tx) error { return replace(t, source) })
		})
		if err = errors.Join(err, to.Close()); err != nil {
			return err
		}
		apps, err = Backup(ctx, file, target)
		return err
	})
	return apps, err
}

// Load replaces what is in any database with what is in file, which [Backup] or [Dump] has
// written, and returns how many apps that holds. It is all done or nothing is. No server may
// use the database meanwhile: it would go on serving versions that it remembers.
func Load(ctx context.Context, db DB, file string) (apps int, err error) {
	err = scratch("", func(copied string) error {
		// The file itself is only read; a copy becomes what this release has.
		if apps, err = Backup(ctx, file, copied); err != nil {
			return err
		}
		from := SQLite(copied, zerolog.Nop())
		err := from.Check(ctx)
		if err == nil {
			err = db.Write(ctx, func(t database.Tx) error {
				return from.Read(ctx, func(source database.Tx) error { return replace(t, source) })
			})
		}
		return errors.Join(err, from.Close())
	})
	return apps, err
}

// scratch calls f with the path of a file below a directory that isn't there, and removes what that
// becomes. "" is the system's place for such files.
func scratch(below string, f func(file string) error) error {
	dir, err := os.MkdirTemp(below, ".app-builder-*")
	if err != nil {
		return err
	}
	return errors.Join(f(filepath.Join(dir, "apps.db")), os.RemoveAll(dir))
}

// replace puts the rows of source in place of those there are.
func replace(t, source database.Tx) error {
	for i := range tables {
		if _, err := t.Exec("DELETE FROM " + tables[len(tables)-1-i]); err != nil {
			return err
		}
	}
	for _, table := range tables {
		if err := copyTable(t, source, table); err != nil {
			return fmt.Errorf("copy %s: %w", table, err)
		}
	}
	return nil
}

func copyTable(t, source database.Tx, table string) error {
	rows, err := source.Query("SELECT * FROM " + table)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	places := make([]string, len(columns))
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range columns {
		places[i] = fmt.Sprintf("$%d", i+1)
		into[i] = &values[i]
	}
	insert := "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if _, err := t.Exec(insert, values...); err != nil {
			return err
		}
	}
	return rows.Err()
}
