package transfer

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// toFile writes a file that gets its name when it is complete. Its mode is 0600. Without
// Force it gets the name only if nothing has got it meanwhile.
func (e *Export) toFile(path string, write func(io.Writer) error) error {
	path, err := e.replaceable(path)
	if err != nil {
		return err
	}
	f, err := atomicfile.Create(path, 0o600)
	if err != nil {
		return notWritten(path, err)
	}
	defer f.Abandon()
	if err := write(f); err != nil {
		return fmt.Errorf("nothing was written to %s: %w", screen.Line(path), err)
	}
	name := f.Claim
	if e.Force {
		name = f.Replace
	}
	if err := name(); err != nil {
		return notWritten(path, err)
	}
	return nil
}

// replaceable returns the path that path finally names, a link's target, if a file can be
// written there: nothing is replaced without Force, and never what is not a regular file
// or belongs to the vault.
func (e *Export) replaceable(path string) (string, error) {
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		link := path
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return "", notWritten(link, err)
		}
		info, err = os.Lstat(path)
	}
	switch {
	case e.Vault.owns(path):
		return "", fmt.Errorf("%s belongs to the vault's database, which an export never replaces; name another file", screen.Line(path))
	case errors.Is(err, fs.ErrNotExist):
		return path, nil
	case err != nil:
		return "", notWritten(path, err)
	case info.IsDir():
		return "", fmt.Errorf("%s is a directory; name a file in it", screen.Line(path))
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is not a regular file and is never replaced; leave out --output, and redirect the output instead", screen.Line(path))
	case !e.Force:
		return "", fmt.Errorf("%s exists already; name another file, or use --force to replace it", screen.Line(path))
	}
	return path, nil
}

func notWritten(path string, err error) error {
	return fmt.Errorf("%s could not be written: %w", screen.Line(path), reason(err))
}

// owns reports whether path names the vault's file, or one that SQLite keeps beside it.
func (v *Vault) owns(path string) bool {
	if v.at.File == "" {
		return false
	}
	file := v.at.File
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	return slices.ContainsFunc([]string{"", "-wal", "-shm", "-journal"}, func(suffix string) bool { return same(path, file+suffix) })
}

// same reports whether two paths name one file, which need not exist.
func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return os.SameFile(x, y)
	}
	x, errX = os.Stat(filepath.Dir(a))
	y, errY = os.Stat(filepath.Dir(b))
	return errX == nil && errY == nil && os.SameFile(x, y) && strings.EqualFold(filepath.Base(a), filepath.Base(b))
}

// reason is an error of a file in the system's words, without the name.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
