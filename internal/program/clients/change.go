package clients

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

const (
	newFile fs.FileMode = 0o600 // entries hold keys
	newDir  fs.FileMode = 0o700
)

// Change is a config file before and after. Nothing is written until
// [Change.Apply].
type Change struct {
	// Path is the file as the client knows it; it may be a symbolic link.
	Path string
	// Old and New are the whole file. Both hold secrets: show [Change.Diff].
	Old, New []byte
	// Exists reports whether there was a file.
	Exists bool
	// Versioned reports whether the file is under version control, so that what is
	// in it may be published one day.
	Versioned bool

	target  string // Path with links followed
	stems   []string
	mode    fs.FileMode
	client  Client
	entry   Entry          // as given
	was, is map[string]any // its members before and after; nil: there is none
}

// Changed reports whether applying would change anything.
func (ch *Change) Changed() bool { return !bytes.Equal(ch.Old, ch.New) }

// Apply writes New under a temporary name that is then given to the file, so a reader
// sees the old file or the new one. Mode and symbolic links are kept; only its owner
// can read a new file. Before that it copies the old file to a backup named after now,
// and gives its path: beside the file, beside the link to it or in the user's data
// directory, the first of them that is not under version control. Only its owner can
// read it. The ten newest are kept.
//
// Errors are of [KindChanged] when someone else wrote the file since it was
// planned, and of [KindWrite]. After both the file is as it was. The file is compared
// once more right before it is replaced; between those two nothing keeps others out,
// which is why [Install] and [Uninstall] lock it.
func (ch *Change) Apply(now time.Time) (backup string, err error) {
	if !ch.Changed() {
		return "", nil
	}
	if err := ch.unchanged(); err != nil {
		return "", err
	}
	if ch.Exists {
		if ch.mode&0o200 == 0 {
			return "", ch.failed("the file is read-only; allow writing to it first", nil)
		}
		if backup, err = ch.backUp(now); err != nil {
			return "", ch.failed("no backup could be written, so the file was left as it is", err)
		}
	} else if err := ch.makeDir(); err != nil {
		return "", err
	}
	if err := ch.write(); err != nil {
		if backup != "" {
			_ = os.Remove(backup) // of a file that is as it was
		}
		if _, told := errors.AsType[*Error](err); !told {
			err = ch.failed("the file cannot be written; check the permissions of its directory and the space on the disk", err)
		}
		return "", err
	}
	if ch.Exists {
		prune(ch.stems, backup)
	}
	return backup, nil
}

// unchanged compares the file with what was planned on.
func (ch *Change) unchanged() error {
	old, _, exists, err := read(ch.target)
	if err != nil {
		return at(ch.Path, err)
	}
	if exists != ch.Exists || !bytes.Equal(old, ch.Old) {
		return &Error{Kind: KindChanged, Path: ch.Path, Message: "the file was changed by another program in the meantime; run this again"}
	}
	return nil
}

// write puts New in the place of the file. It asks once more whether the file
// is the one that was planned on, after all that takes time is done.
func (ch *Change) write() error {
	return save(ch.target, ch.mode, ch.New, func(f *atomicfile.File) error {
		err := f.Sync()
		if err == nil {
			err = ch.unchanged()
		}
		if err == nil {
			err = f.Replace()
		}
		return err
	})
}

// save writes a file and has finish give it its name.
func save(path string, mode fs.FileMode, b []byte, finish func(*atomicfile.File) error) error {
	f, err := atomicfile.Create(path, mode)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if _, err := f.Write(b); err != nil {
		return err
	}
	return finish(f)
}
