package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"mcp-adapters/internal/atomicfile"
)

// replacement is the exchange of the file at path for another. What was there is
// linked to the name kept before anything of it goes away.
type replacement struct {
	what       string // the name of the schema
	path, kept string
	reached    func(step string)
	name       string // kept, once something has the name
}

// replace waits for no one: the file is held from the last look at it until the
// new one is in its place. A sound file is complete without its log by then, so
// that it stays whole when the log, which the new one must not meet, is removed.
// A damaged one is kept with its log, as it is.
func (r *replacement) replace(ctx context.Context, f *atomicfile.File) error {
	const attempts = 5
	for range attempts {
		sound, err := r.settle(ctx)
		if err != nil {
			return err
		}
		h, err := holdWaiting(ctx, r.path)
		if err != nil {
			return plain(err)
		}
		if sound && hasLog(r.path) {
			_ = h.Close() // someone wrote in between
			continue
		}
		if err = r.keep(h.File); err == nil {
			err = r.clear()
		}
		if err == nil {
			err = h.giveWay(f)
		}
		_ = h.Close() // on Windows it is closed already
		if err != nil && r.name != "" {
			err = fmt.Errorf("%w (the former one is kept in %s too)", plain(err), r.name)
		}
		return err
	}
	return ErrInUse
}

// fill is for a path without a file, though a log of one may be there.
func (r *replacement) fill(f *atomicfile.File) error {
	if err := r.keep(nil); err != nil {
		return err
	}
	if err := r.clear(); err != nil {
		return err
	}
	err := f.Claim()
	if errors.Is(err, fs.ErrExist) {
		return ErrInUse
	}
	return plain(err)
}

// settle writes the log of a sound database into its file, and reports whether
// it is sound. An error says that it can't be told.
func (r *replacement) settle(ctx context.Context) (sound bool, err error) {
	if !hasLog(r.path) {
		return true, nil
	}
	// To be read only: a connection that may write would do the rest of this
	// when it is closed, also with a log that is not the file's own.
	db, err := sql.Open("sqlite", dsn(r.path, "mode", "ro"))
	if err != nil {
		return false, fmt.Errorf("open the database: %w", err)
	}
	db.SetMaxOpenConns(1)
	err = errors.Join(checkWhole(ctx, db), db.Close())
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil:
		return false, nil
	}
	if db, err = sql.Open("sqlite", dsn(r.path, "mode", "rw")); err != nil {
		return false, fmt.Errorf("open the database: %w", err)
	}
	if err := errors.Join(checkpoint(ctx, db), db.Close()); err != nil {
		return false, fmt.Errorf("complete the former %s: %w", r.what, err)
	}
	return true, nil
}

// hasLog reports whether something of the database is not in its file.
func hasLog(path string) bool {
	for _, s := range logs {
		if info, err := os.Stat(path + s); err == nil && info.Size() > 0 {
			return true
		}
	}
	return false
}

// clear removes what the new file must not be taken together with.
func (r *replacement) clear() error {
	for _, s := range sidecars {
		if err := os.Remove(r.path + s); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove %s: %w", r.path+s, plain(err))
		}
		r.reached("cleared" + s)
	}
	return nil
}

// holdWaiting is holdFile for a program that is just ending.
func holdWaiting(ctx context.Context, path string) (*hold, error) {
	ctx, cancel := context.WithTimeout(ctx, inUseLimit)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		h, err := holdFile(path)
		if !errors.Is(err, ErrInUse) {
			return h, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-tick.C:
		}
	}
}
