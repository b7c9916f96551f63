package clients

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

// Change is a config file before and after. [Change.Apply] writes it.
type Change struct {
	// Path is the file as the client knows it. It may be a symbolic link.
	Path string
	// Old and New are the whole file, secrets included. [Change.Diff] masks them.
	Old, New []byte
	// Exists reports whether there was a file.
	Exists bool
	// Versioned reports whether the file is under version control.
	Versioned bool

	target  string   // Path with links followed
	stems   []string // see [stems]
	mode    fs.FileMode
	client  Client
	entry   Entry          // as given
	was, is map[string]any // the members of the entry; nil: no entry
}

// Plan computes the change that gives the client the entry. It creates a missing file.
// Errors are of every kind but [KindChanged] and [KindWrite].
func Plan(c Client, p Places, e Entry) (*Change, error) {
	if err := c.check(e); err != nil {
		return nil, err
	}
	return plan(c, p, e, func(old map[string]any) map[string]any { return c.merge(old, e) })
}

// Remove computes the change that removes the entry from the client's file. Without a
// file or an entry nothing changes.
func Remove(c Client, p Places, name string) (*Change, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	return plan(c, p, Entry{Name: name}, func(map[string]any) map[string]any { return nil })
}

// Lookup reads the entry of that name, and reports whether there is one. It gives values
// other than strings as their text.
func Lookup(c Client, p Places, name string) (Entry, bool, error) {
	ch, _, err := open(c, p, Entry{Name: name})
	if err != nil || ch.was == nil {
		return Entry{}, false, err
	}
	return c.entryOf(name, ch.was), true, nil
}

// Snippet returns a config file with only the entry, for a person to paste. If secrets
// are named, its values are masked as [Change.Diff] masks them. Errors are of
// [KindEntry] or [KindPlace].
func Snippet(c Client, e Entry, secrets ...string) (string, error) {
	if c.format == nil {
		return "", &Error{Kind: KindPlace, Message: "unknown client"}
	}
	if err := c.check(e); err != nil {
		return "", err
	}
	entry := c.merge(nil, e)
	if len(secrets) > 0 {
		return c.masked(entry, nil, e, secrets), nil
	}
	return c.text(e.Name, entry)
}

// text returns a file with one entry.
func (c Client) text(name string, entry map[string]any) (string, error) {
	doc, err := c.format.parse(nil)
	if err != nil {
		return "", err
	}
	text, err := doc.with(c.member, name, entry)
	return string(text), err
}

// parse parses a file and returns the members of the entry in it.
func (c Client) parse(file []byte, name string) (document, map[string]any, error) {
	doc, err := c.format.parse(bytes.TrimPrefix(file, bom))
	if err != nil {
		return nil, nil, err
	}
	entry, err := doc.entry(c.member, name)
	return doc, entry, err
}

// open reads the client's file.
func open(c Client, p Places, e Entry) (ch *Change, doc document, err error) {
	path, err := c.Path(p)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = at(path, err) }()
	ch = &Change{Path: path, client: c, entry: e}
	if ch.target, err = follow(path); err != nil {
		return nil, nil, err
	}
	if ch.Old, ch.mode, ch.Exists, err = read(ch.target); err != nil {
		return nil, nil, err
	}
	ch.New = ch.Old
	ch.stems = stems(c, p, path, ch.target)
	ch.Versioned = versioned(filepath.Dir(ch.target))
	doc, ch.was, err = c.parse(ch.Old, e.Name)
	return ch, doc, err
}

// plan computes the change that replaces the members of e by the result of become.
func plan(c Client, p Places, e Entry, become func(old map[string]any) map[string]any) (*Change, error) {
	ch, doc, err := open(c, p, e)
	if err != nil {
		return nil, err
	}
	ch.is = become(ch.was)
	if reflect.DeepEqual(ch.was, ch.is) || ch.is == nil && ch.restore() {
		return ch, nil
	}
	text, err := doc.with(c.member, e.Name, ch.is)
	if err != nil {
		return nil, at(ch.Path, err)
	}
	// A fault of the editor must not reach the file.
	if _, got, err := c.parse(text, e.Name); err != nil || !reflect.DeepEqual(got, ch.is) {
		return nil, &Error{Kind: KindShape, Path: ch.Path, Message: "the file is written in a way that cannot be edited safely; make the change by hand", Err: err}
	}
	ch.New = likeBOM(ch.Old, text)
	return ch, nil
}

// restore sets New to the backup that differs from the file only by the entry, if there is one.
func (ch *Change) restore() bool {
	for _, b := range slices.Backward(backupsOf(ch.stems)) {
		old, _, _, err := read(b)
		if err != nil {
			continue
		}
		doc, had, err := ch.client.parse(old, ch.entry.Name)
		if err != nil || had != nil {
			continue
		}
		text, err := doc.with(ch.client.member, ch.entry.Name, ch.was)
		if err == nil && bytes.Equal(likeBOM(old, text), ch.Old) {
			ch.New = old
			return true
		}
	}
	return false
}

// Changed reports whether applying would change anything.
func (ch *Change) Changed() bool { return !bytes.Equal(ch.Old, ch.New) }

// Apply replaces the file by New in one step, and keeps its mode and symbolic links. Only
// its owner can read a new file. Before that it copies the old file to a backup named
// after now and returns its path. Only its owner can read a backup, and the ten newest
// are kept.
//
// After an error the file is as it was. Errors are of [KindChanged] if another program
// wrote the file since it was planned, and else of [KindWrite]. A program may still write
// between the last comparison and the replacement; [Install] and [Uninstall] lock the file.
func (ch *Change) Apply(now time.Time) (backup string, err error) {
	if !ch.Changed() {
		return "", nil
	}
	if err := ch.unchanged(); err != nil {
		return "", err
	}
	if err := ch.makeDir(); err != nil {
		return "", err
	}
	if ch.Exists {
		if ch.mode&0o200 == 0 {
			return "", ch.failed("the file is read-only; allow writing to it first", nil)
		}
		if backup, err = ch.backUp(now); err != nil {
			return "", ch.failed("no backup could be written, so the file was left as it is", err)
		}
	}
	if err := ch.write(); err != nil {
		if backup != "" {
			_ = os.Remove(backup) // the file did not change
		}
		return "", err
	}
	if ch.Exists {
		prune(ch.stems, backup)
	}
	return backup, nil
}

// unchanged compares the file with Old.
func (ch *Change) unchanged() error {
	old, _, exists, err := read(ch.target)
	if err == nil && (exists != ch.Exists || !bytes.Equal(old, ch.Old)) {
		err = &Error{Kind: KindChanged, Message: "the file was changed by another program in the meantime; run this again"}
	}
	return at(ch.Path, err)
}

// write replaces the file by New, unless it has changed by then.
func (ch *Change) write() error {
	err := save(ch.target, ch.mode, ch.New, func(f *atomicfile.File) error {
		if err := errors.Join(f.Sync(), ch.unchanged()); err != nil {
			return err
		}
		return f.Replace()
	})
	if _, ok := errors.AsType[*Error](err); ok || err == nil {
		return err
	}
	return ch.failed("the file cannot be written; check the permissions of its directory and the space on the disk", err)
}

// save writes a temporary file, which finish gives its name.
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

func (ch *Change) failed(message string, err error) error {
	return &Error{Kind: KindWrite, Path: ch.Path, Message: message, Err: err}
}

const (
	lockLimit = 10 * time.Second      // for other installers to finish
	lockPause = 10 * time.Millisecond // between two tries
	attempts  = 5                     // against programs that take no lock
)

// Install plans a change as [Plan] does and applies it while it holds the file's lock. It
// plans again if a program without the lock writes the file. It removes temporary files
// of killed installers, and returns the change and the path of the backup.
//
// Errors are those of [Plan] and [Change.Apply]. [KindChanged] means that others held the
// lock for 10 seconds or until ctx ended, or that the file kept changing.
func Install(ctx context.Context, c Client, p Places, e Entry, now time.Time) (*Change, string, error) {
	return locked(ctx, now, func() (*Change, error) { return Plan(c, p, e) })
}

// Uninstall plans a change as [Remove] does and applies it as [Install] does.
func Uninstall(ctx context.Context, c Client, p Places, name string, now time.Time) (*Change, string, error) {
	return locked(ctx, now, func() (*Change, error) { return Remove(c, p, name) })
}

func locked(ctx context.Context, now time.Time, plan func() (*Change, error)) (ch *Change, backup string, err error) {
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
	for _, path := range leftovers(ch.stems) {
		_ = os.Remove(path) // of an installer that was killed, as this one holds the lock
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

// lock waits for the lock of a file, which is a file beside it that unlock removes. Where
// no lock file can be made it returns at once: Apply still compares before it writes.
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
			return func() {}, nil //nolint:nilerr // writing reports the fault of the place
		}
		mine, err := l.Stat()
		there, gone := os.Lstat(path)
		if err == nil && gone == nil && os.SameFile(mine, there) {
			return func() {
				err := os.Remove(path)
				_ = l.Unlock()
				if err != nil {
					_ = os.Remove(path) // Windows removes no open file
				}
			}, nil
		}
		_ = l.Unlock() // the last holder removed this file
	}
}
