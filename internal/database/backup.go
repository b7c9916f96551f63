package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

// lockLimit is the longest that a backup or a restore waits for a lock. The
// work itself takes as long as the disk needs.
const lockLimit = time.Minute

// Backup writes the file at path, as it is at one moment, to the new file
// target, for the owner alone, and returns how many things that holds. Other
// programs go on reading and writing meanwhile; what was acknowledged before the
// call is in the backup.
//
// The target is checked as a whole and flushed to the disk before it gets its
// name, so one that exists is complete. One that existed before is never touched.
// The file at path isn't migrated.
func (s Schema) Backup(ctx context.Context, path, target string) (count int, err error) {
	if path, err = actual(path); err != nil {
		return 0, fmt.Errorf("find the %s: %w", s.Name, plain(err))
	}
	dir, err := actual(filepath.Dir(target))
	if err != nil {
		return 0, fmt.Errorf("%s cannot be written: %w", target, plain(err))
	}
	target = filepath.Join(dir, filepath.Base(target))
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return 0, fmt.Errorf("there is no %s at %s; set DATABASE_URL to its path", s.Name, path)
	}
	if err := s.vacant(path, target); err != nil {
		return 0, err
	}
	sweep(target)
	f, err := atomicfile.Create(target, fileMode)
	if err != nil {
		return 0, fmt.Errorf("%s cannot be written: %w", target, plain(err))
	}
	defer f.Abandon()
	// Who may write, and is the last to close it, writes the log into the file. That
	// must not happen to a damaged one, whose log may be another's.
	mode := "rw"
	if hasLog(path) {
		mode = "ro"
	}
	count, err = s.snapshot(ctx, connect(path, "mode", mode), f.Name())
	switch {
	case errors.Is(err, ErrDamaged):
		return 0, fmt.Errorf("the %s %s is damaged, and no backup was made of it; put an earlier one in its place with restore: %w", s.Name, path, err)
	case err != nil:
		return 0, fmt.Errorf("no backup was made of %s: %w", path, reason(ctx, err))
	}
	switch err := f.Claim(); {
	case errors.Is(err, fs.ErrExist):
		return 0, taken(target)
	case err != nil:
		return 0, fmt.Errorf("%s cannot be written: %w", target, plain(err))
	}
	return count, nil
}

// Untouched returns a path at which the file at path can be used without a change of it, or of
// its directory: path, or, if its use would migrate it or it can't be written, that of a copy as it
// is now, in the directory for temporary files. remove removes the copy; it is nil if there is none.
func (s Schema) Untouched(ctx context.Context, path string) (at string, remove func() error, err error) {
	path, err = actual(path)
	if err != nil {
		return "", nil, fmt.Errorf("find the %s: %w", s.Name, plain(err))
	}
	db := readOnly(path)
	version, err := s.version(ctx, db)
	if err = errors.Join(err, db.Close()); err != nil {
		return "", nil, fmt.Errorf("the %s %s can't be read: %w", s.Name, path, reason(ctx, classify(err)))
	}
	if version >= len(s.Migrations) && writable(path) {
		return path, nil, nil
	}
	dir, err := os.MkdirTemp("", s.Name+"-*")
	if err != nil {
		return "", nil, fmt.Errorf("make a directory for a copy of the %s: %w", s.Name, err)
	}
	remove = func() error { return os.RemoveAll(dir) }
	at = filepath.Join(dir, filepath.Base(path))
	if err = os.WriteFile(at, nil, fileMode); err != nil {
		err = fmt.Errorf("%s cannot be written: %w", at, plain(err))
	} else if _, err = s.snapshot(ctx, readOnly(path), at); err != nil {
		err = fmt.Errorf("no copy was made of %s: %w", path, reason(ctx, err))
	}
	if err != nil {
		return "", nil, errors.Join(err, remove())
	}
	return at, remove, nil
}

// writable reports whether a database can be used where it is. No connection is open to it in
// this process.
func writable(path string) bool {
	f, err := os.OpenFile(path, os.O_WRONLY, 0) //nolint:gosec // the path is the operator's
	if err != nil {
		return false
	}
	_ = f.Close()
	f, err = os.CreateTemp(filepath.Dir(path), ".writable-*")
	if err != nil {
		return false
	}
	_ = f.Close()
	return os.Remove(f.Name()) == nil
}

// vacant refuses a target where something is already, and one where SQLite
// would take the backup for a part of another database, or the other way round.
func (s Schema) vacant(path, target string) error {
	for _, suffix := range sidecars {
		if target == path+suffix {
			return fmt.Errorf("%s is a name that SQLite uses for the %s itself; name another file", target, s.Name)
		}
		switch _, err := os.Lstat(target + suffix); {
		case err == nil:
			return fmt.Errorf("%s exists, and would be taken for a part of the backup; name another file", target+suffix)
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("%s cannot be written: %w", target, plain(err))
		}
	}
	switch info, err := os.Lstat(target); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s cannot be written: %w", target, plain(err))
	case info.IsDir():
		return fmt.Errorf("%s is a directory; name a file in it", target)
	}
	return taken(target)
}

func taken(target string) error {
	return fmt.Errorf("%s exists already and is not overwritten; name another file", target)
}

// snapshot has SQLite write the database to the file at path, which is there and
// empty, checks what it wrote, and closes the database. VACUUM INTO reads in one
// transaction of the write-ahead log, so no writer waits for it or makes it begin
// again; and what it writes needs no log beside it.
func (s Schema) snapshot(ctx context.Context, db *sql.DB, path string) (count int, err error) {
	waiting, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	defer func() {
		for _, suffix := range sidecars {
			_ = os.Remove(path + suffix)
		}
	}()
	err = retryBusy(waiting, func() error {
		if _, err := s.version(ctx, db); err != nil {
			return err
		}
		// An attempt that met a lock may have written something.
		if err := os.Truncate(path, 0); err != nil {
			return err
		}
		_, err := db.ExecContext(ctx, "VACUUM INTO ?", path)
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return 0, classify(err)
	}
	return s.inspect(ctx, path)
}
