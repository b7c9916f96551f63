package site

import (
	"errors"
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Kinds of failure of this package.
const (
	execution    fault.Kind = "execution_error"        // a run was ended by something else
	stoppedKind  fault.Kind = "cancelled"              // a run was ended by its person
	tooLarge     fault.Kind = "too_large"              // a body is too long
	tooSlow      fault.Kind = "request_timeout"        // a body didn't arrive in time
	mediaType    fault.Kind = "unsupported_media_type" // a body isn't JSON
	precondition fault.Kind = "precondition_required"  // an edit doesn't say of what
	noRoute      fault.Kind = "no_route"               // there is no such address
	noMethod     fault.Kind = "no_method"              // an address doesn't take this method
)

const codeCancelled = "CANCELLED"

// table has what each kind of failure is on the wire. [appbuilder.LimitReached] is RATE_LIMITED
// where waiting helps.
var table = map[fault.Kind]struct {
	code   string
	status int
}{
	fault.NotFound:           {"APP_NOT_FOUND", http.StatusNotFound},
	fault.Conflict:           {"CONFLICT", http.StatusConflict},
	fault.InvalidParams:      {"INVALID_REQUEST", http.StatusBadRequest},
	fault.Unauthorized:       {"UNAUTHORIZED", http.StatusUnauthorized},
	fault.Forbidden:          {"FORBIDDEN", http.StatusForbidden},
	fault.Unavailable:        {"UNAVAILABLE", http.StatusServiceUnavailable},
	fault.Timeout:            {"TIMEOUT", http.StatusGatewayTimeout},
	fault.UnknownOutcome:     {"UNAVAILABLE", http.StatusServiceUnavailable},
	fault.Internal:           {"INTERNAL", http.StatusInternalServerError},
	appbuilder.InvalidConfig: {"INVALID_CONFIG", http.StatusBadRequest},
	appbuilder.SlugTaken:     {"SLUG_TAKEN", http.StatusConflict},
	appbuilder.Busy:          {"BUSY", http.StatusConflict},
	appbuilder.LimitReached:  {"LIMIT_REACHED", http.StatusConflict},
	appbuilder.Model:         {"LLM_ERROR", http.StatusBadGateway},
	execution:                {"EXECUTION_ERROR", http.StatusInternalServerError},
	stoppedKind:              {codeCancelled, http.StatusConflict},
	tooLarge:                 {"PAYLOAD_TOO_LARGE", http.StatusRequestEntityTooLarge},
	tooSlow:                  {"REQUEST_TIMEOUT", http.StatusRequestTimeout},
	mediaType:                {"UNSUPPORTED_MEDIA_TYPE", http.StatusUnsupportedMediaType},
	precondition:             {"PRECONDITION_REQUIRED", http.StatusPreconditionRequired},
	noRoute:                  {"NOT_FOUND", http.StatusNotFound},
	noMethod:                 {"METHOD_NOT_ALLOWED", http.StatusMethodNotAllowed},
}

// answer is a failure on the wire.
type answer struct {
	code, message string
	status        int
	wait          int // seconds; 0: unknown
	details       *details
}

type details struct {
	Fields rule.Faults     `json:"fields,omitempty"`
	App    *appbuilder.App `json:"app,omitzero"` // as it is now
}

type envelope struct {
	Error body `json:"error"`
}

type body struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Details *details `json:"details,omitzero"`
}

func (a answer) envelope() envelope { return envelope{body{a.code, a.message, a.details}} }

// answerOf returns what a client gets for an error. An error that isn't a [fault.Error] has
// nothing that may be shown.
func answerOf(err error) answer {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		f = internal(err)
	}
	row, ok := table[f.Kind]
	if !ok {
		row = table[fault.Internal]
	}
	a := answer{code: row.code, status: row.status, message: f.Message, wait: int((f.RetryAfter + 999_999_999).Seconds())}
	if f.Kind == appbuilder.LimitReached && f.RetryAfter > 0 {
		a.code, a.status = "RATE_LIMITED", http.StatusTooManyRequests
	}
	if broken, ok := errors.AsType[*appbuilder.Invalid](err); ok && row.status == http.StatusBadRequest {
		a.details = &details{Fields: broken.Faults}
	} else if f.Field != "" {
		a.details = &details{Fields: rule.Faults{{Field: f.Field, Rule: string(f.Kind), Message: f.Message}}}
	}
	if now, ok := errors.AsType[*store.ConflictError](err); ok {
		a.details = &details{App: &now.App}
	}
	return a
}

func is(err error, kind fault.Kind) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ok && f.Kind == kind
}

func fail(kind fault.Kind, message string) *fault.Error {
	return &fault.Error{Kind: kind, Message: message}
}

func noApp(message string) error        { return fail(fault.NotFound, message) }
func unauthorized(message string) error { return fail(fault.Unauthorized, message) }
func forbidden(message string) error    { return fail(fault.Forbidden, message) }
func cancelled() error                  { return fail(stoppedKind, "Stopped. Nothing was changed.") }

func internal(err error) *fault.Error {
	return &fault.Error{Kind: fault.Internal, Message: fault.InternalMessage, Err: err}
}

// invalid is a request that breaks a rule with one field.
func invalid(field, broken, message string) error {
	return &fault.Error{
		Kind: fault.InvalidParams, Message: message, Field: field,
		Err: &appbuilder.Invalid{Faults: rule.Faults{{Field: field, Rule: broken, Message: message}}},
	}
}
