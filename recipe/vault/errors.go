package vault

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// failure is a request's answer when it is no success. Text goes to the client
// and may hold a title or an id, so it never goes to the log; err is the cause
// for the log and never goes to the client.
type failure struct {
	status int
	code   string // empty: text is sent as plain text, or as an error without a code
	text   string
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

// notFound carries the bare id and conflict the bare title, as the contract says.
func notFound(id string) *failure {
	return &failure{status: http.StatusNotFound, code: "NOT_FOUND", text: id}
}

func conflict(title string, cause error) *failure {
	return &failure{status: http.StatusConflict, code: "CONFLICT", text: title, err: cause}
}

// internal answers a panic.
func internal() *failure {
	return &failure{
		status: http.StatusInternalServerError, code: "INTERNAL_ERROR",
		text: "The server failed on this request. The cause is in its log.",
	}
}

func tooLong() *failure {
	return &failure{status: http.StatusRequestEntityTooLarge, text: "The body must have at most 10 MiB.", plain: true}
}

// noRoom answers a request whose body was not read to its end.
func noRoom(cause error) *failure {
	return &failure{
		status: http.StatusInternalServerError, code: "INTERNAL_ERROR",
		text: "The server is taking as many long bodies as it can hold. Try again.", err: cause,
	}
}

// noRoomToAnswer answers a request that changed nothing.
func noRoomToAnswer(cause error) *failure {
	return &failure{
		status: http.StatusInternalServerError, code: "INTERNAL_ERROR",
		text: "The server is sending as many long answers as it can hold. Try again.", err: cause,
	}
}

// failureOf gives every error its answer. What has no answer of its own came
// from the database or from the file it lies in.
func failureOf(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	text := "The recipe database is not available. The cause is in the server's log."
	if errors.Is(err, context.DeadlineExceeded) {
		text = "The recipe database did not answer in time. Try again."
	}
	return &failure{status: http.StatusInternalServerError, code: "DATABASE_ERROR", text: text, err: err}
}
