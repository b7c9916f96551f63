package interchange

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// Kind tells classes of [Error] apart.
type Kind string

// The kinds of failure.
const (
	KindUnknownFormat Kind = "unknown_format" // no reader knows the content
	KindTooLarge      Kind = "too_large"      // a bound was passed
	KindMalformed     Kind = "malformed"      // broken JSON, archive, compression or front matter
	KindInvalid       Kind = "invalid"        // readable, but not a recipe that can be created
)

// Error says why a file, or one recipe in it, could not be read or written.
// Message is a sentence for the person who named the file. Line and Column
// count from 1 and are 0 where unknown. Err is the cause for the log, or nil.
type Error struct {
	Kind    Kind
	File    string
	Entry   string // member of an archive, or part of a file; may be empty
	Line    int
	Column  int
	Message string
	Err     error
}

// Error returns the place and the sentence, on one line.
func (e *Error) Error() string {
	var place []string
	for _, part := range []string{e.File, e.Entry} {
		if part != "" {
			place = append(place, shown(part))
		}
	}
	if e.Line > 0 {
		place = append(place, fmt.Sprintf("line %d", e.Line))
		if e.Column > 0 {
			place = append(place, fmt.Sprintf("column %d", e.Column))
		}
	}
	if place == nil {
		return e.Message
	}
	return strings.Join(place, ", ") + ": " + e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// at adds the place as far as it is not known yet.
func (e *Error) at(file, entry string) *Error {
	e.File = cmp.Or(e.File, file)
	e.Entry = joinNotes(entry, e.Entry)
	return e
}

func invalid(format string, args ...any) *Error {
	return &Error{Kind: KindInvalid, Message: fmt.Sprintf(format, args...)}
}

func malformed(cause error, format string, args ...any) *Error {
	return &Error{Kind: KindMalformed, Message: fmt.Sprintf(format, args...), Err: cause}
}

func tooLarge(format string, args ...any) *Error {
	return &Error{Kind: KindTooLarge, Message: fmt.Sprintf(format, args...)}
}

// shown keeps a hostile file or entry name from filling the screen, or from
// being obeyed by it.
func shown(name string) string {
	const most = 200
	if len(name) > most {
		name = strings.ToValidUTF8(name[:most], "") + "…"
	}
	return screen.Line(name)
}
