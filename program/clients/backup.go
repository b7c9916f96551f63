package clients

import (
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
	backupTime  = "2006-01-02T15-04-05" // no colon: Windows has none in names
	keepBackups = 10                    // per file
	sameSecond  = 100                   // backups of one file in one second
)

// Backup is a copy of a config file that [Change.Apply] made before it wrote.
type Backup struct {
	// Path is where it lies.
	Path string

	client Client
	time   time.Time
	n      int
}

// Backups gives the copies of the client's file that are left, the oldest first.
// The error is of [KindPlace] or [KindUnreadable].
func Backups(c Client, p Places) ([]Backup, error) {
	path, err := c.Path(p)
	if err != nil {
		return nil, err
	}
	target, err := follow(path)
	if err != nil {
		return nil, at(path, err)
	}
	all := backups(stems(c, p, path, target))
	for i := range all {
		all[i].client = c
	}
	return all, nil
}

// Sets reports whether the copy gives the variable a value in the entry of that
// name. A copy that cannot be read with certainty may, and counts.
func (b Backup) Sets(entry, variable string) bool {
	text, _, exists, err := read(b.Path)
	if err != nil || !exists {
		return exists
	}
	_, text = cutBOM(text)
	doc, err := b.client.format.parse(text)
	if err != nil {
		return true
	}
	e, _, err := doc.lookup(b.client.member, entry)
	return err != nil || strings.TrimSpace(e.Env[variable]) != ""
}

// Remove removes the copy, or empties it where it cannot be removed.
func (b Backup) Remove() error {
	if err := os.Remove(b.Path); err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.Truncate(b.Path, 0); err != nil {
		return &Error{Kind: KindWrite, Path: b.Path, Message: "the backup can be neither removed nor emptied; check its permissions", Err: err}
	}
	return nil
}

// backUp copies Old to a name that is not taken.
func (ch *Change) backUp(now time.Time) (string, error) {
	stem := ch.stems[0]
	if i := slices.IndexFunc(ch.stems, func(s string) bool { return !versioned(filepath.Dir(s)) }); i >= 0 {
		stem = ch.stems[i]
	}
	if err := os.MkdirAll(filepath.Dir(stem), newDir); err != nil {
		return "", err
	}
	stem += "." + now.Format(backupTime)
	name := stem + ".bak"
	for n := 2; n <= sameSecond; n++ {
		err := writeNew(name, ch.Old)
		if err == nil {
			return name, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		name = fmt.Sprintf("%s-%d.bak", stem, n)
	}
	return "", errors.New("too many backups in one second")
}

// writeNew writes a file that must not be there yet.
func writeNew(path string, b []byte) error {
	f, err := atomicfile.Create(path, newFile)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if _, err := f.Write(b); err != nil {
		return err
	}
	return f.Claim()
}

// stems are the paths after which backups are named, the best first: beside the
// file, beside a link to it, and in the user's data directory.
func stems(c Client, p Places, path, target string) []string {
	all := []string{target}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		if link := filepath.Join(dir, filepath.Base(path)); link != target {
			all = append(all, link)
		}
	}
	return append(all, filepath.Join(p.data(), "mcp-adapters", "backups", c.ID, filepath.Base(path)))
}

// versioned reports whether dir or one above it is under version control.
func versioned(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		for _, mark := range []string{".git", ".hg", ".jj", ".svn"} {
			if _, err := os.Lstat(filepath.Join(dir, mark)); err == nil {
				return true
			}
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// backups gives the backups that are named after the stems, the oldest first.
func backups(stems []string) []Backup {
	var found []Backup
	for _, stem := range stems {
		entries, _ := os.ReadDir(filepath.Dir(stem)) // none where there is no directory
		for _, e := range entries {
			rest, ok := strings.CutPrefix(e.Name(), filepath.Base(stem)+".")
			if !ok || !e.Type().IsRegular() {
				continue
			}
			if b, ok := backupNamed(rest); ok {
				b.Path = filepath.Join(filepath.Dir(stem), e.Name())
				found = append(found, b)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Backup) int {
		if c := a.time.Compare(b.time); c != 0 {
			return c
		}
		return a.n - b.n
	})
	return found
}

// backupNamed reads what stands behind the stem in a backup's name.
func backupNamed(rest string) (b Backup, ok bool) {
	stamp, ok := strings.CutSuffix(rest, ".bak")
	if !ok || len(stamp) < len(backupTime) {
		return Backup{}, false
	}
	t, err := time.Parse(backupTime, stamp[:len(backupTime)])
	b = Backup{time: t, n: 1}
	if number := stamp[len(backupTime):]; err == nil && number != "" {
		b.n, err = strconv.Atoi(strings.TrimPrefix(number, "-"))
	}
	return b, err == nil
}

// prune removes the oldest backups, but never the one just made: the clock may
// have been set back. Those that are kept can then be read by their owner alone,
// whoever made them and how.
func prune(stems []string, made string) {
	all := backups(stems)
	tooMany := max(0, len(all)-keepBackups)
	for i, b := range all {
		if i < tooMany && b.Path != made {
			_ = os.Remove(b.Path) // one too many does no harm
		} else {
			_ = os.Chmod(b.Path, newFile) // a foreign one cannot be, and holds nothing of ours
		}
	}
}

// leftovers gives the temporary files of writers that were killed.
func leftovers(stems []string) []string {
	var found []string
	for _, stem := range stems {
		entries, _ := os.ReadDir(filepath.Dir(stem)) // none where there is no directory
		for _, e := range entries {
			rest, ok := strings.CutPrefix(e.Name(), "."+filepath.Base(stem)+".")
			if !ok || !e.Type().IsRegular() {
				continue
			}
			if rest, ok = strings.CutSuffix(rest, ".tmp"); !ok {
				continue
			}
			if i := strings.LastIndexByte(rest, '.'); i >= 0 {
				if _, ok = backupNamed(rest[:i]); !ok {
					continue
				}
				rest = rest[i+1:]
			}
			if _, err := strconv.ParseUint(rest, 10, 64); err == nil {
				found = append(found, filepath.Join(filepath.Dir(stem), e.Name()))
			}
		}
	}
	return found
}
