package clients

import (
	"io/fs"
	"os"
	"runtime"
)

// others is what lets anyone but its owner read a file.
const others fs.FileMode = 0o044

// Exposed reports whether other users of the computer can read the client's
// file, going by its mode alone. On Windows it is false: modes say nothing there,
// and a user's files are not for others.
func Exposed(c Client, p Places) bool {
	path, err := c.Path(p)
	if err != nil || runtime.GOOS == "windows" {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&others != 0
}

// Restrict lets nobody but its owner read or write the client's file. Errors are
// of [KindPlace] and [KindWrite].
func Restrict(c Client, p Places) error {
	path, err := c.Path(p)
	if err != nil {
		return err
	}
	if err := os.Chmod(path, newFile); err != nil {
		return &Error{Kind: KindWrite, Path: path, Message: "who may read the file cannot be changed; does it belong to another user?", Err: err}
	}
	return nil
}
