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

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

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

// fill is for a path without a file, though a log of one may be there.
func (r *replacement) fill(f *atomicfile.File) error {
	if err := r.makeRoom(nil); err != nil {
		return err
	}
	err := f.Claim()
	if errors.Is(err, fs.ErrExist) {
		return ErrInUse
	}
	return plain(err)
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
