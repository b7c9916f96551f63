package vault

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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

func internal(text string, cause error) *failure {
	return &failure{status: http.StatusInternalServerError, code: "INTERNAL_ERROR", text: text, err: cause}
}

func nothingThere() *failure {
	return &failure{status: http.StatusNotFound, text: "There is nothing at this path.", plain: true}
}

func tooLong() *failure {
	return &failure{status: http.StatusRequestEntityTooLarge, text: "The body must have at most 10 MiB.", plain: true}
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
	text := "The recipe database is not available. The cause is in the server's log."
	if errors.Is(err, context.DeadlineExceeded) {
		text = "The recipe database did not answer in time. Try again."
	}
	return &failure{status: http.StatusInternalServerError, code: "DATABASE_ERROR", text: text, err: err}
}
