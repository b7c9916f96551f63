package postgres

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
)

// trusted is for how long a program that runs counts on the version that it has seen.
const trusted = 5 * time.Second

// look has the tables opened again if their version is another than it was, which another
// release has made, or a restored backup. It asks once in a while, and lets other uses pass
// meanwhile.
func (d *Database) look(ctx context.Context) error {
	last, now := d.looked.Load(), int64(time.Since(d.began))
	if seen := d.version.Load(); seen == 0 || now-last < int64(trusted) || !d.looked.CompareAndSwap(last, now) {
		return nil
	}
	version, err := d.readVersion(ctx, d.pool)
	if err != nil {
		d.looked.CompareAndSwap(now, last)
		return err
	}
	if int64(version) != d.version.Load() {
		d.version.Store(0)
	}
	return nil
}

// open migrates the tables unless that was done.
func (d *Database) open(ctx context.Context) error {
	if d.version.Load() > 0 {
		return nil
	}
	select {
	case d.opening <- struct{}{}:
		defer func() { <-d.opening }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if d.version.Load() > 0 {
		return nil
	}
	version, err := d.migrate(ctx)
	if err != nil {
		return err
	}
	d.looked.Store(int64(time.Since(d.began)))
	d.version.Store(int64(version))
	return nil
}

// migrate brings the tables to the newest version that this program knows, unless a newer
// release has brought them further and this program can go on with that. It returns the
// version that they have then. A table that exists already is only read: a program that
// starts needs no right to make one.
func (d *Database) migrate(ctx context.Context) (version int, err error) {
	newest := len(d.opts.Schema.Migrations)
	for {
		version, err = d.readVersion(ctx, d.pool)
		switch {
		case code(err) == undefinedTable, err == nil && version < 0:
			err = d.makeVersions(ctx)
		case err != nil:
		case version > newest:
			return version, d.admit(ctx, version)
		case version == newest:
			return version, nil
		default:
			if err = d.extendVersions(ctx); err == nil {
				err = d.step(ctx)
			}
		}
		if err != nil {
			return 0, err
		}
	}
}

// versions is the table of the migrations that were made. Its row 0 is what a
// migration locks.
func (d *Database) versions() string {
	return pgx.Identifier{d.opts.Schema.Name + "_versions"}.Sanitize()
}

// readVersion returns the newest migration that was made, -1 if not even row 0 is there.
func (d *Database) readVersion(ctx context.Context, q interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}) (version int, err error) {
	err = q.QueryRow(ctx, "SELECT coalesce(max(version), -1) FROM "+d.versions()).Scan(&version)
	if err != nil {
		err = fmt.Errorf("read the version of the database: %w", err)
	}
	return version, err
}

// admit is [database.Admit] for tables of that version. A row that doesn't say who can go on with them,
// as those of earlier releases, admits no one.
func (d *Database) admit(ctx context.Context, version int) error {
	oldest := version
	err := d.pool.QueryRow(ctx, "SELECT coalesce(oldest, version) FROM "+d.versions()+" WHERE version = $1", version).Scan(&oldest)
	if err != nil && code(err) != noColumn {
		return fmt.Errorf("read the versions of the database: %w", err)
	}
	newest := len(d.opts.Schema.Migrations)
	if err := database.Admit(version, oldest, newest); err != nil {
		return err
	}
	d.opts.Log.Info().Int("version", version).Int("knows", newest).Msg("a newer release has migrated the database, and this one goes on with it")
	return nil
}

// makeVersions makes the table of versions, unless another program has just done so.
func (d *Database) makeVersions(ctx context.Context) error {
	_, err := d.pool.Exec(ctx, `CREATE TABLE IF NOT EXISTS `+d.versions()+
		` (version INTEGER PRIMARY KEY, made_at TIMESTAMPTZ NOT NULL DEFAULT now(), oldest INTEGER)`)
	// Two that make it at the same moment meet in the server's own tables.
	if err != nil && !slices.Contains([]string{unique, existingTable, existingType}, code(err)) {
		return fmt.Errorf("make the table of versions: %w", err)
	}
	if _, err = d.pool.Exec(ctx, `INSERT INTO `+d.versions()+` (version) VALUES (0) ON CONFLICT DO NOTHING`); err != nil {
		return fmt.Errorf("fill the table of versions: %w", err)
	}
	return nil
}

// extendVersions adds to the table of versions what earlier releases didn't note there.
func (d *Database) extendVersions(ctx context.Context) error {
	// A look first: what alters a table waits for all who read it, and has others wait.
	_, err := d.pool.Exec(ctx, `SELECT oldest FROM `+d.versions()+` LIMIT 0`)
	if code(err) == noColumn {
		_, err = d.pool.Exec(ctx, `ALTER TABLE `+d.versions()+` ADD COLUMN IF NOT EXISTS oldest INTEGER`)
	}
	if err != nil {
		return fmt.Errorf("extend the table of versions: %w", err)
	}
	return nil
}

// others is the longest that a migration waits at a time for those who read and write what it changes,
// since whoever comes later waits for it. It is tried again.
const others = 2 * time.Second

// step makes the next migration in a transaction of its own, since CockroachDB
// can't change what the same transaction has made. Who else wants to migrate waits
// for row 0.
func (d *Database) step(ctx context.Context) (err error) {
	t, err := d.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.ReadCommitted})
	if err != nil {
		return err
	}
	// After a commit this does nothing.
	defer func() { _ = t.Rollback(ctx) }()
	var zero int
	if err := t.QueryRow(ctx, "SELECT version FROM "+d.versions()+" WHERE version = 0 FOR UPDATE").Scan(&zero); err != nil {
		return fmt.Errorf("lock the table of versions: %w", err)
	}
	version, err := d.readVersion(ctx, t)
	if err != nil {
		return err
	}
	if version >= len(d.opts.Schema.Migrations) {
		return nil
	}
	// The caller's context is its limit.
	for _, set := range []string{"statement_timeout = 0", "lock_timeout = " + milliseconds(others)} {
		if _, err := t.Exec(ctx, "SET LOCAL "+set); err != nil {
			return fmt.Errorf("prepare the migration: %w", err)
		}
	}
	// The simple protocol takes several statements at once.
	_, err = t.Exec(ctx, d.opts.Schema.Migrations[version], pgx.QueryExecModeSimpleProtocol)
	switch {
	case code(err) == existingTable && version == 0:
		return fmt.Errorf("%w: %w", errOtherTables, err)
	case err != nil:
		return fmt.Errorf("migrate the database to version %d: %w", version+1, err)
	}
	if _, err := t.Exec(ctx, "INSERT INTO "+d.versions()+" (version, oldest) VALUES ($1, $2)", version+1, database.Oldest(d.opts.Schema.Migrations[:version+1])); err != nil {
		return fmt.Errorf("set the version of the database: %w", err)
	}
	// If the outcome is lost, the next attempt reads the version.
	if err := t.Commit(ctx); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	d.opts.Log.Info().Int("to", version+1).Msg("database migrated")
	return nil
}

// errOtherTables says that a table of another program has the name of one of ours.
var errOtherTables = fmt.Errorf("%w: make an empty database, and name it in DATABASE_URL", database.ErrForeign)
