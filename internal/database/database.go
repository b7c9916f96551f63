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
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
)

// Options says which file a [Database] keeps and how.
type Options struct {
	// Path is the file. Its directory is made when it is missing.
	Path   string
	Schema Schema
	// Reads and Writes are statements that are prepared once for each
	// connection. Others work too, and are prepared by each call.
	Reads, Writes []string
	// Log takes what happens to the file, never what is in it. Its zero value
	// writes nothing.
	Log zerolog.Logger
}

// Database is one file, opened by its first use. It is safe for concurrent use.
type Database struct {
	opts    Options
	opening chan struct{} // one element while a goroutine opens the file

	// mu is held for reading while the file is used and for writing while it is
	// exchanged.
	mu     sync.RWMutex
	file   *openFile // nil until the first use
	closed bool
}

// New opens nothing: the file is opened by the first use, and by each later one
// for as long as opening fails.
func New(o Options) *Database {
	return &Database{opts: o, opening: make(chan struct{}, 1)}
}

// Read calls f in a transaction that sees one moment of the file. f is called
// again when another process was in the way, so it starts from nothing each time.
func (d *Database) Read(ctx context.Context, f func(Tx) error) error {
	return d.observed(ctx, "read", func(ctx context.Context, o *openFile) error { return o.read.in(ctx, f) })
}

// Row reads the first row of one statement into the places given, or fails with
// [sql.ErrNoRows]. A statement sees one moment of the file by itself, and is done in half the
// time without a transaction around it.
func (d *Database) Row(ctx context.Context, query string, args []any, into ...any) error {
	return d.observed(ctx, "read", func(ctx context.Context, o *openFile) error {
		return retryBusy(ctx, func() error { return o.read.row(ctx, query, args).Scan(into...) })
	})
}

// Write calls f in a transaction that is committed when f returns nil and rolled
// back otherwise. Writes of one process run one at a time, in order of arrival.
// Like that of [Database.Read], f may be called again.
func (d *Database) Write(ctx context.Context, f func(Tx) error) error {
	return d.observed(ctx, "write", func(ctx context.Context, o *openFile) error {
		return o.write.in(ctx, func(t Tx) error {
			if err := o.current(t); err != nil {
				return err
			}
			return f(t)
		})
	})
}

// observed is use for work that [Observe] reports.
func (d *Database) observed(ctx context.Context, use string, f func(context.Context, *openFile) error) (err error) {
	ctx, done := Observed(ctx, Work{System: SQLite, Use: use})
	defer func() { done(err) }()
	return classify(d.use(ctx, func(o *openFile) error { return f(ctx, o) }))
}

// Close waits for the work in progress, writes the log into the file and closes
// it. What is called later gets [ErrClosed]. Calling it again does nothing.
func (d *Database) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	return d.dropLocked()
}

func (d *Database) dropLocked() error {
	o := d.file
	d.file = nil
	if o == nil {
		return nil
	}
	return o.close()
}

// use calls f with the opened file, which stays open until f returns.
func (d *Database) use(ctx context.Context, f func(*openFile) error) error {
	for {
		d.mu.RLock()
		if !d.closed && d.file != nil && !d.file.stale() {
			defer d.mu.RUnlock()
			return f(d.file)
		}
		d.mu.RUnlock()
		if err := d.open(ctx); err != nil {
			return err
		}
	}
}

// open opens the file unless another goroutine has just done so. Others go on
// meanwhile: it may wait for a lock.
func (d *Database) open(ctx context.Context) error {
	select {
	case d.opening <- struct{}{}:
		defer func() { <-d.opening }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if open, err := d.dropStale(); open || err != nil {
		return err
	}
	o, err := open(ctx, d.opts)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return errors.Join(ErrClosed, o.close())
	}
	d.file = o
	return nil
}

// dropStale reports whether the file is open and still at its path. One that was
// taken away is closed before another is opened: SQLite deletes the old one's log
// by its name, which the new one's would have too.
func (d *Database) dropStale() (open bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.closed:
		return false, ErrClosed
	case d.file == nil || !d.file.stale():
		return d.file != nil, nil
	}
	d.opts.Log.Warn().Msg("another file is where the database was opened; opening the new one")
	if err := d.dropLocked(); err != nil {
		d.opts.Log.Warn().Err(err).Msg("closing the former database")
	}
	return false, nil
}

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
