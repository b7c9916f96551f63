package clients

import (
	"errors"
	"fmt"
	"strings"
)

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
