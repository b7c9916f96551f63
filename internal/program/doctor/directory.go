package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Directory reports whether files can be made in dir, or dir itself, by the check
// "directory".
func (r *Report) Directory(dir string) bool {
	there := dir // or the nearest directory above it that exists
	info, err := os.Stat(there)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(there) != there {
		there = filepath.Dir(there)
		info, err = os.Stat(there)
	}
	usable := err == nil && info.IsDir()
	if err == nil && !usable {
		err = errors.New("a file is in its place")
	}
	if usable { // what permissions mean differs between systems; writing tells
		err = tryDisk(there)
	}
	cause := err
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		cause = path.Err // without the name
	}
	switch {
	case usable && full(err):
		r.Fault(diskFull, dir)
	case err != nil && usable && there == dir:
		r.Fault(dirNotWritten, dir, cause)
	case err != nil:
		r.Fault(dirNotMade, dir, cause)
	case there != dir:
		r.OK("directory", "The directory %s does not exist yet, and can be made.", dir)
	default:
		r.OK("directory", "The directory %s can be written.", dir)
	}
	return err == nil
}

// room is what a disk has to have free.
const room = 1 << 20

// tryDisk makes a file in dir, fills it and removes it. Tests replace it.
var tryDisk = func(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, room))
	if err == nil {
		err = f.Sync() // some disks say only then that they are full
	}
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// full reports whether a disk, or the user's part of it, has no room left.
func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
