package clients

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

const (
	backupTime  = "2006-01-02T15-04-05" // no colon: Windows has none in names
	keepBackups = 10                    // per file
	sameSecond  = 100                   // backups of one file in one second
)

// backUp copies Old to a name that is not taken.
func (ch *Change) backUp(now time.Time) (name string, err error) {
	stem := ch.stems[0]
	if i := slices.IndexFunc(ch.stems, func(s string) bool { return !versioned(filepath.Dir(s)) }); i >= 0 {
		stem = ch.stems[i]
	}
	if err := os.MkdirAll(filepath.Dir(stem), newDir); err != nil {
		return "", err
	}
	stem += "." + now.Format(backupTime)
	name = stem + ".bak"
	for n := 2; n <= sameSecond; n++ {
		if err = save(name, newFile, ch.Old, (*atomicfile.File).Claim); !errors.Is(err, fs.ErrExist) {
			break
		}
		name = fmt.Sprintf("%s-%d.bak", stem, n)
	}
	return name, err
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
	return append(all, filepath.Join(p.path("$data/mcp-adapters/backups"), c.ID, filepath.Base(path)))
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

// stamped is what follows the stem in a backup's name.
const stamped = `(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(?:-(\d+))?\.bak`

// backupsOf gives the backups that are named after the stems, the oldest first.
func backupsOf(stems []string) (found []File) {
	beside(stems, "", stamped, func(path string, parts []string) {
		n, _ := strconv.Atoi(parts[2]) // the first of a second has no number
		found = append(found, File{Path: path, stamp: parts[1], n: n})
	})
	slices.SortStableFunc(found, func(a, b File) int {
		return cmp.Or(strings.Compare(a.stamp, b.stamp), a.n-b.n)
	})
	return found
}

// leftovers gives the temporary files of writers that were killed.
func leftovers(stems []string) (found []string) {
	beside(stems, ".", `(?:`+stamped+`\.)?\d+\.tmp`, func(path string, _ []string) { found = append(found, path) })
	return found
}

// beside gives the files named after the stems, with before in front of the name and
// what matches the pattern after it.
func beside(stems []string, before, pattern string, give func(path string, parts []string)) {
	for _, stem := range stems {
		named := regexp.MustCompile("^" + regexp.QuoteMeta(before+filepath.Base(stem)+".") + pattern + "$")
		entries, _ := os.ReadDir(filepath.Dir(stem)) // none where there is no directory
		for _, e := range entries {
			if parts := named.FindStringSubmatch(e.Name()); parts != nil && e.Type().IsRegular() {
				give(filepath.Join(filepath.Dir(stem), e.Name()), parts)
			}
		}
	}
}

// prune removes the oldest backups, but never the one just made: the clock may
// have been set back. Those that are kept can then be read by their owner alone,
// whoever made them and how.
func prune(stems []string, made string) {
	all := backupsOf(stems)
	tooMany := max(0, len(all)-keepBackups)
	for i, b := range all {
		if i < tooMany && b.Path != made {
			_ = os.Remove(b.Path) // one too many does no harm
		} else {
			_ = os.Chmod(b.Path, newFile) // a foreign one cannot be, and holds nothing of ours
		}
	}
}
