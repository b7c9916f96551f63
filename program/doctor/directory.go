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
	there, err := nearest(dir)
	if err != nil {
		r.Fault(dirNotMade, dir, cause(err))
		return false
	}
	// What permissions mean differs between systems; writing tells.
	f, err := os.CreateTemp(there, ".doctor-*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	switch {
	case err != nil && there != dir:
		r.Fault(dirNotMade, dir, cause(err))
		return false
	case err != nil:
		r.Fault(dirNotWritten, dir, cause(err))
		return false
	case there != dir:
		r.OK("directory", "The directory %s does not exist yet, and can be made.", dir)
	default:
		r.OK("directory", "The directory %s can be written.", dir)
	}
	return true
}

// nearest gives dir or the nearest directory above it that exists.
func nearest(dir string) (string, error) {
	for {
		info, err := os.Stat(dir)
		switch {
		case err == nil && info.IsDir():
			return dir, nil
		case err == nil:
			return "", errNoDirectory
		case !errors.Is(err, fs.ErrNotExist), filepath.Dir(dir) == dir:
			return "", err
		}
		dir = filepath.Dir(dir)
	}
}

var errNoDirectory = errors.New("a file is in its place")

// cause says why a file or directory can't be used, without its name.
func cause(err error) string {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	return err.Error()
}
