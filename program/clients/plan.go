package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// maxFile is the largest file that is read, in bytes. Claude Code keeps what it
// remembers of each project in the file that it has its servers in.
const maxFile = 64 << 20

// Plan computes the change that gives the client the entry. A missing file is
// planned as a new one. Errors are of every kind but [KindChanged] and
// [KindWrite].
func Plan(c Client, p Places, e Entry) (*Change, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	if err := c.takes(e); err != nil {
		return nil, err
	}
	e.Args, e.Env, e.Unset, e.Headers = slices.Clone(e.Args), maps.Clone(e.Env), slices.Clone(e.Unset), maps.Clone(e.Headers)
	ch, doc, err := open(c, p, e)
	if err != nil {
		return nil, err
	}
	text, err := doc.set(c, e)
	if err != nil {
		return nil, at(ch.Path, err)
	}
	return ch.with(text)
}

// Remove computes the change that takes the entry out of the client's config.
// Without a file or an entry it is a change of nothing.
func Remove(c Client, p Places, name string) (*Change, error) {
	if msg := checkName(name); msg != "" {
		return nil, &Error{Kind: KindEntry, Message: msg}
	}
	ch, doc, err := open(c, p, Entry{Name: name})
	if err != nil {
		return nil, err
	}
	there, ok, err := doc.lookup(c.member, name)
	if err != nil {
		return nil, at(ch.Path, err)
	}
	if !ok {
		ch.New = ch.Old
		return ch, nil
	}
	if before, ok := ch.before(there); ok {
		ch.New = before
		return ch, nil
	}
	text, err := doc.remove(c.member, name)
	if err != nil {
		return nil, at(ch.Path, err)
	}
	return ch.with(text)
}

// Lookup reads the entry of that name as it is written, and whether there is
// one. Values other than strings are given as their text.
func Lookup(c Client, p Places, name string) (Entry, bool, error) {
	ch, doc, err := open(c, p, Entry{Name: name})
	if err != nil {
		return Entry{}, false, err
	}
	e, ok, err := doc.lookup(c.member, name)
	return e, ok, at(ch.Path, err)
}

// open reads and parses the client's file.
func open(c Client, p Places, e Entry) (*Change, document, error) {
	path, err := c.Path(p)
	if err != nil {
		return nil, nil, err
	}
	ch := &Change{Path: path, target: path, mode: newFile, client: c, entry: e}
	if ch.target, err = follow(path); err != nil {
		return nil, nil, at(path, err)
	}
	if ch.Old, ch.mode, ch.Exists, err = read(ch.target); err != nil {
		return nil, nil, at(path, err)
	}
	ch.stems = stems(c, p, path, ch.target)
	ch.Versioned = versioned(filepath.Dir(ch.target))
	_, text := cutBOM(ch.Old)
	doc, err := c.format.parse(text)
	if err != nil {
		return nil, nil, at(path, c.comment(text, err))
	}
	return ch, doc, nil
}

// comment gives the fault of a file another message when it is a comment that the
// client allows none of.
func (c Client) comment(text []byte, err error) error {
	fault, _ := errors.AsType[*Error](err)
	cause, ok := errors.AsType[*jsontext.SyntacticError](err)
	if json, strict := c.format.(jsonCodec); fault == nil || !ok || !strict || json.comments {
		return err
	}
	rest := text[min(int(cause.ByteOffset), len(text)):]
	if !bytes.HasPrefix(rest, []byte("//")) && !bytes.HasPrefix(rest, []byte("/*")) && !bytes.HasPrefix(rest, []byte("#")) {
		return err
	}
	told := *fault
	told.Message = "this is a comment, and " + c.Name + " allows none in the file; remove it"
	return &told
}

// follow resolves symbolic links, so that the file is written and not the
// link to it. A path that does not exist is its own target.
func follow(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		return target, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", &Error{Kind: KindUnreadable, Message: "the file cannot be read; check its permissions", Err: err}
	}
	if _, err := os.Lstat(path); err == nil {
		return "", &Error{Kind: KindUnreadable, Message: "the file is a link to something that does not exist; remove the link or create its target"}
	}
	return path, nil
}

// read gives the file, its mode, and whether it exists.
func read(path string) (b []byte, mode fs.FileMode, exists bool, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, newFile, false, nil
	}
	unreadable := func(err error) *Error {
		return &Error{Kind: KindUnreadable, Message: "the file cannot be read; check its permissions", Err: err}
	}
	if err != nil {
		return nil, 0, false, unreadable(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return nil, 0, false, &Error{Kind: KindUnreadable, Message: "this is not a file"}
	}
	f, err := os.Open(path) //nolint:gosec // the path of a client's config is the point of this package
	if err != nil {
		return nil, 0, false, unreadable(err)
	}
	defer f.Close() //nolint:errcheck // read only
	b, err = io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, 0, false, unreadable(err)
	}
	if len(b) > maxFile {
		return nil, 0, false, &Error{Kind: KindTooLarge, Message: fmt.Sprintf("the file is larger than %d MiB", maxFile>>20)}
	}
	return b, info.Mode().Perm(), true, nil
}

// with completes a change. What would be written is read back first: a fault
// in the editing must not reach the file.
func (ch *Change) with(text []byte) (*Change, error) {
	mark, old := cutBOM(ch.Old)
	ch.New = ch.Old
	if !bytes.Equal(old, text) {
		ch.New = slices.Concat(mark, text)
	}
	broken := &Error{Kind: KindShape, Path: ch.Path, Message: "the file is written in a way that cannot be edited safely; make the change by hand"}
	doc, err := ch.client.format.parse(text)
	if err != nil {
		broken.Err = err
		return nil, broken
	}
	e, ok, err := doc.lookup(ch.client.member, ch.entry.Name)
	if err != nil {
		broken.Err = err
		return nil, broken
	}
	want := ch.entry.Command+ch.entry.URL != ""
	if ok != want || want && (!ch.entry.within(e) || len(e.Misfits) > 0) {
		return nil, broken
	}
	return ch, nil
}

// within reports whether e says all that want says.
func (e Entry) within(have Entry) bool {
	for k, v := range e.Env {
		if got, ok := have.Env[k]; !ok || got != v {
			return false
		}
	}
	for _, name := range e.Unset {
		if _, there := have.Env[name]; there {
			return false
		}
	}
	return have.Command == e.Command && slices.Equal(have.Args, e.Args) && e.sameRemote(have)
}

// before looks among the backups for the file that became the present one
// when the entry was put into it, and by nothing else.
func (ch *Change) before(there Entry) ([]byte, bool) {
	for _, b := range slices.Backward(backupsOf(ch.stems)) {
		old, _, exists, err := read(b.Path)
		if err != nil || !exists {
			continue
		}
		mark, text := cutBOM(old)
		doc, err := ch.client.format.parse(text)
		if err != nil {
			continue
		}
		if _, had, err := doc.lookup(ch.client.member, there.Name); had || err != nil {
			continue
		}
		text, err = doc.set(ch.client, there)
		if err == nil && bytes.Equal(slices.Concat(mark, text), ch.Old) {
			return old, true
		}
	}
	return nil, false
}

// at gives an error its file.
func at(path string, err error) error {
	var e *Error
	if errors.As(err, &e) && e.Path == "" {
		named := *e
		named.Path = path
		return &named
	}
	return err
}
