package vault

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"
)

// readers is how many reads run side by side in one process; more connections
// cost memory and bring nothing on the few cores of a home server.
const readers = 4

// readCache lets each of them keep up to 16 MiB of pages, which is some thousands
// of recipes: what a family asks for again isn't read again. SQLite's own 2 MiB
// are too few for that.
const readCache = "cache_size(-16384)"

// closeLimit bounds the writing of the log into the file. The log has some
// megabytes, unless a long read has made it grow.
const closeLimit = 10 * time.Second

// store is one opened database file. It is safe for concurrent use.
type store struct {
	path string
	file fs.FileInfo // what lay at path when it was opened
	log  zerolog.Logger

	// Reads run side by side on snapshots of their own. Writes go through one
	// connection, so that within the process they queue in order of arrival
	// instead of racing for SQLite's lock.
	read, write *pool
}

// openStore opens the file at path, makes it when it is missing, and brings its
// schema up to date. Any number of processes may do so at the same time.
func openStore(ctx context.Context, path string, steps []migration, log zerolog.Logger) (*store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the database: %w", err)
	}
	const attempts = 3
	for left := attempts; ; left-- {
		s, err := tryOpenStore(ctx, path, steps, log)
		if !moved(err) || left == 0 {
			return s, err
		}
	}
}

func tryOpenStore(ctx context.Context, path string, steps []migration, log zerolog.Logger) (*store, error) {
	if err := ensureFile(path); err != nil {
		return nil, err
	}
	if err := migrate(ctx, path, steps, log); err != nil {
		return nil, err
	}
	s := &store{path: path, log: log}
	var err error
	if s.file, err = os.Stat(path); err != nil {
		return nil, fmt.Errorf("find the database: %w", err)
	}
	const wal = "journal_mode(WAL)"
	if s.write, err = openPool(ctx, dsn(path, "_txlock", "immediate", "_pragma", wal), 1, writeQueries); err != nil {
		return nil, err
	}
	if s.read, err = openPool(ctx, dsn(path, "_pragma", wal, "_pragma", readCache, "_query_only", "1"), readers, readQueries); err != nil {
		return nil, errors.Join(err, s.write.close())
	}
	return s, nil
}

// close writes the log into the file first, so that the file alone is complete
// even if another program has it open and reads on; SQLite does that only when
// the last one closes it.
func (s *store) close() error {
	err := s.read.close()
	// Another file's log may lie at the path by now: that isn't ours to shorten.
	if !s.stale() {
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		if failed := checkpoint(ctx, s.write.db); failed != nil {
			s.log.Warn().Err(failed).Msg("the recipe database is complete only together with its -wal file")
		}
	}
	return errors.Join(err, s.write.close())
}

// checkpoint writes the log into the file and empties it, unless another
// program needs it at the moment; what is in the log is safe there.
func checkpoint(ctx context.Context, db *sql.DB) error {
	var held, frames, written int
	err := db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&held, &frames, &written)
	if err != nil && !busy(err) {
		return fmt.Errorf("write the log into the database: %w", err)
	}
	return nil
}

// stale reports whether another file, or none, lies at the path by now. What
// would be written to the old one could never be found again.
func (s *store) stale() bool {
	now, err := os.Stat(s.path)
	return err != nil || !os.SameFile(now, s.file)
}

// pool is a set of connections with the statements that run on them prepared.
type pool struct {
	db    *sql.DB
	stmts map[string]*sql.Stmt
}

func openPool(ctx context.Context, dsn string, size int, queries []string) (*pool, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("open the database: %w", err)
	}
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	p := &pool{db: db, stmts: make(map[string]*sql.Stmt, len(queries))}
	for _, q := range queries {
		err := retryBusy(ctx, func() error {
			st, err := db.PrepareContext(ctx, q)
			p.stmts[q] = st
			return err
		})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("open the database: %w", err), db.Close())
		}
	}
	return p, nil
}

// close also closes the statements.
func (p *pool) close() error { return p.db.Close() }

// in runs f in one transaction, which is committed when f returns nil and rolled
// back otherwise. It runs f again when another process was in the way, so f
// starts from nothing each time.
func (p *pool) in(ctx context.Context, f func(tx) error) error {
	return retryBusy(ctx, func() error {
		t, err := p.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		// After a commit this does nothing.
		defer func() { _ = t.Rollback() }()
		if err := f(tx{ctx, t, p.stmts}); err != nil {
			return err
		}
		return t.Commit()
	})
}

// tx is one running transaction. It lives no longer than the call of
// [pool.in] that made it, which is why it may hold that call's context.
type tx struct {
	ctx   context.Context
	tx    *sql.Tx
	stmts map[string]*sql.Stmt
}

func (t tx) query(q string, args ...any) (*sql.Rows, error) {
	return t.tx.StmtContext(t.ctx, t.stmts[q]).QueryContext(t.ctx, args...)
}

// exec returns how many rows were changed.
func (t tx) exec(q string, args ...any) (int64, error) {
	res, err := t.tx.StmtContext(t.ctx, t.stmts[q]).ExecContext(t.ctx, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// retryBusy runs f until it ends in something else than [busy], or ctx ends.
func retryBusy(ctx context.Context, f func() error) error {
	const most = 50 * time.Millisecond
	for wait := time.Millisecond; ; wait = min(2*wait, most) {
		err := f()
		if !busy(err) {
			return err
		}
		// Processes that collided once should not collide again.
		t := time.NewTimer(wait/2 + rand.N(wait)) //nolint:gosec // spreads load, guards nothing
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}
