package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
)

const (
	// readers is how many reads run side by side in one process; more connections
	// cost memory and bring nothing on the few cores of a home server.
	readers = 4
	// readCache lets each of them keep up to 16 MiB of pages: what a family asks for
	// again isn't read again. SQLite's own 2 MiB are too few for that.
	readCache = "cache_size(-16384)"
	// closeLimit bounds the writing of the log into the file. The log has some
	// megabytes, unless a long read has made it grow.
	closeLimit = 10 * time.Second
)

// openFile is one opened file. It is safe for concurrent use.
type openFile struct {
	path string
	info fs.FileInfo // what was at path when it was opened
	log  zerolog.Logger

	schema Schema
	seen   atomic.Int64 // the version that was found last; -1: none

	// Reads run side by side on snapshots of their own. Writes go through one
	// connection, so that within the process they queue in order of arrival
	// instead of racing for SQLite's lock.
	read, write *pool

	watch watch // for [Database.Version]
}

// open opens the file, makes it when it is missing, and brings its schema up to
// date. Any number of processes may do so at the same time.
func open(ctx context.Context, o Options) (*openFile, error) {
	path, err := filepath.Abs(o.Path)
	if err != nil {
		return nil, fmt.Errorf("find the database: %w", err)
	}
	o.Path = path
	var f *openFile
	const attempts = 4
	for range attempts {
		if f, err = tryOpen(ctx, o); !moved(err) {
			break
		}
	}
	return f, err
}

func tryOpen(ctx context.Context, o Options) (*openFile, error) {
	if err := ensureFile(o.Path); err != nil {
		return nil, err
	}
	if err := migrate(ctx, o.Path, o.Schema, o.Log); err != nil {
		return nil, err
	}
	info, err := os.Stat(o.Path)
	if err != nil {
		return nil, fmt.Errorf("find the database: %w", err)
	}
	f := &openFile{path: o.Path, info: info, log: o.Log, schema: o.Schema}
	f.seen.Store(-1)
	const wal = "journal_mode(WAL)"
	if f.write, err = openPool(ctx, dsn(o.Path, "_txlock", "immediate", "_pragma", wal), 1, append(slices.Clip(o.Writes), selectVersion)); err != nil {
		return nil, err
	}
	if f.read, err = openPool(ctx, dsn(o.Path, "_pragma", wal, "_pragma", readCache, "_query_only", "1"), readers, o.Reads); err != nil {
		return nil, errors.Join(err, f.write.db.Close())
	}
	return f, nil
}

// close writes the log into the file first, so that the file alone is complete
// even if another program has it open and reads on; SQLite does that only when
// the last one closes it.
func (f *openFile) close() error {
	err := errors.Join(f.watch.close(), f.read.db.Close())
	// Another file's log may be at the path by now: that isn't ours to shorten.
	if !f.stale() {
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		if failed := checkpoint(ctx, f.write.db); failed != nil {
			f.log.Warn().Err(failed).Msg("the database is complete only together with its -wal file")
		}
	}
	return errors.Join(err, f.write.db.Close())
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

// stale reports whether another file, or none, is at the path by now. What
// would be written to the old one could never be found again.
func (f *openFile) stale() bool {
	now, err := os.Stat(f.path)
	return err != nil || !os.SameFile(now, f.info)
}
