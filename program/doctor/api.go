package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"mcp-adapters/apiclient"
	"mcp-adapters/fault"
)

const maxSkew = 5 * time.Minute

// ask asks the API its question, as the server itself would, but once.
func (w *route) ask(ctx context.Context, r *Report) bool {
	w.seen = &recorder{next: &http.Transport{
		Proxy:                  func(*http.Request) (*url.URL, error) { return w.proxy, nil },
		DialContext:            w.dialer().DialContext,
		TLSClientConfig:        w.tlsConfig(),
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: 64 << 10,
	}}
	body, err := w.api.Ask(ctx, apiclient.Options{
		BaseURL:   w.api.BaseURL,
		UserAgent: w.options.System.Program + "/" + w.options.Version + " doctor",
		Timeout:   apiLimit,
		Transport: w.seen,
	})
	w.answer = &Answer{Body: body}
	if err == nil || w.refused(err) {
		r.OK("url", "The %s answers at %s.", w.options.System.Service, w.host())
		return true
	}
	w.diagnose(ctx, r, err)
	return false
}

// refused reports whether the API refused the credentials, in its own form: else a
// login page may have.
func (w *route) refused(err error) bool {
	e, ok := errors.AsType[*fault.Error](err)
	if !ok || e.Kind != fault.Unauthorized && e.Kind != fault.Forbidden {
		return false
	}
	w.answer.Refused = e.Kind
	_, own := w.seen.refusal(&w.api.System)
	return own
}

// diagnose says why there was no answer, or who else gave one.
func (w *route) diagnose(ctx context.Context, r *Report, err error) {
	switch {
	case w.seen.err != nil && w.proxy != nil && w.base.Scheme == "https" && w.tlsFault(r, w.seen.err):
	case w.seen.err != nil && w.base.Scheme == "http" && w.speaksTLS(ctx):
		r.Fault(needsTLS, w.host())
	case w.seen.err != nil:
		r.Fault(cut, w.host(), reason(w.seen.err))
	case w.seen.response == nil:
		r.Fault(cut, w.host(), reason(err))
	default:
		w.diagnoseAnswer(ctx, r, err)
	}
}

func (w *route) diagnoseAnswer(ctx context.Context, r *Report, err error) {
	foreign := errors.Is(err, apiclient.ErrNotJSON) || errors.Is(err, apiclient.ErrShape) || errors.Is(err, apiclient.ErrOther)
	switch status := w.seen.response.StatusCode; {
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
	case w.base.Scheme == "http" && status == http.StatusBadRequest && w.speaksTLS(ctx):
		r.Fault(needsTLS, w.host())
	default:
		r.Fault(notService, w.host(), w.seen.kind())
	}
}

// redirectTarget is the host alone: the rest may hold who knows what.
func redirectTarget(location string) string {
	u, err := url.Parse(location)
	switch {
	case err != nil || location == "":
		return "an address that is none"
	case u.Host == "":
		return "another page of its own"
	}
	return u.Scheme + "://" + u.Host
}

func (w *route) compareClocks(_ context.Context, r *Report) bool {
	theirs, err := http.ParseTime(w.seen.response.Header.Get("Date"))
	if err != nil {
		r.Note("clock", "Not checked, because the server does not tell its time.", "")
		return true
	}
	skew := w.seen.at.Sub(theirs).Abs()
	if skew > maxSkew {
		r.Fault(skewed, skew.Round(time.Minute).String())
		return true
	}
	r.OK("clock", "The clocks of this computer and of the server agree.")
	return true
}
