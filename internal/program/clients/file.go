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
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/atomicfile"
)

const (
	newFile fs.FileMode = 0o600 // entries have keys
	newDir  fs.FileMode = 0o700
	maxFile             = 64 << 20 // bytes; Claude Code keeps its projects in the file too
)

// File is a client's config file, or a backup of it.
type File struct {
	Path   string
	client Client
}

// Files returns the client's config file, which need not exist, and its backups, the
// oldest first. The error is of [KindPlace] or [KindUnreadable].
func Files(c Client, p Places) ([]File, error) {
	path, err := c.Path(p)
	if err != nil {
		return nil, err
	}
	target, err := follow(path)
	if err != nil {
		return nil, at(path, err)
	}
	files := []File{{path, c}}
	for _, backup := range backupsOf(stems(c, p, path, target)) {
		files = append(files, File{backup, c})
	}
	return files, nil
}

// Secrets returns the values of the variables and the tokens in the headers of all
// entries of that name in the file. It leaves out values that the client fills in.
func (f File) Secrets(entry string, variables []string) (found []string) {
	_, tree, _ := f.parse() // Find reports the error
	walk(nil, tree, func(path []string, v any) any {
		n := len(path)
		if n < 3 || path[n-3] != entry {
			return v
		}
		value := strings.TrimSpace(textOf(v))
		switch member, name := path[n-2], path[n-1]; {
		case member == "env" && slices.Contains(variables, name):
		case slices.Contains(headerMembers, member) && strings.EqualFold(name, authorization):
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

// Find returns the places of the secrets in the file: the names on the path to each,
// or "" for a place without a name, such as a comment. An error means that it found none
// in a file that it could not parse.
func (f File) Find(secrets []string) (places []string, err error) {
	var forms []string
	for _, s := range secrets {
		escaped, _ := json.Marshal(s) // TOML has the same escapes
		forms = append(forms, s, strings.Trim(string(escaped), `"`), url.QueryEscape(s))
	}
	holds := func(value string) bool {
		return slices.ContainsFunc(forms, func(form string) bool {
			return value == form || len(form) >= minPart && strings.Contains(value, form)
		})
	}
	text, tree, err := f.parse()
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
	if len(places) == 0 && holds(string(text)) {
		places = []string{""}
	}
	if len(places) > 0 {
		slices.Sort(places)
		return slices.Compact(places), nil
	}
	return nil, at(f.Path, err)
}

// parse returns the file's text and its meaning, both nil without a file.
func (f File) parse() (text []byte, tree any, err error) {
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

// Remove removes the file, or empties it if it cannot be removed.
func (f File) Remove() error {
	if err := os.Remove(f.Path); err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.Truncate(f.Path, 0); err != nil {
		return &Error{Kind: KindWrite, Path: f.Path, Message: "the backup can be neither removed nor emptied; check its permissions", Err: err}
	}
	return nil
}

// follow resolves symbolic links. A path without a file is its own target.
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

// read returns a file and its mode, and reports whether it exists.
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

func unreadable(err error) error {
	return &Error{Kind: KindUnreadable, Message: "the file cannot be read; check its permissions", Err: err}
}

// Exposed reports whether a file's mode lets other users read it. It is false on Windows,
// where modes say nothing.
func Exposed(path string) bool {
	const others fs.FileMode = 0o044
	info, err := os.Stat(path)
	return runtime.GOOS != "windows" && err == nil && info.Mode().IsRegular() && info.Mode()&others != 0
}

const (
	backupTime  = "2006-01-02T15-04-05" // Windows allows no colon in names
	keepBackups = 10                    // per file
	sameSecond  = 100                   // backups of one file in one second
)

// stamped is the pattern of a backup's name after its stem.
const stamped = `\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?\.bak`

// stems returns the paths that backups are named after, the best first: beside the file,
// beside a link to it, and in the user's data directory.
func stems(c Client, p Places, path, target string) []string {
	all := []string{target}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		if link := filepath.Join(dir, filepath.Base(path)); link != target {
			all = append(all, link)
		}
	}
	return append(all, filepath.Join(p.path("$data/mcp-adapters/backups"), c.ID, filepath.Base(path)))
}

// versioned reports whether dir or a directory above it is under version control.
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

// backUp copies Old to a free name after the first stem that is not under version control.
func (ch *Change) backUp(now time.Time) (name string, err error) {
	best := max(0, slices.IndexFunc(ch.stems, func(s string) bool { return !versioned(filepath.Dir(s)) }))
	stem := ch.stems[best] + "." + now.Format(backupTime)
	if err := os.MkdirAll(filepath.Dir(stem), newDir); err != nil {
		return "", err
	}
	name = stem + ".bak"
	for n := 2; n <= sameSecond; n++ {
		if err = save(name, newFile, ch.Old, (*atomicfile.File).Claim); !errors.Is(err, fs.ErrExist) {
			break
		}
		name = fmt.Sprintf("%s-%d.bak", stem, n)
	}
	return name, err
}

// backupsOf returns the backups that are named after the stems, the oldest first.
func backupsOf(stems []string) []string {
	found := named(stems, "", stamped)
	stamp := regexp.MustCompile(stamped + "$")
	slices.SortStableFunc(found, func(a, b string) int {
		a, b = stamp.FindString(a), stamp.FindString(b)
		return cmp.Or(strings.Compare(a[:len(backupTime)], b[:len(backupTime)]), len(a)-len(b), strings.Compare(a, b))
	})
	return found
}

// leftovers returns the temporary files of killed installers.
func leftovers(stems []string) []string { return named(stems, ".", `(?:`+stamped+`\.)?\d+\.tmp`) }

// named returns the files with the name prefix + stem + "." and then the pattern.
func named(stems []string, prefix, pattern string) (found []string) {
	for _, stem := range stems {
		name := regexp.MustCompile("^" + regexp.QuoteMeta(prefix+filepath.Base(stem)+".") + pattern + "$")
		entries, _ := os.ReadDir(filepath.Dir(stem)) // none without a directory
		for _, e := range entries {
			if name.MatchString(e.Name()) && e.Type().IsRegular() {
				found = append(found, filepath.Join(filepath.Dir(stem), e.Name()))
			}
		}
	}
	return found
}

// prune removes the oldest backups, but never made: the clock may have been set back. It
// makes the others readable only by their owner.
func prune(stems []string, made string) {
	all := backupsOf(stems)
	for i, path := range all {
		if i < len(all)-keepBackups && path != made {
			_ = os.Remove(path) // one too many does no harm
		} else {
			_ = os.Chmod(path, newFile) // fails for another user's file, which has no secret of ours
		}
	}
}
