package transfer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mcp-adapters/internal/atomicfile"
	"mcp-adapters/internal/screen"
)

// newFile is a file that gets its name when it is complete. Its mode is 0600.
type newFile struct {
	*atomicfile.File
	path  string
	force bool // replace what has the name
}

// createFile refuses a name that is taken, unless force is set; what is no
// regular file is never replaced. A link is followed: what it names is replaced.
func createFile(path string, force bool) (*newFile, error) {
	path, err := replaceable(path, force)
	if err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(path, 0o600)
	if err != nil {
		return nil, notWritten(path, err)
	}
	return &newFile{File: f, path: path, force: force}, nil
}

// replaceable returns the path that path finally names.
func replaceable(path string, force bool) (string, error) {
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			info, err = os.Lstat(path)
		}
		if err != nil {
			return "", notWritten(path, err)
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil
	case err != nil:
		return "", notWritten(path, err)
	case info.IsDir():
		return "", fmt.Errorf("%s is a directory; name a file in it", screen.Line(path))
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is no regular file and is not replaced; leave --output out and redirect the output instead", screen.Line(path))
	case !force:
		return "", fmt.Errorf("%s exists already; name another file, or use --force to replace it", screen.Line(path))
	}
	return path, nil
}

// commit gives the file its name, once its content is on disk. Without force it
// does so only if nothing has got the name meanwhile.
func (f *newFile) commit() error {
	give := f.Claim
	if f.force {
		give = f.Replace
	}
	if err := give(); err != nil {
		return notWritten(f.path, err)
	}
	return nil
}

func notWritten(path string, err error) error {
	reason := err
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		reason = at.Err
	case errors.As(err, &link):
		reason = link.Err
	}
	return fmt.Errorf("%s could not be written: %w", screen.Line(path), reason)
}
