package media

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// marker is the name of the file that says which database's the folder is.
const marker = "portfolio-media"

// claim marks the folder as that of a database, or looks whether it is. Of several
// programs that claim it at a time one writes the marker, complete, and all read it.
func claim(root *os.Root, dir, id string, used bool) error {
	got, err := readMarker(root)
	if errors.Is(err, fs.ErrNotExist) {
		if used {
			return &FolderError{dir, "doesn't have the photos that the database knows of: mount the disk that they are on, or restore them; " +
				"if they are lost, write this line to the file " + marker + " in the folder: " + id}
		}
		if err = writeMarker(root, id); err == nil {
			got, err = readMarker(root)
		}
	}
	if err == nil && got != id {
		err = &FolderError{dir, "has the photos of another database; give each database a folder of its own"}
	}
	return err
}

func readMarker(root *os.Root) (string, error) {
	file, err := root.Open(marker)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, 1<<10))
	return strings.TrimSpace(string(data)), err
}

func writeMarker(root *os.Root, id string) error {
	fresh := marker + "." + rand.Text()
	file, err := root.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(id + "\n")
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		if err = root.Link(fresh, marker); err != nil && !errors.Is(err, fs.ErrExist) {
			err = root.Rename(fresh, marker) // a disk without links
		} else {
			err = nil
		}
	}
	_ = root.Remove(fresh)
	return err
}

// syncDir makes the names in a directory last through a power cut.
func syncDir(root *os.Root, dir string) error {
	if runtime.GOOS == "windows" { // it can't, and the files are right either way
		return nil
	}
	d, err := root.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	return errors.Join(err, d.Close())
}
