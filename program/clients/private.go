package clients

import (
	"io/fs"
	"os"
	"runtime"
)

// Exposed reports whether other users of the computer can read a client's file,
// going by its mode alone. On Windows it is false: modes say nothing there,
// and a user's files are not for others.
func Exposed(path string) bool {
	const others fs.FileMode = 0o044
	info, err := os.Stat(path)
	return runtime.GOOS != "windows" && err == nil && info.Mode().IsRegular() && info.Mode()&others != 0
}

// Restrict lets nobody but its owner read or write a client's file. The error is of
// [KindWrite].
func Restrict(path string) error {
	if err := os.Chmod(path, newFile); err != nil {
		return &Error{Kind: KindWrite, Path: path, Message: "who may read the file cannot be changed; does it belong to another user?", Err: err}
	}
	return nil
}
