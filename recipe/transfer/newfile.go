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

// createFile refuses a name that is taken, unless Force is set; what is no regular
// file, and what belongs to the vault, is never replaced. A link is followed: what it
// names is replaced.
func (e *Export) createFile(path string) (*newFile, error) {
	path, err := e.replaceable(path)
	if err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(path, 0o600)
	if err != nil {
		return nil, notWritten(path, err)
	}
	return &newFile{File: f, path: path, force: e.Force}, nil
}

// replaceable returns the path that path finally names.
func (e *Export) replaceable(path string) (string, error) {
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
	case e.Vault.owns(path):
		return "", fmt.Errorf("%s belongs to the vault's database, which an export never replaces; name another file", screen.Line(path))
	case errors.Is(err, fs.ErrNotExist):
		return path, nil
	case err != nil:
		return "", notWritten(path, err)
	case info.IsDir():
		return "", fmt.Errorf("%s is a directory; name a file in it", screen.Line(path))
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("%s is no regular file and is not replaced; leave --output out and redirect the output instead", screen.Line(path))
	case !e.Force:
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
