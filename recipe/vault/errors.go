package vault

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/family"
)

// failure is a request's answer when it is not a success. Text and free go to the
// client and may hold a title or an id, so they never go to the log; err is the cause
// for the log and never goes to the client.
type failure struct {
	status int
	code   string // empty: text is sent as plain text, or as an error without a code
	text   string
	free   string // when the title is taken: one that is not
	plain  bool
	err    error
}

// Error leaves the text out: it may hold what must not be logged.
func (f *failure) Error() string {
	return fmt.Sprintf("answered with %d %s", f.status, f.code)
}

func (f *failure) Unwrap() error { return f.err }

func invalid(format string, args ...any) *failure {
	return &failure{status: http.StatusBadRequest, code: "VALIDATION_ERROR", text: fmt.Sprintf(format, args...)}
}

func unprocessable(text string) *failure {
	return &failure{status: http.StatusUnprocessableEntity, text: text, plain: true}
}

// notFound carries the bare id, as the contract says, and a conflict the bare title.
func notFound(id string) *failure {
	return &failure{status: http.StatusNotFound, code: "NOT_FOUND", text: id}
}

// tooMuch is the answer to a write that would take a family over a limit. Nothing was
// changed.
func tooMuch(l *family.LimitError) *failure {
	text := fmt.Sprintf("Your family has as many recipes here as it may keep: %d. Delete one that is not needed, or ask whoever runs this server for more.", l.Recipes)
	if l.Bytes > 0 {
		text = fmt.Sprintf("Your family may keep %d bytes of recipes here, and this would be more. Shorten or delete some, or ask whoever runs this server for more.", l.Bytes)
	}
	return &failure{status: http.StatusUnprocessableEntity, code: "LIMIT_REACHED", text: text}
}

func internal(text string, cause error) *failure {
	return &failure{status: http.StatusInternalServerError, code: "INTERNAL_ERROR", text: text, err: cause}
}

func nothingThere() *failure {
	return &failure{status: http.StatusNotFound, text: "There is nothing at this path.", plain: true}
}

func tooLong(most int64) *failure {
	return &failure{status: http.StatusRequestEntityTooLarge, text: fmt.Sprintf("The body must have at most %d MiB.", most>>20), plain: true}
}

// Refused reports whether a use of a store was undone because the vault or its caller wanted that,
// and not because the store failed: a title is taken, a recipe isn't there, a limit is reached, the
// client went away.
func Refused(err error) bool {
	if f, ok := errors.AsType[*failure](err); ok {
		return f.status < http.StatusInternalServerError
	}
	_, limit := errors.AsType[*family.LimitError](err)
	_, administrator := errors.AsType[*family.Error](err)
	_, room := errors.AsType[*crowded](err)
	return limit || administrator || room || errors.Is(err, family.ErrGone) || database.IsNoRow(err) || database.IsUnique(err) || errors.Is(err, context.Canceled)
}

func (f *failure) result() result {
	if f.plain {
		return result{status: f.status, body: []byte(f.text), text: true}
	}
	body := appendString([]byte(`{"error":`), f.text)
	if f.code != "" {
		body = append(body, `,"code":"`+f.code+`"`...)
	}
	if f.free != "" {
		body = appendString(append(body, `,"free_title":`...), f.free)
	}
	return result{status: f.status, body: append(body, '}')}
}

// failureOf gives every error its answer. What has no answer of its own came
// from the database or from its file.
func failureOf(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	f := &failure{
		status: http.StatusInternalServerError, code: "DATABASE_ERROR", err: err,
		text: "The recipe database is not available. The cause is in the server's log.",
	}
	switch {
	case errors.Is(err, database.ErrUnknown):
		f.text = "The recipe database was lost before it said whether the change was saved. Look before you try again."
	case errors.Is(err, database.ErrUnavailable):
		// Nothing was changed, which 500 leaves open.
		f.status = http.StatusServiceUnavailable
		f.text = "The recipe database cannot be reached, or has too much to do. Nothing was changed. Try again."
	case errors.Is(err, context.DeadlineExceeded):
		f.text = "The recipe database did not answer in time. Try again."
	}
	return f
}
