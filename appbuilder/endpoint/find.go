package endpoint

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// CodeNotFound is the code of the error for a slug under which nothing is published. Those
// from -32000 to -32099 are MCP's own.
const CodeNotFound jsonrpc.Code = 4001

// notFound is answered whatever the reason, so that nobody can look for drafts.
var notFound = &jsonrpc.Error{
	Code:    CodeNotFound,
	Message: "There is no published app at this address. It may have been unpublished: ask the person who gave it to you.",
	Data:    map[string]string{"code": "APP_NOT_FOUND"},
}

func unavailable(message string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternal, Message: message, Data: &jsonrpc.Data{Kind: string(fault.Unavailable)}}
}

// endpoint answers what is asked of /servers/{slug}/mcp. What a method is worth is said only of an
// app that there is; a preflight is none of an app's business.
func (e *Endpoint) endpoint(w http.ResponseWriter, r *http.Request) {
	accept := strings.ToLower(strings.Join(r.Header["Accept"], ","))
	switch {
	case r.Method == http.MethodPost:
		lenient(r.Header)
	case r.Method == http.MethodGet && strings.Contains(accept, "text/html"):
		e.lead.ServeHTTP(w, r)
		return
	case r.Method == http.MethodOptions, r.Method == http.MethodGet && strings.Contains(accept, "text/event-stream"):
	default:
		e.other.ServeHTTP(w, r)
		return
	}
	e.mcp.ServeHTTP(w, r)
}

// toPage leads a browser to the page about an app.
func toPage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", "/servers/"+url.PathEscape(r.PathValue("slug")))
	w.WriteHeader(http.StatusSeeOther)
}

// unslashed leads from an address that ends in a slash too many to the page about an app, if there
// is one.
func unslashed(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", "/servers/"+url.PathEscape(r.PathValue("slug")))
	w.WriteHeader(http.StatusPermanentRedirect)
}

// lenient reads headers as they are meant: ChatGPT looks for tools with a body of bytes and
// takes any type.
func lenient(h http.Header) {
	switch kind, _, _ := strings.Cut(h.Get("Content-Type"), ";"); strings.TrimSpace(strings.ToLower(kind)) {
	case "", "text/octet-stream", "application/octet-stream":
		h.Set("Content-Type", "application/json")
	}
	if accept := h.Get("Accept"); accept == "" || strings.Contains(accept, "*/*") {
		h.Set("Accept", "application/json, text/event-stream")
	}
}

type servedKey struct{}

// errNoApp is one of ours: what is answered has been admitted.
var errNoApp = errors.New("the request has no app")

// Version is the version of the app that a request is about, whose context Observe got; 0 where
// it was about none.
func Version(ctx context.Context) int {
	s, ok := ctx.Value(servedKey{}).(*served)
	if !ok {
		return 0
	}
	return s.live.Version
}

// admit finds the app before the body is read, and keeps calls within their limits.
func (e *Endpoint) admit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slug := r.PathValue("slug")
		if wait := e.limits.take(slug, e.o.Address(r)); wait > 0 {
			tooMany(w, wait)
			return
		}
		s, err := e.find(r.Context(), slug)
		if err != nil {
			e.refuse(w, r, err)
			return
		}
		if challenge := s.challenge(r); challenge != "" {
			w.Header().Set("WWW-Authenticate", challenge)
			write(w, http.StatusUnauthorized, unauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), servedKey{}, s)))
	})
}

// handler returns who answers a request that was admitted.
func (e *Endpoint) handler(r *http.Request, version string) (jsonrpc.Handler, error) {
	s, ok := r.Context().Value(servedKey{}).(*served)
	if !ok {
		return nil, errNoApp
	}
	return s.server.Request(version, e.o.Observers...), nil
}

// find returns what a slug leads to now.
func (e *Endpoint) find(ctx context.Context, slug string) (*served, error) {
	ctx, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	live, err := e.o.Apps.Live(ctx, slug)
	if err != nil {
		return nil, err
	}
	s, ok := e.cache.Get(live)
	e.o.Cached(ok)
	if ok {
		return s, nil
	}
	content, err := e.o.Apps.Snapshot(ctx, live)
	if err != nil {
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind == fault.NotFound {
			e.o.Log.Error().AnErr("cause", fault.Cause(err)).Str("slug", slug).Int("version", live.Version).Msg("a published version can't be read")
			return e.unreadable(live, slug)
		}
		return nil, err
	}
	s, err = e.serve(live, slug, content)
	if err != nil {
		e.o.Log.Error().AnErr("cause", fault.Cause(err)).Str("slug", slug).Int("version", live.Version).Msg("a published version can't be served")
		return e.unreadable(live, slug)
	}
	e.cache.Add(live, s)
	return s, nil
}

// refuse answers in place of an app that couldn't be found.
func (e *Endpoint) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status, body := http.StatusServiceUnavailable, unavailable("The apps can't be reached right now. Please try again in a moment.")
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.NotFound {
		status, body = http.StatusNotFound, notFound
	} else {
		e.lost(r, err)
		w.Header().Set("Retry-After", "1")
	}
	write(w, status, body)
}

// lost logs why nothing is known of an app, unless who asked is gone.
func (e *Endpoint) lost(r *http.Request, err error) {
	if r.Context().Err() == nil {
		e.o.Log.Warn().AnErr("cause", fault.Cause(err)).Msg("an app can't be looked up")
	}
}

func tooMany(w http.ResponseWriter, wait time.Duration) {
	seconds := int(math.Ceil(wait.Seconds()))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	write(w, http.StatusTooManyRequests, &jsonrpc.Error{
		Code: jsonrpc.CodeInternal, Message: "Too many requests. Please try again in a moment.",
		Data: &jsonrpc.Data{Kind: "busy", RetryAfterSeconds: seconds},
	})
}

func write(w http.ResponseWriter, status int, body *jsonrpc.Error) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body.AppendResponse(nil, nil)) // nobody is there to be told
}

var _ Apps = (*store.Store)(nil)
