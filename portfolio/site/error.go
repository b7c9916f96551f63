package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/google/uuid"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio/media"
	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// code is a kind of failure.
type code string

const (
	unauthorized     code = "UNAUTHORIZED"
	forbidden        code = "FORBIDDEN"
	notFound         code = "NOT_FOUND"
	methodNotAllowed code = "METHOD_NOT_ALLOWED"
	validationError  code = "VALIDATION_ERROR"
	parseError       code = "PARSE_ERROR"
	conflict         code = "CONFLICT"
	tooLarge         code = "PAYLOAD_TOO_LARGE"
	unsupportedType  code = "UNSUPPORTED_MEDIA_TYPE"
	timedOut         code = "TIMEOUT"
	unavailable      code = "SERVICE_UNAVAILABLE"
	internalError    code = "INTERNAL_ERROR"
)

var statuses = map[code]int{
	unauthorized:     http.StatusUnauthorized,
	forbidden:        http.StatusForbidden,
	notFound:         http.StatusNotFound,
	methodNotAllowed: http.StatusMethodNotAllowed,
	validationError:  http.StatusBadRequest,
	parseError:       http.StatusBadRequest,
	conflict:         http.StatusConflict,
	tooLarge:         http.StatusRequestEntityTooLarge,
	unsupportedType:  http.StatusUnsupportedMediaType,
	timedOut:         http.StatusGatewayTimeout,
	unavailable:      http.StatusServiceUnavailable,
	internalError:    http.StatusInternalServerError,
}

// failure is a request's answer when it is not a success. Message and details go to the
// client and may hold what a contractor wrote, so they never go to the log; err is the
// cause for the log and never goes to the client.
type failure struct {
	code    code
	message string
	details *details
	err     error
}

// details are those of any failure; each has a few.
type details struct {
	Errors     map[string][]string `json:"errors,omitempty"`
	InvalidIDs []string            `json:"invalidIds,omitempty"`
	Warnings   []string            `json:"warnings,omitempty"`
	CanForce   *bool               `json:"canForce,omitempty"`
	Missing    []string            `json:"missing_fields,omitzero"`
	Photos     []string            `json:"photos,omitempty"` // that can't be made public
	Limit      int                 `json:"limit,omitzero"`
	Plan       store.Plan          `json:"plan,omitzero"`
	Database   bool                `json:"database,omitzero"` // it is at fault, and nothing was changed
	Full       bool                `json:"full,omitzero"`     // the disk is, and nothing was changed
}

// Error leaves the message out: it may hold what must not be logged.
func (f *failure) Error() string { return "answered with " + string(f.code) }

func (f *failure) Unwrap() error { return f.err }

func (f *failure) status() int { return statuses[f.code] }

func fail(c code, format string, args ...any) *failure {
	return &failure{code: c, message: fmt.Sprintf(format, args...)}
}

// invalid says what is wrong with one field.
func invalid(field, format string, args ...any) *failure {
	return invalidFields(map[string][]string{field: {fmt.Sprintf(format, args...)}})
}

func invalidFields(errors map[string][]string) *failure {
	return &failure{code: validationError, message: "The request breaks a rule; details.errors has the fields. Nothing was changed.", details: &details{Errors: errors}}
}

func noProject() *failure    { return fail(notFound, "There is no such project.") }
func noImage() *failure      { return fail(notFound, "There is no such image.") }
func nothingThere() *failure { return fail(notFound, "There is nothing at this path.") }

// failureOf gives every error its answer.
func failureOf(err error) *failure {
	if f, ok := errors.AsType[*failure](err); ok {
		return f
	}
	if f := refusalOf(err); f != nil {
		return f
	}
	for _, row := range refusals {
		if errors.Is(err, row.is) {
			return &failure{code: row.code, message: row.message, details: row.details, err: err}
		}
	}
	return &failure{code: internalError, message: fault.InternalMessage, err: cmp.Or(fault.Cause(err), err)}
}

// refusals are the answers to what fails below; the first that fits counts.
var refusals = []struct {
	is      error
	code    code
	message string
	details *details
}{
	{database.ErrUnknown, internalError, "The database was lost before it said whether the change was saved. Look before you try again.", nil},
	{database.ErrUnavailable, unavailable, "The database can't be reached. Try again.", ofDatabase}, // its cause may be a deadline
	{context.DeadlineExceeded, timedOut, "The request took too long. Look whether it was done before you try again.", nil},
	{context.Canceled, timedOut, "The request was given up before it was done.", nil},
	{database.ErrClosed, unavailable, "The server is going down. Try again.", nil},
	{media.ErrFull, unavailable, noRoom, ofDisk},
	{database.ErrFull, unavailable, noRoom, ofDisk},
	{database.ErrBusy, unavailable, "The database is in use by another program. Try again.", ofDatabase},
	{database.ErrRefused, unavailable, "The database lets no one in. The server's log has the cause.", ofDatabase},
	{database.ErrDenied, unavailable, "The server may not use the database. Its log has the cause.", ofDatabase},
	{database.ErrForeign, unavailable, "The database is not one of a portfolio. The server's log has the cause.", ofDatabase},
	{database.ErrNewer, unavailable, "A newer release wrote the database. The server's log has the cause.", ofDatabase},
	{database.ErrDamaged, unavailable, "The database is damaged. The server's log has the cause.", ofDatabase},
}

const noRoom = "There is no room left to store anything. Nothing was changed."

var ofDatabase, ofDisk = &details{Database: true}, &details{Full: true}

// refusalOf returns what the store's rules say, nil if the error isn't one of theirs.
func refusalOf(err error) *failure {
	if e, ok := errors.AsType[*store.FieldError](err); ok {
		return invalid(e.Field, "%s", e.Message)
	}
	if e, ok := errors.AsType[*store.ForeignImagesError](err); ok {
		return &failure{code: validationError, message: "Some of these are not images of the project. Nothing was changed.", details: &details{InvalidIDs: e.IDs}}
	}
	if e, ok := errors.AsType[*store.PlanLimitError](err); ok {
		return &failure{
			code:    forbidden,
			message: fmt.Sprintf("The plan %s has room for %d published projects; unpublish one first.", e.Plan, e.Limit),
			details: &details{Limit: e.Limit, Plan: e.Plan},
		}
	}
	if e, ok := errors.AsType[*store.StatusError](err); ok {
		return fail(conflict, "The project is %s. Nothing was changed.", e.Status)
	}
	if e, ok := errors.AsType[*fault.Error](err); ok && e.Kind == fault.Forbidden {
		return fail(forbidden, "%s", e.Message)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return noProject()
	case errors.Is(err, store.ErrToken):
		return fail(unauthorized, "The token is not valid. Get a new one.")
	case errors.Is(err, store.ErrUpload):
		return fail(unauthorized, "This upload link is not valid, or no longer. Ask for a new one.")
	}
	return nil
}

// databaseRest is for how many seconds a client is to leave a database alone that failed:
// the store has tried for some already.
const databaseRest = "5"

// refuse answers with a failure. It logs the server's own as errors, under the
// requestId that the client gets, and the client's at debug level.
func (s *Site) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := failureOf(err)
	type said struct {
		Code      code     `json:"code"`
		Message   string   `json:"message"`
		Details   *details `json:"details,omitempty"`
		RequestID string   `json:"requestId,omitempty"`
	}
	answer := said{Code: f.code, Message: f.message, Details: f.details}
	e := s.log.Debug()
	if f.status() >= http.StatusInternalServerError {
		answer.RequestID = uuid.NewString()
		if r.Context().Err() == nil { // else the client is gone, which is not our failure
			e = s.log.Error()
		}
	}
	e.Str("code", string(f.code)).Str("request_id", answer.RequestID).AnErr("cause", f.err).Msg("request failed")
	data, err := json.Marshal(struct {
		Error said `json:"error"`
	}{answer})
	if err != nil { // what a contractor wrote isn't UTF-8, and is in a field's name
		data = []byte(`{"error":{"code":"` + string(f.code) + `","message":"The request breaks a rule."}}`)
	}
	if f.details != nil && f.details.Database {
		w.Header().Set("Retry-After", databaseRest)
	}
	if f.code == unauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	writeJSON(w, f.status(), data)
}
