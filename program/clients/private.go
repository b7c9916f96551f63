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
