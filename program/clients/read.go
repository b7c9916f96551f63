package clients

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxFile is the largest file that is read, in bytes. Claude Code keeps what it
// remembers of each project in the file that it has its servers in.
const maxFile = 64 << 20

func unreadable(message string, err error) *Error {
	return &Error{Kind: KindUnreadable, Message: message, Err: err}
}

const noReading = "the file cannot be read; check its permissions"

// follow resolves symbolic links, so that the file is written and not the
// link to it. A path that does not exist is its own target.
func follow(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		return target, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", unreadable(noReading, err)
	}
	if _, err := os.Lstat(path); err == nil {
		return "", unreadable("the file is a link to something that does not exist; remove the link or create its target", nil)
	}
	return path, nil
}

// read gives the file, its mode, and whether it exists.
func read(path string) (b []byte, mode fs.FileMode, exists bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, newFile, false, nil
	case err != nil:
		return nil, 0, false, unreadable(noReading, err)
	case !info.Mode().IsRegular(): // opening a pipe would wait for a writer
		return nil, 0, false, unreadable("this is not a file", nil)
	}
	f, err := os.Open(path) //nolint:gosec // the path of a client's config is the point of this package
	if err != nil {
		return nil, 0, false, unreadable(noReading, err)
	}
	defer f.Close() //nolint:errcheck // read only
	b, err = io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, 0, false, unreadable(noReading, err)
	}
	if len(b) > maxFile {
		return nil, 0, false, &Error{Kind: KindTooLarge, Message: fmt.Sprintf("the file is larger than %d MiB", maxFile>>20)}
	}
	return b, info.Mode().Perm(), true, nil
}
