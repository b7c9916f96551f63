//go:build unix

package cli

import (
	"io/fs"
	"os"
	"syscall"
)

// pollable gives stdin as a file that waits in Go's poller and not in a system
// call, which would keep a processor from the calls for a while: one call at a
// time is answered a fifth faster. That takes a flag which all who share the
// stream would see. A pipe, which may be a shell's, is opened once more and has
// the flag for this process alone. A socket, which clients make for one server,
// gets it until restore. All else stays as it is.
func pollable(stdin *os.File, outputs ...*os.File) (in *os.File, restore func()) {
	info, err := stdin.Stat()
	switch {
	case err != nil:
	case info.Mode()&fs.ModeNamedPipe != 0:
		return reopened(stdin, info), func() {}
	case info.Mode()&fs.ModeSocket != 0 && !among(info, outputs):
		fd := int(stdin.Fd())
		if syscall.SetNonblock(fd, true) == nil {
			return os.NewFile(uintptr(fd), stdin.Name()), func() { _ = syscall.SetNonblock(fd, false) }
		}
	}
	return stdin, func() {}
}

// reopened gives the same pipe with flags of its own, or stdin where the system
// offers no such thing: Linux does.
func reopened(stdin *os.File, info fs.FileInfo) *os.File {
	// Non-blocking also because opening waits for a writer otherwise.
	again, err := os.OpenFile("/proc/self/fd/0", os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return stdin
	}
	if opened, err := again.Stat(); err != nil || !os.SameFile(info, opened) {
		_ = again.Close()
		return stdin
	}
	return again
}

// among reports whether the file is one of the outputs too, which would fail when
// it is full.
func among(info fs.FileInfo, outputs []*os.File) bool {
	for _, output := range outputs {
		if other, err := output.Stat(); err != nil || os.SameFile(info, other) {
			return true
		}
	}
	return false
}
