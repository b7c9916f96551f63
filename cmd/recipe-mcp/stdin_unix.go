//go:build unix

package main

import (
	"os"
	"syscall"
)

// pollable gives stdin as a file that waits in Go's poller and not in a system
// call, which would keep a processor from the calls for a while: one call at a
// time is answered a fifth faster. That is a flag of the pipe, which another
// process may hold too, so restore takes it back. Anything but a pipe or a
// socket stays as it is, and so does one that is an output too, which would fail
// when it is full.
func pollable(stdin *os.File, outputs ...*os.File) (in *os.File, restore func()) {
	info, err := stdin.Stat()
	if err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeSocket) == 0 {
		return stdin, func() {}
	}
	for _, output := range outputs {
		if other, err := output.Stat(); err != nil || os.SameFile(info, other) {
			return stdin, func() {}
		}
	}
	fd := int(stdin.Fd())
	if syscall.SetNonblock(fd, true) != nil {
		return stdin, func() {}
	}
	return os.NewFile(uintptr(fd), stdin.Name()), func() { _ = syscall.SetNonblock(fd, false) }
}
