package clients

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

// File is a client's config file, or a backup of it.
type File struct {
	Path string

	client Client
	stamp  string // when a backup was made
	n      int    // which one of that second
}

// Files gives the client's config file, which need not exist, and after it the backups
// that are left, the oldest first. The error is of [KindPlace] or [KindUnreadable].
func Files(c Client, p Places) ([]File, error) {
	path, err := c.Path(p)
	if err != nil {
		return nil, err
	}
	target, err := follow(path)
	if err != nil {
		return nil, at(path, err)
	}
	files := append([]File{{Path: path}}, backupsOf(stems(c, p, path, target))...)
	for i := range files {
		files[i].client = c
	}
	return files, nil
}

// Secrets gives the values that entries of that name, wherever they are in the file,
// have for the variables, and the tokens in their headers. A placeholder that the client
// fills in is not one.
func (f File) Secrets(entry string, variables []string) (found []string) {
	_, tree, _ := f.meaning() // Find reports an error
	walk(nil, tree, func(path []string, v any) any {
		n := len(path)
		if n < 3 || path[n-3] != entry {
			return v
		}
		value := strings.TrimSpace(textOf(v))
		switch member, name := path[n-2], path[n-1]; {
		case member == "env" && slices.Contains(variables, name):
		case slices.Contains(headerMembers, member) && strings.EqualFold(name, "Authorization"):
			value = Token(value)
		default:
			return v
		}
		if value != "" && !strings.Contains(value, "${") {
			found = append(found, value)
		}
		return v
	})
	return found
}

// Find says where in the file one of the secrets is, in whatever form: the names on
// the way to it, or "" for a place without, such as a comment. An error means that
// none was found in a file that cannot be read with certainty.
func (f File) Find(secrets []string) (places []string, err error) {
	var forms []string
	for _, s := range secrets {
		escaped, _ := json.Marshal(s) // in TOML it is the same
		forms = append(forms, s, strings.Trim(string(escaped), `"`), url.QueryEscape(s))
	}
	holds := func(value string) bool {
		return slices.ContainsFunc(forms, func(form string) bool {
			return value == form || len(form) >= minPart && strings.Contains(value, form)
		})
	}
	text, tree, err := f.meaning()
	walk(nil, tree, func(path []string, v any) any {
		if holds(strings.TrimSpace(textOf(v))) {
			place := strings.Join(path, ".")
			if holds(place) {
				place = hidden
			}
			places = append(places, place)
		}
		return v
	})
	slices.Sort(places)
	places = slices.Compact(places)
	if len(places) == 0 && holds(string(text)) {
		places = []string{""}
	}
	if len(places) > 0 {
		return places, nil
	}
	return nil, at(f.Path, err)
}

// meaning gives the file's text and what it means, both nil when there is no file.
func (f File) meaning() (text []byte, tree any, err error) {
	text, _, exists, err := read(f.Path)
	if err != nil || !exists {
		return nil, nil, err
	}
	doc, err := f.client.format.parse(bytes.TrimPrefix(text, bom))
	if err != nil {
		return text, nil, err
	}
	return text, doc.meaning(), nil
}

// Remove removes the file, or empties it where it cannot be removed.
func (f File) Remove() error {
	if err := os.Remove(f.Path); err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.Truncate(f.Path, 0); err != nil {
		return &Error{Kind: KindWrite, Path: f.Path, Message: "the backup can be neither removed nor emptied; check its permissions", Err: err}
	}
	return nil
}

// maxFile is the largest file that is read, in bytes. Claude Code keeps what it
// remembers of each project in the file that it has its servers in.
const maxFile = 64 << 20

// follow resolves symbolic links, so that the file is written and not the
// link to it. A path that does not exist is its own target.
func follow(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		return target, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", unreadable(err)
	}
	if _, err := os.Lstat(path); err == nil {
		return "", &Error{Kind: KindUnreadable, Message: "the file is a link to something that does not exist; remove the link or create its target"}
	}
	return path, nil
}

// read gives the file, its mode, and whether it exists.
func read(path string) (b []byte, mode fs.FileMode, exists bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, newFile, false, nil
	case err != nil:
		return nil, 0, false, unreadable(err)
	case !info.Mode().IsRegular(): // opening a pipe would wait for a writer
		return nil, 0, false, &Error{Kind: KindUnreadable, Message: "this is not a file"}
	}
	f, err := os.Open(path) //nolint:gosec // the path of a client's config is the point of this package
	if err == nil {
		b, err = io.ReadAll(io.LimitReader(f, maxFile+1))
		_ = f.Close()
	}
	switch {
	case err != nil:
		return nil, 0, false, unreadable(err)
	case len(b) > maxFile:
		return nil, 0, false, &Error{Kind: KindTooLarge, Message: fmt.Sprintf("the file is larger than %d MiB", maxFile>>20)}
	}
	return b, info.Mode().Perm(), true, nil
}

func unreadable(err error) *Error {
	return &Error{Kind: KindUnreadable, Message: "the file cannot be read; check its permissions", Err: err}
}

// Exposed reports whether other users of the computer can read a client's file,
// going by its mode alone. On Windows it is false: modes say nothing there,
// and a user's files are not for others.
func Exposed(path string) bool {
	const others fs.FileMode = 0o044
	info, err := os.Stat(path)
	return runtime.GOOS != "windows" && err == nil && info.Mode().IsRegular() && info.Mode()&others != 0
}

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
