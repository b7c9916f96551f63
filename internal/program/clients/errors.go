package clients

import (
	"errors"
	"fmt"
)

// Kind tells errors of this package apart.
type Kind int

// The kinds of [Error].
const (
	KindEntry      Kind = iota + 1 // the entry or the name cannot be written
	KindPlace                      // the path of the file is not known
	KindUnreadable                 // the file cannot be read, or is not a file
	KindTooLarge                   // the file is too large, or has too many values
	KindSyntax                     // the file is not valid; Line and Column are set
	KindShape                      // the file is valid, but its servers cannot be edited
	KindChanged                    // the file changed since it was read
	KindWrite                      // writing failed; the file is as it was
)

// Error is every error of this package. No message has a value from the file, since that
// may be a secret.
type Error struct {
	Kind         Kind
	Path         string // of the file, if there is one
	Line, Column int    // of the fault, from 1, in characters; 0: not known
	Message      string // a sentence for the user, without its full stop
	Err          error  // the cause, or nil
}

// Error returns the path, the position and the message.
func (e *Error) Error() string {
	switch {
	case e.Path == "":
		return e.Message
	case e.Line > 0:
		return fmt.Sprintf("%s, line %d, column %d: %s", e.Path, e.Line, e.Column, e.Message)
	}
	return e.Path + ": " + e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// at sets the path of an error that has none.
func at(path string, err error) error {
	if e, ok := errors.AsType[*Error](err); ok && e.Path == "" {
		named := *e
		named.Path = path
		return &named
	}
	return err
}
