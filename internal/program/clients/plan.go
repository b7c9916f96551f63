package clients

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// Plan computes the change that gives the client the entry. A missing file is
// planned as a new one. Errors are of every kind but [KindChanged] and
// [KindWrite].
func Plan(c Client, p Places, e Entry) (*Change, error) {
	if err := c.check(e); err != nil {
		return nil, err
	}
	return plan(c, p, e, func(old map[string]any) map[string]any { return c.merge(old, e) })
}

// Remove computes the change that takes the entry out of the client's config.
// Without a file or an entry it is a change of nothing.
func Remove(c Client, p Places, name string) (*Change, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	return plan(c, p, Entry{Name: name}, func(map[string]any) map[string]any { return nil })
}

// Lookup reads the entry of that name as it is written, and whether there is
// one. Values other than strings are given as their text.
func Lookup(c Client, p Places, name string) (Entry, bool, error) {
	ch, _, err := open(c, p, Entry{Name: name})
	if err != nil || ch.was == nil {
		return Entry{}, false, err
	}
	return c.entryOf(name, ch.was), true, nil
}

// Snippet gives the text of a config file with only the entry, for a person
// to paste into the file of any client. The values in it are shown as
// [Change.Diff] shows them if there are secrets, and else as they are. Errors are of
// [KindEntry].
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

// text is that of a file with one entry.
func (c Client) text(name string, entry map[string]any) (string, error) {
	doc, err := c.format.parse(nil)
	if err != nil {
		return "", err
	}
	text, err := doc.with(c.member, name, entry)
	return string(text), err
}

// open reads the client's file, and what is in it of the entry.
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

// parse parses a file, and gives what is in it of the entry.
func (c Client) parse(file []byte, name string) (document, map[string]any, error) {
	doc, err := c.format.parse(bytes.TrimPrefix(file, bom))
	if err != nil {
		return nil, nil, err
	}
	entry, err := doc.entry(c.member, name)
	return doc, entry, err
}

// plan computes the change that makes of the old members of e what become says; nil
// stands for no entry.
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
	// What would be written is read back first: a fault in the editing must not
	// reach the file.
	if _, got, err := c.parse(text, e.Name); err != nil || !reflect.DeepEqual(got, ch.is) {
		return nil, &Error{Kind: KindShape, Path: ch.Path, Message: "the file is written in a way that cannot be edited safely; make the change by hand", Err: err}
	}
	ch.New = likeBOM(ch.Old, text)
	return ch, nil
}

// restore looks among the backups for the file that became the present one
// when the entry was put into it, and by nothing else.
func (ch *Change) restore() bool {
	for _, b := range slices.Backward(backupsOf(ch.stems)) {
		old, _, exists, err := read(b.Path)
		if err != nil || !exists {
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

// Kind tells errors of this package apart.
type Kind int

// The kinds of [Error].
const (
	KindEntry      Kind = iota + 1 // the entry or the name given cannot be written
	KindPlace                      // where the file is cannot be found out
	KindUnreadable                 // the file cannot be read, or is not a file
	KindTooLarge                   // the file is larger, or has more values, than is read
	KindSyntax                     // the file is not valid; Line and Column are set
	KindShape                      // valid, but the servers are not where they should be
	KindChanged                    // the file changed since it was read
	KindWrite                      // writing failed; the file is as it was
)

// Error is every error that this package returns. No message holds a value
// from the file: those may be secrets.
type Error struct {
	Kind Kind
	// Path is the file in question, if there is one.
	Path string
	// Line and Column point at the fault, counted from 1, in characters.
	// Both are 0 when there is no such place.
	Line, Column int
	// Message is a sentence without its full stop, for the user.
	Message string
	// Err is the cause, or nil.
	Err error
}

// Error gives the path, the place and the message.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Path != "" {
		b.WriteString(e.Path)
		if e.Line > 0 {
			fmt.Fprintf(&b, ", line %d, column %d", e.Line, e.Column)
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Message)
	return b.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// at gives an error its file.
func at(path string, err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.Path == "" {
		named := *e
		named.Path = path
		return &named
	}
	return err
}
