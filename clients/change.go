package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"mcp-adapters/internal/atomicfile"
)

const (
	newFile fs.FileMode = 0o600 // entries hold keys
	newDir  fs.FileMode = 0o700

	backupTime  = "2006-01-02T15-04-05" // no colon: Windows has none in names
	keepBackups = 10                    // per file
	sameSecond  = 100                   // backups of one file in one second
)

// Change is a config file before and after. Nothing is written until
// [Change.Apply].
type Change struct {
	// Path is the file as the client knows it; it may be a symbolic link.
	Path string
	// Old and New are the whole file. Both hold secrets: show [Change.Diff].
	Old, New []byte
	// Exists tells whether there was a file.
	Exists bool

	target string // Path with links followed
	mode   fs.FileMode
	client Client
	entry  Entry
}

// Changed reports whether applying would change anything.
func (ch *Change) Changed() bool { return !bytes.Equal(ch.Old, ch.New) }

// Apply writes New. It first copies the old file to a backup beside it, named
// after now, and gives that one's path, or "" when there was no file. The ten
// newest backups of a file are kept. The new content goes to a temporary file
// that is then renamed, so a reader sees the old file or the new one. Mode
// and symbolic links are kept; a new file can be read by its owner alone.
//
// Errors are of [KindChanged] when somebody else wrote the file since it was
// planned, and of [KindWrite]. After both the file is as it was. A change
// that changes nothing writes nothing. The file is compared once more right
// before the renaming; between those two nothing keeps others out, which is
// why [Install] and [Uninstall] lock the file.
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
		if backup, err = writeBackup(ch.target, ch.Old, ch.mode, now); err != nil {
			return "", ch.failed("no backup could be written beside the file, so it was left as it is", err)
		}
	} else if err := ch.makeDir(); err != nil {
		return "", err
	}
	if err := ch.write(); err != nil {
		if backup != "" {
			_ = os.Remove(backup) // of a file that is as it was
		}
		if e, ok := errors.AsType[*Error](err); ok {
			return "", e
		}
		return "", ch.failed("the file cannot be written; check the permissions of its directory and the space on the disk", err)
	}
	if ch.Exists {
		prune(ch.target, backup)
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
	f, err := atomicfile.Create(ch.target, ch.mode)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if _, err := f.Write(ch.New); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := ch.unchanged(); err != nil {
		return err
	}
	return f.Replace()
}

// writeBackup copies to a name that is not taken.
func writeBackup(path string, b []byte, mode fs.FileMode, now time.Time) (string, error) {
	stamp := path + "." + now.Format(backupTime)
	name := stamp + ".bak"
	for n := 2; n <= sameSecond; n++ {
		if err := writeNew(name, b, mode); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
		name = fmt.Sprintf("%s-%d.bak", stamp, n)
	}
	return "", errors.New("too many backups in one second")
}

// writeNew writes a file whose name must be free.
func writeNew(path string, b []byte, mode fs.FileMode) error {
	f, err := atomicfile.Create(path, mode)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if _, err := f.Write(b); err != nil {
		return err
	}
	return f.Claim()
}

// backupFile is a backup that this package made.
type backupFile struct {
	path string
	time time.Time
	n    int
}

// backups gives the backups of a file, the oldest first.
func backups(path string) []backupFile {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var found []backupFile
	for _, e := range entries {
		stamp, ok := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		if stamp, ok = strings.CutSuffix(stamp, ".bak"); !ok || len(stamp) < len(backupTime) {
			continue
		}
		t, err := time.Parse(backupTime, stamp[:len(backupTime)])
		n := 1
		if rest := stamp[len(backupTime):]; err == nil && rest != "" {
			n, err = strconv.Atoi(strings.TrimPrefix(rest, "-"))
		}
		if err == nil {
			found = append(found, backupFile{filepath.Join(filepath.Dir(path), e.Name()), t, n})
		}
	}
	slices.SortFunc(found, func(a, b backupFile) int {
		if c := a.time.Compare(b.time); c != 0 {
			return c
		}
		return a.n - b.n
	})
	return found
}

// prune removes the oldest backups, but never the one just made: the clock
// may have been set back.
func prune(path, made string) {
	all := backups(path)
	for _, b := range all[:max(0, len(all)-keepBackups)] {
		if b.path != made {
			_ = os.Remove(b.path) // one too many does no harm
		}
	}
}
