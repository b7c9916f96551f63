//go:build unix

package clients

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock unless somebody has it. The system drops the lock of
// a process that ends, however it does.
func tryLock(path string) (release func(), held bool, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, newFile) //nolint:gosec // beside the config file
	if err != nil {
		return nil, false, err
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	// Who had it before may have removed the file that was opened here.
	if err == nil && sameAs(f, path) {
		return func() {
			_ = os.Remove(path) // while it is held: see above
			_ = f.Close()
		}, true, nil
	}
	_ = f.Close()
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		err = nil
	}
	return nil, false, err
}

// sameAs reports whether path still leads to f.
func sameAs(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, there)
}
