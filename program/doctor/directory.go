package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
		var f *os.File
		if f, err = os.CreateTemp(there, ".doctor-*"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	cause := err
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		cause = path.Err // without the name
	}
	switch {
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
