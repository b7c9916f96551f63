package doctor

import (
	"io/fs"
	"path/filepath"
	"syscall"
)

// FullDisk is the name of directories whose disk is full.
const FullDisk = "full-disk"

func init() {
	real := tryDisk
	tryDisk = func(dir string) error {
		if filepath.Base(dir) == FullDisk {
			return &fs.PathError{Op: "write", Path: dir, Err: syscall.ENOSPC}
		}
		return real(dir)
	}
}
