package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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
	} else if err = r.makeRoom(nil); err == nil { // a log may be there without its file
		if err = plain(f.Claim()); errors.Is(err, fs.ErrExist) {
			err = ErrInUse
		}
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

// beforeRestore is in the name of what a restore has replaced.
const beforeRestore = ".before-restore-"

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
			return err
		}
		if sound && hasLog(r.path) {
			_ = h.Close() // someone wrote in between
			continue
		}
		if err = r.makeRoom(h.File); err == nil {
			err = plain(h.giveWay(f))
		}
		_ = h.Close() // on Windows it is closed already
		if err != nil && r.name != "" {
			err = fmt.Errorf("%w (the former one is kept in %s too)", err, r.name)
		}
		return err
	}
	return ErrInUse
}

// settle writes the log of a sound database into its file, and reports whether
// it is sound. An error says that this can't be known.
func (r *replacement) settle(ctx context.Context) (sound bool, err error) {
	if !hasLog(r.path) {
		return true, nil
	}
	// To be read only: a connection that may write would do the rest of this
	// when it is closed, also with a log that is not the file's own.
	db := connect(r.path, "mode", "ro")
	err = errors.Join(checkWhole(ctx, db), db.Close())
	if ctx.Err() != nil || err != nil {
		return false, ctx.Err()
	}
	db = connect(r.path, "mode", "rw")
	if err := errors.Join(checkpoint(ctx, db), db.Close()); err != nil {
		return false, fmt.Errorf("complete the former %s: %w", r.what, err)
	}
	return true, nil
}

// makeRoom gives the former database, and what belongs to it, a second name, and
// then removes what the new file must not be taken together with. Main is its file,
// nil if there is none: it must not be opened again, see [duplicate].
func (r *replacement) makeRoom(main *os.File) error {
	r.forgetAliases()
	for _, s := range append([]string{""}, logs...) {
		if err := r.keep(main, s); err != nil {
			return fmt.Errorf("keep the former %s: %w", r.what, plain(err))
		}
	}
	atomicfile.SyncDir(filepath.Dir(r.path))
	for _, s := range sidecars {
		if err := os.Remove(r.path + s); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove %s: %w", r.path+s, plain(err))
		}
		r.reached("cleared" + s)
	}
	return nil
}

// keep gives the file with that suffix its second name, if it holds anything.
func (r *replacement) keep(f *os.File, suffix string) (err error) {
	if suffix != "" {
		if f, err = os.Open(r.path + suffix); errors.Is(err, fs.ErrNotExist) { //nolint:gosec // beside the operator's database
			return nil
		} else if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
	}
	if f == nil {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Size() == 0 {
		return err
	}
	to := r.kept + suffix
	if err := duplicate(f, to); err != nil {
		return err
	}
	_ = os.Chmod(to, fileMode)
	r.name = cmp.Or(r.name, to)
	r.reached("kept" + suffix)
	return nil
}

// forgetAliases removes second names of the file that a killed restore has
// left. What has a log of its own stays: it may be all there is of it.
func (r *replacement) forgetAliases() {
	mine, err := os.Stat(r.path)
	if err != nil {
		return
	}
	for _, name := range beside(r.path, "", beforeRestore) {
		if info, err := os.Lstat(name); err == nil && os.SameFile(info, mine) && !hasLog(name) {
			_ = os.Remove(name)
		}
	}
}

// duplicate links the file to a new name, and copies it where the file system
// has no links. It opens no second descriptor: closing that would drop the locks
// on the file.
func duplicate(from *os.File, to string) error {
	err := os.Link(from.Name(), to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := from.Stat()
	if err != nil {
		return err
	}
	f, err := atomicfile.Create(to, fileMode)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if _, err := io.Copy(f, io.NewSectionReader(from, 0, info.Size())); err != nil {
		return err
	}
	return f.Claim()
}

// holdWaiting is holdFile for a program that is just ending.
func holdWaiting(ctx context.Context, path string) (h *hold, err error) {
	ctx, cancel := context.WithTimeout(ctx, inUseLimit)
	defer cancel()
	err = retry(ctx, func(err error) bool { return errors.Is(err, ErrInUse) }, func() error {
		h, err = holdFile(path)
		return err
	})
	if errors.Is(err, ErrInUse) {
		return nil, ErrInUse
	}
	return h, plain(err)
}
