// Package atomicfile writes files that are complete or absent.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file that gets its name when it is complete. Until then it has a hidden name in the same
// directory. The caller ends it with [File.Replace], [File.Claim] or [File.Abandon].
type File struct {
	*os.File
	path string
	done bool
}

// Create makes a file with that mode, whatever the umask. The directory of path must exist.
func Create(path string, mode fs.FileMode) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return nil, err
	}
	file := &File{File: f, path: path}
	if err := f.Chmod(mode); err != nil {
		file.Abandon()
		return nil, err
	}
	return file, nil
}

// Replace writes the file to disk and gives it its name, in place of a file that had it. After an error
// the old file is still there and the new one is removed.
func (f *File) Replace() error { return f.name(os.Rename) }

// Claim is Replace for a name that must be free; otherwise its error is [fs.ErrExist].
func (f *File) Claim() error {
	return f.name(func(from, to string) error {
		err := os.Link(from, to)
		switch {
		case err == nil:
			_ = os.Remove(from) // the file has its name even if this fails
			return nil
		case errors.Is(err, fs.ErrExist):
			return err
		}
		// This file system has no links. An empty file can be created in place; for another one
		// a race with other programs remains.
		if info, err := os.Stat(from); err == nil && info.Size() == 0 {
			g, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm()) //nolint:gosec // the caller's name
			if err == nil {
				err = errors.Join(g.Close(), os.Remove(from))
			}
			return err
		}
		if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", to, fs.ErrExist)
		}
		return os.Rename(from, to)
	})
}

func (f *File) name(give func(from, to string) error) error {
	defer f.Abandon()
	err := f.Sync()
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = give(f.Name(), f.path)
	}
	if err != nil {
		return err
	}
	f.done = true
	SyncDir(filepath.Dir(f.path))
	return nil
}

// Abandon removes the file unless it has its name.
func (f *File) Abandon() {
	if !f.done {
		f.done = true
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}

// SyncDir makes the names in a directory survive a power cut. It does nothing on Windows, which cannot
// sync directories.
func SyncDir(dir string) {
	if d, err := os.Open(dir); err == nil { //nolint:gosec // the directory that was written to
		_ = d.Sync()
		_ = d.Close()
	}
}
