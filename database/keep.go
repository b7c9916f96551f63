package database

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mcp-adapters/internal/atomicfile"
)

// beforeRestore is in the name of what a restore has replaced.
const beforeRestore = ".before-restore-"

// keep gives the former database, and what belongs to it, a second name. Main
// is its file, nil if there is none.
func (r *replacement) keep(main *os.File) error {
	r.forgetAliases()
	if main != nil {
		if err := r.keepOne(main, ""); err != nil {
			return err
		}
	}
	for _, s := range logs {
		f, err := os.Open(r.path + s) //nolint:gosec // beside the operator's database
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = r.keepOne(f, s)
			_ = f.Close()
		}
		if err != nil {
			return err
		}
	}
	atomicfile.SyncDir(filepath.Dir(r.path))
	return nil
}

func (r *replacement) keepOne(f *os.File, suffix string) error {
	info, err := f.Stat()
	if err == nil && info.Size() == 0 {
		return nil
	}
	to := r.kept + suffix
	if err == nil {
		err = duplicate(f, to)
	}
	if err != nil {
		return fmt.Errorf("keep the former %s: %w", r.what, plain(err))
	}
	_ = os.Chmod(to, fileMode)
	if r.name == "" {
		r.name = to
	}
	r.reached("kept" + suffix)
	return nil
}

// forgetAliases removes second names of the file that a killed restore has
// left. What has a log of its own stays: it may be all there is of it.
func (r *replacement) forgetAliases() {
	dir, start := filepath.Dir(r.path), filepath.Base(r.path)+beforeRestore
	mine, err := os.Stat(r.path)
	if err != nil {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), start) && os.SameFile(info, mine) && !hasLog(name) {
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
