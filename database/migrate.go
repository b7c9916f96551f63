package database

import (
	"context"
	"fmt"
	"os"

	"github.com/rs/zerolog"
)

// migrate brings the file to the newest version this program knows. The write
// lock is held from reading the version to the commit, so that of several
// processes one migrates and the others find it done.
func migrate(ctx context.Context, path string, schema Schema, log zerolog.Logger) error {
	newest := len(schema.Migrations)
	opened, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("find the database: %w", err)
	}
	// No journal mode in this data source name: whose file it is comes first.
	db := connect(path, "_txlock", "immediate")
	defer func() { _ = db.Close() }()

	return retryBusy(ctx, func() error {
		version, err := schema.version(ctx, db)
		if err != nil {
			return err
		}
		if version == newest {
			return nil
		}
		// Outside a transaction, and before the first one: it stays with the file.
		if _, err := db.ExecContext(ctx, "PRAGMA journal_mode = WAL"); err != nil {
			return fmt.Errorf("switch the database to a write-ahead log: %w", err)
		}
		t, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = t.Rollback() }()
		if version, err = schema.version(ctx, t); err != nil || version == newest {
			return err
		}
		// A restore may have put another file in the place of the one that waited
		// for its lock. The log, which SQLite finds by its name, is that one's.
		if now, err := os.Stat(path); err != nil || !os.SameFile(opened, now) {
			return errMoved
		}
		var copied string
		if version > 0 {
			if copied, err = copyBefore(ctx, path, version); err != nil {
				return fmt.Errorf("copy the database before it is migrated: %w", err)
			}
		}
		if err := schema.upgrade(ctx, t, version); err != nil {
			// The file stays as it was, and the next attempt copies it again.
			if copied != "" {
				_ = os.Remove(copied)
			}
			return err
		}
		if err := t.Commit(); err != nil {
			return fmt.Errorf("migrate the database: %w", err)
		}
		log.Info().Int("from", version).Int("to", newest).Msg("database migrated")
		if copied != "" {
			pruneCopies(path, copied, log)
		}
		return nil
	})
}
