package editor

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/rule"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/site"
	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// failure is an error as a page shows it.
type failure struct {
	kind    fault.Kind
	status  int
	message string
	wait    int // seconds; 0: unknown
	fields  rule.Faults
	now     *appbuilder.App // what an edit clashed with
}

// failed returns how an error is shown, and logs a cause that is the server's own.
func (q *request) failed(err error) *failure {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		f = &fault.Error{Kind: fault.Internal, Message: fault.InternalMessage, Err: err}
	}
	shown := &failure{kind: f.Kind, status: site.StatusOf(err), message: f.Message, wait: int((f.RetryAfter + time.Second - 1) / time.Second)}
	if broken, ok := errors.AsType[*appbuilder.Invalid](err); ok {
		shown.fields = broken.Faults
	} else if f.Field != "" {
		shown.fields = rule.Faults{{Field: f.Field, Message: f.Message}}
	}
	if len(shown.fields) == 1 && f.Kind == fault.InvalidParams {
		shown.message = shown.fields[0].Message // without the name of the one field that there is
	}
	if c, ok := errors.AsType[*store.ConflictError](err); ok {
		shown.now = &c.App
	}
	if e := q.log.Warn(); f.Err != nil && shown.status >= http.StatusInternalServerError && q.ctx().Err() == nil {
		if shown.status == http.StatusInternalServerError {
			e = q.log.Error()
		}
		e.Str("id", q.w.Header().Get("X-Request-Id")).AnErr("cause", f.Err).Msg("a page failed")
	}
	if shown.wait > 0 && f.Kind == appbuilder.LimitReached {
		shown.message = "You have reached the limit for now." // until when, the countdown says
	}
	if shown.wait > 0 {
		q.w.Header().Set("Retry-After", strconv.Itoa(shown.wait))
	}
	return shown
}

// of returns what is wrong with a field, "" if nothing is.
func (f *failure) of(field string) string {
	if f == nil {
		return ""
	}
	for _, broken := range f.fields {
		if broken.Field == field {
			return broken.Message
		}
	}
	return ""
}

// except returns the faults of other fields than these.
func (f *failure) except(fields ...string) (rest rule.Faults) {
	for _, broken := range f.fields {
		known := false
		for _, field := range fields {
			known = known || broken.Field == field
		}
		if !known {
			rest = append(rest, broken)
		}
	}
	return rest
}

// refuse sends the page for a request that no other page can tell the failure of.
func (q *request) refuse(err error) {
	f := q.failed(err)
	title, on := "That didn't work", link("button main", "/", "Go to my apps")
	switch f.status {
	case http.StatusNotFound:
		title = "Nothing here"
	case http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		title = "Not right now"
	case http.StatusTooManyRequests:
		title = "A little slower, please"
	case http.StatusUnauthorized:
		title = "Please sign in"
	}
	if passing := f.status == http.StatusServiceUnavailable || f.status == http.StatusGatewayTimeout || f.wait > 0; passing && q.r.Method == http.MethodGet {
		on = link("button main", q.r.URL.RequestURI(), "Try again")
	}
	if err := q.send(f.status, title+" · App builder", q.plain("narrow",
		class("div", "card",
			el("h1", nil, title),
			class("p", "lead", f.message), countdown(f),
			el("p", nil, on)))...); err != nil {
		http.Error(q.w, f.message, f.status)
	}
}
