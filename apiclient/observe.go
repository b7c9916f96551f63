package apiclient

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Attempt is a request of the API that is about to be sent, perhaps again.
type Attempt struct {
	Method string
	Route  string // the path below the base URL, with {id} for whatever is one thing's name
	Host   string // of the API, with the port that its address has
	Resent int    // how often it was sent before
	Header http.Header
}

type observerKey struct{}

type observer = func(context.Context, Attempt) (context.Context, func(status int, err error))

// Observe returns a context in which each attempt of a request is reported to begin. That may
// add to the attempt's header; it returns the attempt's context and what is called when the
// answer was read, with its status, or with the error if there was none. Both functions must
// be quick and safe for concurrent use.
func Observe(ctx context.Context, begin func(context.Context, Attempt) (context.Context, func(status int, err error))) context.Context {
	return context.WithValue(ctx, observerKey{}, observer(begin))
}

// observed is the transport of one request, whose attempts are counted, and reported if
// their context says so.
type observed attempts

// RoundTrip sends one attempt of a request, or follows a redirect of it.
func (t *observed) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Response == nil { // not a redirect
		(*attempts)(t).begin()
	}
	begin, ok := req.Context().Value(observerKey{}).(observer)
	if !ok {
		return t.transport.RoundTrip(req)
	}
	header := req.Header.Clone()
	ctx, done := begin(req.Context(), Attempt{
		Method: req.Method, Route: t.request.route(), Host: t.client.base.Host, Resent: max(t.tries-1, 0), Header: header,
	})
	req = req.WithContext(ctx)
	req.Header = header
	resp, err := t.transport.RoundTrip(req)
	if err != nil {
		done(0, err)
		return resp, err
	}
	resp.Body = &observedBody{ReadCloser: resp.Body, done: sync.OnceFunc(func() { done(resp.StatusCode, nil) })}
	return resp, nil
}

// observedBody calls done when it was read or closed.
type observedBody struct {
	io.ReadCloser
	done func()
}

func (b *observedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.done()
	}
	return n, err
}

func (b *observedBody) Close() error {
	defer b.done()
	return b.ReadCloser.Close()
}

// route is the path without what it addresses. That is the id of the request and whatever
// isn't plainly a word of the API's: an id can be anything.
func (r *Request) route() string {
	var b strings.Builder
	for _, s := range r.Path {
		b.WriteByte('/')
		if s == r.ID || !isWord(s) {
			s = "{id}"
		}
		b.WriteString(s)
	}
	return b.String()
}

// isWord reports whether a segment is of small letters, with dots and hyphens between them.
func isWord(s string) bool {
	const longest = 24
	return len(s) <= longest && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz.-") == ""
}
