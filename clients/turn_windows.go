package clients

import (
	"errors"

	"golang.org/x/sys/windows"
)

// tryLock takes the lock unless somebody has it: nobody else can open a file
// that is not shared. Windows removes it with its only handle, also when the
// process dies.
func tryLock(path string) (release func(), held bool, err error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, false, err
	}
	h, err := windows.CreateFile(name, windows.GENERIC_WRITE|windows.DELETE, 0, nil, windows.OPEN_ALWAYS,
		windows.FILE_ATTRIBUTE_NORMAL|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	switch {
	case err == nil:
		return func() { _ = windows.CloseHandle(h) }, true, nil
	case errors.Is(err, windows.ERROR_SHARING_VIOLATION), errors.Is(err, windows.ERROR_DELETE_PENDING):
		return nil, false, nil
	}
	return nil, false, err
}
