package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
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
	path, file, exists, err := s.pair(path, file)
	if err != nil {
		return Restored{}, err
	}
	failed := func(err error) (Restored, error) {
		return Restored{}, fmt.Errorf("nothing was restored to %s: %w", path, err)
	}
	if exists {
		// Whoever restores should learn it now, not after a long copy.
		h, err := holdWaiting(ctx, path)
		if err != nil {
			return failed(err)
		}
		_ = h.Close()
		db := readOnly(path)
		_, err = s.version(ctx, db)
		if _ = db.Close(); errors.Is(err, ErrForeign) {
			return failed(err)
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
		return failed(err)
	}
	reached("replaced")
	return Restored{Path: path, Count: count, Kept: r.name}, nil
}

// pair returns the absolute paths of both, and whether there is a file to replace.
func (s Schema) pair(path, file string) (_, _ string, exists bool, err error) {
	if path, err = actual(path); err != nil {
		return "", "", false, fmt.Errorf("find the %s: %w", s.Name, err)
	}
	if file, err = filepath.Abs(file); err != nil {
		return "", "", false, fmt.Errorf("find the file to restore: %w", err)
	}
	former, err := os.Stat(path)
	if exists = err == nil; !exists && !errors.Is(err, fs.ErrNotExist) {
		return "", "", false, fmt.Errorf("the %s %s cannot be used: %w", s.Name, path, plain(err))
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		err = fmt.Errorf("%s cannot be read: %w", file, plain(err))
	case !info.Mode().IsRegular() || exists && !former.Mode().IsRegular():
		err = fmt.Errorf("%s cannot be put in the place of %s: both must be files", file, path)
	case exists && os.SameFile(info, former):
		err = fmt.Errorf("%s is the %s itself; name a backup of it", file, s.Name)
	}
	return path, file, exists, err
}

// incoming is a copy of file, beside path, checked as a whole. It has the owner of
// what is at path.
func (s Schema) incoming(ctx context.Context, path, file string, reached func(step string)) (_ *atomicfile.File, count int, err error) {
	count, err = s.inspect(ctx, file)
	switch {
	case errors.Is(err, ErrForeign):
		return nil, 0, fmt.Errorf("%s is not the file of a %s", file, s.Name)
	case errors.Is(err, errEmpty):
		return nil, 0, fmt.Errorf("%s is an empty database; a copy that was made without its -wal file can be like that", file)
	case err != nil:
		return nil, 0, fmt.Errorf("%s cannot be restored: %w", file, reason(ctx, err))
	}
	owner := path
	if _, err := os.Stat(path); err != nil {
		owner = filepath.Dir(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		return nil, 0, fmt.Errorf("make the directory of the %s: %w", s.Name, err)
	}
	sweep(path)
	f, err := atomicfile.Create(path, fileMode)
	if err != nil {
		return nil, 0, fmt.Errorf("nothing can be written beside %s: %w", path, plain(err))
	}
	defer func() {
		if err != nil {
			f.Abandon()
		}
	}()
	reached("created")
	copied, err := s.snapshot(ctx, readOnly(file), f.Name())
	if err != nil {
		return nil, 0, fmt.Errorf("%s could not be copied to %s: %w", file, filepath.Dir(path), reason(ctx, err))
	}
	if copied != count {
		return nil, 0, fmt.Errorf("%s changed while it was read; restore again", file)
	}
	if err := ownedLike(f.File, owner); err != nil {
		return nil, 0, fmt.Errorf("give the %s its owner: %w", s.Name, plain(err))
	}
	return f, count, nil
}
