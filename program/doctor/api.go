package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"time"
)

const (
	maxBody      = 32 << 20 // what the server itself reads of one answer
	maxRedirects = 5
	maxSkew      = 5 * time.Minute
)

// ask asks the API its question.
func (w *route) ask(ctx context.Context, r *Report) bool {
	ctx, cancel := context.WithTimeout(ctx, apiLimit)
	defer cancel()
	got, err := w.get(ctx)
	if err != nil {
		switch {
		case w.proxy != nil && w.base.Scheme == "https" && w.tlsFault(r, err):
		case w.base.Scheme == "http" && w.speaksTLS(ctx):
			r.Fault(needsTLS, w.host())
		default:
			r.Fault(cut, w.host(), reason(err))
		}
		return false
	}
	w.answer = got
	return w.recognise(ctx, r)
}

func (w *route) get(ctx context.Context) (*Answer, error) {
	transport := &http.Transport{
		Proxy:                  func(*http.Request) (*url.URL, error) { return w.proxy, nil },
		DialContext:            w.dialer().DialContext,
		TLSClientConfig:        w.tlsConfig(),
		DisableKeepAlives:      true,
		MaxResponseHeaderBytes: 64 << 10,
	}
	client := http.Client{Transport: transport, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects || req.URL.Scheme != via[0].URL.Scheme || req.URL.Host != via[0].URL.Host {
			return http.ErrUseLastResponse // the key stays with the API
		}
		return nil
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base.JoinPath(w.api.Path...).String(), nil)
	if err != nil {
		return nil, err
	}
	maps.Copy(req.Header, w.api.Header)
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", w.options.System.Program+"/"+w.options.Version+" doctor")
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	got := &Answer{Status: res.StatusCode, Header: res.Header, at: time.Now()}
	got.Body, err = io.ReadAll(io.LimitReader(res.Body, maxBody))
	return got, err
}

// recognise tells the API from whatever else answers on a port.
func (w *route) recognise(ctx context.Context, r *Report) bool {
	a := w.answer
	switch {
	case w.api.Recognise(a):
	case a.Status >= 300 && a.Status < 400:
		r.Fault(redirected, w.host(), redirectTarget(a.Header.Get("Location")))
		return false
	case a.Status == http.StatusTooManyRequests, a.Status >= 500:
		what := w.api.Failure(a)
		r.Fault(failing, w.host(), cmp.Or(what, fmt.Sprintf("status %d", a.Status)))
		return false
	case w.base.Scheme == "http" && a.Status == http.StatusBadRequest && w.speaksTLS(ctx):
		r.Fault(needsTLS, w.host())
		return false
	default:
		r.Fault(notService, w.host(), a.kind())
		return false
	}
	r.OK("url", "The %s answers at %s.", w.options.System.Service, w.host())
	return true
}

// kind says what sort of thing answered.
func (a *Answer) kind() string {
	media, _, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	what := "something else"
	switch {
	case err == nil && media == "text/html":
		what = "a web page"
	case json.Valid(a.Body):
		what = "JSON of another kind"
	}
	return fmt.Sprintf("%s (status %d)", what, a.Status)
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
	theirs, err := http.ParseTime(w.answer.Header.Get("Date"))
	if err != nil {
		r.Note("clock", "Not checked, because the server does not tell its time.", "")
		return true
	}
	skew := w.answer.at.Sub(theirs).Abs()
	if skew > maxSkew {
		r.Fault(skewed, skew.Round(time.Minute).String())
		return true
	}
	r.OK("clock", "The clocks of this computer and of the server agree.")
	return true
}
