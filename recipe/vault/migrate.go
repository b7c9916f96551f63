package vault

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/rs/zerolog"
)

// applicationID marks the file as a recipe vault's ("RecV" in ASCII), so that
// another program's database is not taken for one.
const applicationID = 0x52656356

// migration is one step of the schema. Step n, counted from 1, brings the file
// to user_version n; a step that was released never changes.
type migration struct{ sql string }

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrations returns the steps in order of their file names.
func migrations() []migration {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	slices.Sort(names)
	steps := make([]migration, len(names))
	for i, name := range names {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			panic(fmt.Sprintf("read the embedded %s: %v", path.Base(name), err))
		}
		steps[i].sql = string(text)
	}
	return steps
}

// migrate brings the file to the newest version this program knows. The write
// lock is held from reading the version to the commit, so that of several
// processes one migrates and the others find it done.
func migrate(ctx context.Context, path string, steps []migration, log zerolog.Logger) error {
	opened, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("find the database: %w", err)
	}
	// No journal mode in this data source name: whose file it is comes first.
	db, err := sql.Open("sqlite", dsn(path, "_txlock", "immediate"))
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	defer func() { _ = db.Close() }()

	return retryBusy(ctx, func() error {
		version, err := identify(ctx, db, len(steps))
		if err != nil {
			return err
		}
		if version == len(steps) {
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
		if version, err = identify(ctx, t, len(steps)); err != nil || version == len(steps) {
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
		if err := upgrade(ctx, t, steps, version); err != nil {
			// The file stays as it was, and the next attempt copies it again.
			if copied != "" {
				_ = os.Remove(copied)
			}
			return err
		}
		if err := t.Commit(); err != nil {
			return fmt.Errorf("migrate the database: %w", err)
		}
		log.Info().Int("from", version).Int("to", len(steps)).Msg("database migrated")
		if copied != "" {
			pruneCopies(path, copied, log)
		}
		return nil
	})
}

// errMoved says that another file lies at the path than was opened.
var errMoved = errors.New("another file was put in the place of the database")

// upgrade runs the steps that a database of that version lacks.
func upgrade(ctx context.Context, t *sql.Tx, steps []migration, version int) error {
	for i, step := range steps[version:] {
		if _, err := t.ExecContext(ctx, step.sql); err != nil {
			return fmt.Errorf("migrate the database to version %d: %w", version+i+1, err)
		}
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(steps))
	if _, err := t.ExecContext(ctx, mark); err != nil {
		return fmt.Errorf("note the version of the database: %w", err)
	}
	return nil
}

// identify returns the version of a recipe vault's file, 0 when it is empty,
// and refuses what another program or a later version of this one wrote.
func identify(ctx context.Context, q interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, newest int) (int, error) {
	var id, version, tables int
	err := q.QueryRowContext(ctx, `
		SELECT (SELECT application_id FROM pragma_application_id),
		       (SELECT user_version FROM pragma_user_version),
		       (SELECT count(*) FROM sqlite_schema)`).Scan(&id, &version, &tables)
	switch {
	case err != nil:
		return 0, fmt.Errorf("read the database: %w", err)
	case id == 0 && version == 0 && tables == 0:
		return 0, nil
	case id != applicationID:
		return 0, ErrForeign
	case version > newest:
		return 0, fmt.Errorf("%w: it has version %d and this program knows versions up to %d; install a newer release of the program", ErrNewer, version, newest)
	case version < 1:
		return 0, fmt.Errorf("the database has the impossible version %d", version)
	}
	return version, nil
}
