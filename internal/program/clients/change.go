package clients

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"

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

const (
	lockLimit = 10 * time.Second      // for others to finish
	lockPause = 10 * time.Millisecond // between two tries
	attempts  = 5                     // against programs that take no lock
)

// Install plans the change as [Plan] does and applies it as [Change.Apply] does, while
// no other caller, in this process or another, changes the file. When a program that
// takes no lock writes it meanwhile, the change is planned again. Temporary files that a
// killed one left are removed. It returns the change and the path of the backup.
//
// Errors are those of both. [KindChanged] means that others held the file for
// 10 seconds or until ctx ended, or that it kept changing.
func Install(ctx context.Context, c Client, p Places, e Entry, now time.Time) (ch *Change, backup string, err error) {
	return locked(ctx, now, func() (*Change, error) { return Plan(c, p, e) })
}

// Uninstall is to [Remove] what [Install] is to [Plan].
func Uninstall(ctx context.Context, c Client, p Places, name string, now time.Time) (ch *Change, backup string, err error) {
	return locked(ctx, now, func() (*Change, error) { return Remove(c, p, name) })
}

// locked plans and applies a change while it holds the file's lock.
func locked(ctx context.Context, now time.Time, plan func() (*Change, error)) (ch *Change, backup string, err error) {
	// Where there is nothing to do, nothing is made either.
	if ch, err = plan(); err != nil || !ch.Changed() && len(leftovers(ch.stems)) == 0 {
		return ch, "", err
	}
	if err := ch.makeDir(); err != nil {
		return nil, "", err
	}
	unlock, err := lock(ctx, ch.target, lockLimit)
	if err != nil {
		return nil, "", at(ch.Path, err)
	}
	defer unlock()
	for _, path := range leftovers(ch.stems) { // no one else is writing
		_ = os.Remove(path)
	}
	for range attempts {
		if ch, err = plan(); err != nil || !ch.Changed() {
			return ch, "", err
		}
		backup, err = ch.Apply(now)
		if e, ok := errors.AsType[*Error](err); !ok || e.Kind != KindChanged {
			break
		}
	}
	return ch, backup, err
}

// lock waits until no one else holds the lock of a file. The lock is a file
// beside it, which goes with its holder. In a place where no lock can be had it
// returns at once: comparing before writing is all that is left there.
func lock(ctx context.Context, target string, limit time.Duration) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	path := filepath.Join(filepath.Dir(target), "."+filepath.Base(target)+".lock")
	for {
		l := flock.New(path, flock.SetPermissions(newFile))
		held, err := l.TryLockContext(ctx, lockPause)
		switch {
		case ctx.Err() != nil && !held:
			return nil, &Error{Kind: KindChanged, Message: "another program has the file in use; try again when it has finished", Err: ctx.Err()}
		case err != nil:
			return func() {}, nil //nolint:nilerr // writing itself will report what is wrong with the place
		case current(l):
			return func() { removeLock(l) }, nil
		}
		_ = l.Unlock() // of a file that its last holder removed
	}
}

// current reports whether the file that is locked still has its name.
func current(l *flock.Flock) bool {
	mine, err := l.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(l.Path())
	return err == nil && os.SameFile(mine, there)
}

// removeLock removes the lock's file while it is held, so that no one can have
// locked it. Windows removes only what no one has open, which comes to the same.
func removeLock(l *flock.Flock) {
	if runtime.GOOS == "windows" {
		_ = l.Unlock()
		_ = os.Remove(l.Path())
		return
	}
	_ = os.Remove(l.Path())
	_ = l.Unlock()
}

// makeDir makes the directory of a new file.
func (ch *Change) makeDir() error {
	if ch.Exists {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(ch.target), newDir); err != nil {
		return ch.failed("its directory cannot be created", err)
	}
	return nil
}

// failed is an error after which the file is as it was.
func (ch *Change) failed(what string, err error) *Error {
	return &Error{Kind: KindWrite, Path: ch.Path, Message: what, Err: err}
}
