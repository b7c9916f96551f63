package clients

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// maxFile is the largest file that is read, in bytes. Claude Code keeps what it
// remembers of each project in the file that it has its servers in.
const maxFile = 64 << 20

// follow resolves symbolic links, so that the file is written and not the
// link to it. A path that does not exist is its own target.
func follow(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		return target, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", unreadable(err)
	}
	if _, err := os.Lstat(path); err == nil {
		return "", &Error{Kind: KindUnreadable, Message: "the file is a link to something that does not exist; remove the link or create its target"}
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
		return nil, 0, false, unreadable(err)
	case !info.Mode().IsRegular(): // opening a pipe would wait for a writer
		return nil, 0, false, &Error{Kind: KindUnreadable, Message: "this is not a file"}
	}
	f, err := os.Open(path) //nolint:gosec // the path of a client's config is the point of this package
	if err == nil {
		b, err = io.ReadAll(io.LimitReader(f, maxFile+1))
		_ = f.Close()
	}
	switch {
	case err != nil:
		return nil, 0, false, unreadable(err)
	case len(b) > maxFile:
		return nil, 0, false, &Error{Kind: KindTooLarge, Message: fmt.Sprintf("the file is larger than %d MiB", maxFile>>20)}
	}
	return b, info.Mode().Perm(), true, nil
}

func unreadable(err error) *Error {
	return &Error{Kind: KindUnreadable, Message: "the file cannot be read; check its permissions", Err: err}
}

// Exposed reports whether other users of the computer can read a client's file,
// going by its mode alone. On Windows it is false: modes say nothing there,
// and a user's files are not for others.
func Exposed(path string) bool {
	const others fs.FileMode = 0o044
	info, err := os.Stat(path)
	return runtime.GOOS != "windows" && err == nil && info.Mode().IsRegular() && info.Mode()&others != 0
}
