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

	"mcp-adapters/internal/atomicfile"
)

// inUseLimit is how long a restore waits for a program that is just ending.
const inUseLimit = 2 * time.Second

// Restored is what [Schema.Restore] did.
type Restored struct {
	Path  string // the file, links followed
	Count int    // how many things it holds
	Kept  string // where the former file is now; empty: there was none
}

// Restore puts the database in file, a backup or the file of another Database, in
// place of the one at path. It reads the whole of file first and changes nothing
// there; it fails with [ErrInUse] while another program has the file at path open.
// The former file, which may be a damaged one, gets another name beside it. No
// [Database] may be open on path in this process.
//
// There is no moment at which the death of the process or of the machine loses
// anything of either: a sound file at path is the former or the restored one,
// whole, until it is the restored one.
func (s Schema) Restore(ctx context.Context, path, file string) (Restored, error) {
	return s.restore(ctx, path, file, func(string) {})
}

// restore calls reached after each step, so that tests can die there.
func (s Schema) restore(ctx context.Context, path, file string, reached func(step string)) (Restored, error) {
	path, err := s.actual(path)
	if err != nil {
		return Restored{}, err
	}
	if file, err = filepath.Abs(file); err != nil {
		return Restored{}, fmt.Errorf("find the file to restore: %w", err)
	}
	former, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Restored{}, fmt.Errorf("the %s %s cannot be used: %w", s.Name, path, plain(err))
	}
	exists := err == nil
	switch info, err := os.Stat(file); {
	case err != nil:
		return Restored{}, fmt.Errorf("%s cannot be read: %w", file, plain(err))
	case !info.Mode().IsRegular() || exists && !former.Mode().IsRegular():
		return Restored{}, fmt.Errorf("%s cannot be put in the place of %s: both must be files", file, path)
	case exists && os.SameFile(info, former):
		return Restored{}, fmt.Errorf("%s is the %s itself; name a backup of it", file, s.Name)
	}
	if exists {
		// Whoever restores should learn it now, not after a long copy.
		h, err := holdWaiting(ctx, path)
		if err != nil {
			return Restored{}, fmt.Errorf("nothing was restored to %s: %w", path, plain(err))
		}
		_ = h.Close()
		if err := s.foreign(ctx, path); err != nil {
			return Restored{}, fmt.Errorf("nothing was restored to %s: %w", path, err)
		}
	}
	f, count, err := s.incoming(ctx, path, file, reached)
	if err != nil {
		return Restored{}, err
	}
	defer f.Abandon()
	reached("copied")
	r := replacement{what: s.Name, path: path, kept: path + beforeRestore + time.Now().UTC().Format(stampLayout), reached: reached}
	if exists {
		err = r.replace(ctx, f)
	} else {
		err = r.fill(f)
	}
	if err != nil {
		return Restored{}, fmt.Errorf("nothing was restored to %s: %w", path, err)
	}
	reached("replaced")
	return Restored{Path: path, Count: count, Kept: r.name}, nil
}

// actual is the absolute path of the file that path leads to. SQLite follows
// links too, so what belongs to a database is beside the file itself.
func (s Schema) actual(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find the %s: %w", s.Name, err)
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	path, err = filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("find the %s: %w", s.Name, err)
	}
	return path, nil
}

// foreign refuses what is sound and another program's.
func (s Schema) foreign(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", readOnly(path))
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer func() { _ = db.Close() }()
	if _, err := s.version(ctx, db); errors.Is(err, ErrForeign) {
		return err
	}
	return nil
}

// incoming is a copy of file, beside path, checked as a whole.
func (s Schema) incoming(ctx context.Context, path, file string, reached func(step string)) (*atomicfile.File, int, error) {
	count, err := s.inspect(ctx, file)
	switch {
	case errors.Is(err, ErrForeign):
		return nil, 0, fmt.Errorf("%s is not the file of a %s", file, s.Name)
	case errors.Is(err, errEmpty):
		return nil, 0, fmt.Errorf("%s is an empty database; a copy that was made without its -wal file can be like that", file)
	case err != nil:
		return nil, 0, fmt.Errorf("%s cannot be restored: %w", file, reason(ctx, err))
	}
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		return nil, 0, fmt.Errorf("make the directory of the %s: %w", s.Name, err)
	}
	sweep(path)
	f, err := atomicfile.Create(path, fileMode)
	if err != nil {
		return nil, 0, fmt.Errorf("nothing can be written beside %s: %w", path, plain(err))
	}
	reached("created")
	if err := s.fillCopy(ctx, f, path, file, count); err != nil {
		f.Abandon()
		return nil, 0, err
	}
	return f, count, nil
}

// fillCopy copies file, which holds count things, to f, and gives f the owner of
// what is at path.
func (s Schema) fillCopy(ctx context.Context, f *atomicfile.File, path, file string, count int) error {
	dir := filepath.Dir(path)
	copied, err := s.snapshot(ctx, readOnly(file), f.Name())
	if err != nil {
		return fmt.Errorf("%s could not be copied to %s: %w", file, dir, reason(ctx, err))
	}
	if copied != count {
		return fmt.Errorf("%s changed while it was read; restore again", file)
	}
	owner := path
	if _, err := os.Stat(path); err != nil {
		owner = dir
	}
	if err := ownedLike(f.File, owner); err != nil {
		return fmt.Errorf("give the %s its owner: %w", s.Name, plain(err))
	}
	return nil
}
