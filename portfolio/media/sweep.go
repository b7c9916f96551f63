package media

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"path"
	"strings"
	"time"
)

// File is a file in the folder.
type File struct {
	Side     Side
	Name     string
	Modified time.Time
}

// Files lists the files of a side, in no certain order; those that come or go
// meanwhile may be in it. The last one may have an error.
func (f *Folder) Files(ctx context.Context, side Side) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		root, err := f.open(ctx)
		if err == nil {
			err = fs.WalkDir(root.FS(), string(side), func(at string, d fs.DirEntry, err error) error {
				switch {
				case errors.Is(err, fs.ErrNotExist):
					return nil // it has gone
				case err != nil:
					return err
				case d.IsDir():
					return ctx.Err()
				}
				info, err := d.Info()
				if errors.Is(err, fs.ErrNotExist) {
					return nil
				}
				if err == nil && !yield(File{side, strings.TrimPrefix(at, string(side)+"/"), info.ModTime()}, nil) {
					return fs.SkipAll
				}
				return err
			})
		}
		if err != nil {
			yield(File{}, err)
		}
	}
}

// Remove removes a file, and the directories that are empty then. It is no failure if
// the file isn't there.
func (f *Folder) Remove(ctx context.Context, side Side, name string) error {
	at, err := in(side, name)
	if err != nil {
		return err
	}
	root, err := f.open(ctx)
	if err != nil {
		return err
	}
	if err := root.Remove(at); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	// What was taken back from the public must not be there again after a power cut.
	if err := syncDir(root, path.Dir(at)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return disk(err)
	}
	f.dirs.Lock()
	defer f.dirs.Unlock()
	for dir := path.Dir(at); dir != string(side); dir = path.Dir(dir) {
		if root.Remove(dir) != nil {
			break // it isn't empty
		}
	}
	return nil
}

// asideFor is how long originals are kept aside, for someone to put them back.
const asideFor = 30 * 24 * time.Hour

// SetAside takes an original that no one knows of away, and keeps it for 30 days.
func (f *Folder) SetAside(ctx context.Context, name string) error {
	from, err := in(Draft, name)
	if err != nil {
		return err
	}
	root, err := f.open(ctx)
	if err != nil {
		return err
	}
	to := path.Join(string(aside), name)
	if err := root.MkdirAll(path.Dir(to), 0o700); err != nil {
		return disk(err)
	}
	now := time.Now()
	if err := errors.Join(root.Chtimes(from, now, now), root.Rename(from, to)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return disk(err)
	}
	return nil
}

// RemoveStale removes what began to arrive before that time and never got a name, and
// what was set aside 30 days before it, and returns how many files that were.
func (f *Folder) RemoveStale(ctx context.Context, before time.Time) (removed int, err error) {
	root, err := f.open(ctx)
	if err != nil {
		return 0, err
	}
	for side, before := range map[Side]time.Time{incoming: before, aside: before.Add(-asideFor)} {
		for file, err := range f.Files(ctx, side) {
			if err != nil {
				return removed, err
			}
			if file.Modified.Before(before) && root.Remove(path.Join(string(side), file.Name)) == nil {
				removed++
			}
		}
	}
	return removed, nil
}
