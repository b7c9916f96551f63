package database

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

// hold is the file of a database that no other program can use meanwhile,
// neither one that has it open nor one that comes: it is not shared.
type hold struct{ *os.File }

// holdFile gives [ErrInUse] when another program has the database open. It
// looks at no byte of the file, so it works for a damaged one.
func holdFile(path string) (*hold, error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, 0, nil,
		windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0)
	switch {
	case errors.Is(err, windows.ERROR_SHARING_VIOLATION):
		return nil, ErrInUse
	case err != nil:
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return &hold{os.NewFile(uintptr(h), path)}, nil
}

// giveWay puts f in the place of the file that is held. Windows replaces none
// that is open, so it is let go just before; if another program opens it then,
// the replacing fails.
func (h *hold) giveWay(f *atomicfile.File) error {
	if err := h.Close(); err != nil {
		return err
	}
	err := f.Replace()
	if errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) {
		return ErrInUse
	}
	return err
}

// ownedLike has nothing to do: files belong to who owns the directory.
func ownedLike(*os.File, string) error { return nil }
