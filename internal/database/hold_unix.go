//go:build unix

package database

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

// The bytes that SQLite locks (PENDING_BYTE and what follows it in its os.h).
// Every connection to a database with a write-ahead log holds a shared lock
// among them from its first read until it is closed.
const (
	firstLockByte = 0x40000000
	lockBytes     = 512
)

// hold is the file of a database that no other program can use meanwhile,
// neither one that has it open nor one that comes. In this process no
// connection may be open to it: closing a descriptor drops the locks of all.
type hold struct{ *os.File }

// holdFile gives [ErrInUse] when another program has the database open. It
// looks at no byte of the file, so it works for a damaged one.
func holdFile(path string) (*hold, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0) //nolint:gosec // the path is the operator's
	if err != nil {
		return nil, err
	}
	lock := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart, Start: firstLockByte, Len: lockBytes}
	if err := unix.FcntlFlock(f.Fd(), unix.F_SETLK, &lock); err != nil {
		_ = f.Close()
		if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
			err = ErrInUse
		}
		return nil, err
	}
	return &hold{f}, nil
}

// giveWay puts f in the place of the file that is held.
func (h *hold) giveWay(f *atomicfile.File) error { return f.Replace() }

// ownedLike gives f the owner of the file at path when the superuser, who can
// restore everybody's vault, would otherwise become it.
func ownedLike(f *os.File, path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	var like unix.Stat_t
	if err := unix.Stat(path, &like); err != nil {
		return err
	}
	return f.Chown(int(like.Uid), int(like.Gid))
}
