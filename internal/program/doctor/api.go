package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const maxSkew = 5 * time.Minute

// read says what answered.
func (w *route) read(ctx context.Context, r *Report) string {
	e, ok := errors.AsType[*fault.Error](w.err)
	if ok && (e.Kind == fault.Unauthorized || e.Kind == fault.Forbidden) {
		if _, own := w.seen.refusal(&w.api.System); own { // else a login page may have refused
			w.answer.Refused = e.Kind
		}
	}
	if w.err == nil || w.answer.Refused != "" {
		r.OK("url", "The %s answers at %s.", w.options.System.Service, w.host())
		return ""
	}
	w.diagnose(ctx, r)
	return "no " + w.options.System.Service + " answers"
}

// diagnose says why there was no answer, or who else gave one.
func (w *route) diagnose(ctx context.Context, r *Report) {
	foreign := errors.Is(w.err, apiclient.ErrNotJSON) || errors.Is(w.err, apiclient.ErrShape) || errors.Is(w.err, apiclient.ErrOther)
	cause, status := cmp.Or(w.seen.err, w.err), 0
	if w.seen.response != nil {
		status = w.seen.response.StatusCode
	}
	switch {
	case status == 0 && w.proxy != nil && w.base.Scheme == "https" && w.tlsFault(r, cause):
	case (status == 0 || status == http.StatusBadRequest) && w.base.Scheme == "http" && w.speaksTLS(ctx):
		r.Fault(needsTLS, w.host())
	case status == 0:
		r.Fault(cut, w.host(), reason(cause))
	case status == http.StatusOK && !foreign:
		r.Fault(cut, w.host(), "its answer was cut short")
	case status >= 300 && status < 400:
		r.Fault(redirected, w.host(), redirectTarget(w.seen.response.Header.Get("Location")))
	case status == http.StatusTooManyRequests, status >= 500:
		switch refusal, _ := w.seen.refusal(&w.api.System); refusal.Database {
		case apiclient.DatabaseLocked:
			r.Fault(locked, w.host())
		case apiclient.DatabaseNotBlamed:
			r.Fault(failing, w.host(), fmt.Sprintf("status %d", status))
		default:
			r.Fault(failing, w.host(), "a failure of its database")
		}
	default:
		r.Fault(notService, w.host(), w.seen.kind())
	}
}

// redirectTarget is the host alone: the rest may hold who knows what.
func redirectTarget(location string) string {
	u, err := url.Parse(location)
	switch {
	case err != nil || location == "":
		return "an invalid address"
	case u.Host == "":
		return "another page of its own"
	}
	return u.Scheme + "://" + u.Host
}

func (w *route) compareClocks(_ context.Context, r *Report) string {
	theirs, err := http.ParseTime(w.seen.response.Header.Get("Date"))
	switch skew := w.seen.at.Sub(theirs).Abs(); {
	case err != nil:
		r.Note("clock", "Not checked, because the server sent no Date header.", "")
	case skew > maxSkew:
		r.Fault(skewed, skew.Round(time.Minute).String())
	default:
		r.OK("clock", "The clocks of this computer and of the server agree.")
	}
	return ""
}
