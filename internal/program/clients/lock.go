package clients

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

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
