package database

import (
	"context"
	"errors"
	"sync"

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
func (d *Database) Read(ctx context.Context, f func(Tx) error) (err error) {
	ctx, done := Observed(ctx, Work{System: SQLite, Use: "read"})
	defer func() { done(err) }()
	return classify(d.use(ctx, func(o *openFile) error { return o.read.in(ctx, f) }))
}

// Row reads the first row of one statement into the places given, or fails with
// [sql.ErrNoRows]. A statement sees one moment of the file by itself, and is done in half the
// time without a transaction around it.
func (d *Database) Row(ctx context.Context, query string, args []any, into ...any) (err error) {
	ctx, done := Observed(ctx, Work{System: SQLite, Use: "read"})
	defer func() { done(err) }()
	return classify(d.use(ctx, func(o *openFile) error {
		return retryBusy(ctx, func() error { return o.read.row(ctx, query, args).Scan(into...) })
	}))
}

// Write calls f in a transaction that is committed when f returns nil and rolled
// back otherwise. Writes of one process run one at a time, in order of arrival.
// Like that of [Database.Read], f may be called again.
func (d *Database) Write(ctx context.Context, f func(Tx) error) (err error) {
	ctx, done := Observed(ctx, Work{System: SQLite, Use: "write"})
	defer func() { done(err) }()
	return classify(d.use(ctx, func(o *openFile) error {
		return o.write.in(ctx, func(t Tx) error {
			if err := o.current(t); err != nil {
				return err
			}
			return f(t)
		})
	}))
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
