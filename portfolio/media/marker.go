package media

import (
	"context"
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
func (f *Folder) claim(ctx context.Context, root *os.Root, id string, used bool) error {
	got, err := readMarker(root)
	if errors.Is(err, fs.ErrNotExist) {
		if used {
			return f.notThere(id)
		}
		mark := func() error { return writeMarker(root, id) }
		if f.o.Once != nil {
			err = f.o.Once(ctx, mark)
		} else {
			err = mark()
		}
		if err == nil {
			got, err = readMarker(root)
		}
		if errors.Is(err, fs.ErrNotExist) { // it was another folder that Once has marked
			return f.notThere(id)
		}
	}
	if err == nil && got != id {
		err = &FolderError{f.o.Dir, "has the photos of another database; each database has a folder of its own"}
	}
	return err
}

func (f *Folder) notThere(id string) error {
	return &FolderError{f.o.Dir, "is not the one that the database's photos are kept in: mount its disk, or restore the photos; " +
		"if they are lost, write this line to the file " + marker + " in the folder: " + id}
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
