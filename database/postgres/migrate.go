package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"mcp-adapters/database"
)

// open migrates the tables unless that was done.
func (d *Database) open(ctx context.Context) error {
	if d.migrated.Load() {
		return nil
	}
	select {
	case d.opening <- struct{}{}:
		defer func() { <-d.opening }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if d.migrated.Load() {
		return nil
	}
	if err := d.migrate(ctx); err != nil {
		return err
	}
	d.migrated.Store(true)
	return nil
}

// migrate brings the tables to the newest version that this program knows. A table
// that exists already is only read: a program that starts needs no right to make one.
func (d *Database) migrate(ctx context.Context) error {
	newest := len(d.opts.Schema.Migrations)
	for {
		version, err := d.version(ctx, d.pool)
		switch {
		case code(err) == undefinedTable, err == nil && version < 0:
			if err := d.makeVersions(ctx); err != nil {
				return err
			}
		case err != nil:
			return fmt.Errorf("read the version of the database: %w", err)
		case version > newest:
			return fmt.Errorf("%w: it has version %d and this program knows versions up to %d; install a newer release of the program", database.ErrNewer, version, newest)
		case version == newest:
			return nil
		default:
			if err := d.step(ctx); err != nil {
				return err
			}
		}
	}
}

// versions is the table of the migrations that were made. Its row 0 is what a
// migration locks.
func (d *Database) versions() string {
	return pgx.Identifier{d.opts.Schema.Name + "_versions"}.Sanitize()
}

// version is the newest migration that was made, -1 if not even row 0 is there.
func (d *Database) version(ctx context.Context, q interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}) (version int, err error) {
	err = q.QueryRow(ctx, "SELECT coalesce(max(version), -1) FROM "+d.versions()).Scan(&version)
	return version, err
}

// makeVersions makes the table of versions, unless another program has just done so.
func (d *Database) makeVersions(ctx context.Context) error {
	_, err := d.pool.Exec(ctx, `CREATE TABLE IF NOT EXISTS `+d.versions()+
		` (version INTEGER PRIMARY KEY, made_at TIMESTAMPTZ NOT NULL DEFAULT now())`)
	// Two that make it at the same moment meet in the server's own tables.
	if err != nil && !slices.Contains([]string{unique, existingTable, existingType}, code(err)) {
		return fmt.Errorf("make the table of versions: %w", err)
	}
	if _, err = d.pool.Exec(ctx, `INSERT INTO `+d.versions()+` (version) VALUES (0) ON CONFLICT DO NOTHING`); err != nil {
		return fmt.Errorf("fill the table of versions: %w", err)
	}
	return nil
}

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
	version, err := d.version(ctx, t)
	if err != nil {
		return fmt.Errorf("read the version of the database: %w", err)
	}
	if version >= len(d.opts.Schema.Migrations) {
		return nil
	}
	// The caller's context is its limit.
	if _, err := t.Exec(ctx, "SET LOCAL statement_timeout = 0"); err != nil {
		return fmt.Errorf("prepare the migration: %w", err)
	}
	// The simple protocol takes several statements at once.
	_, err = t.Exec(ctx, d.opts.Schema.Migrations[version], pgx.QueryExecModeSimpleProtocol)
	switch {
	case code(err) == existingTable && version == 0:
		return fmt.Errorf("%w: %w", errOtherTables, err)
	case err != nil:
		return fmt.Errorf("migrate the database to version %d: %w", version+1, err)
	}
	if _, err := t.Exec(ctx, "INSERT INTO "+d.versions()+" (version) VALUES ($1)", version+1); err != nil {
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
