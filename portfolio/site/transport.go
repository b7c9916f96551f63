package site

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
)

type asKey struct{}

// As returns a context whose requests to [Site.Transport] are the contractor's with
// that id. Whoever calls it has verified who asks.
func As(ctx context.Context, contractorID string) context.Context {
	return context.WithValue(ctx, asKey{}, contractorID)
}

// verified returns whose request it is, "" if As didn't say.
func verified(ctx context.Context) string {
	id, _ := ctx.Value(asKey{}).(string)
	return id
}

// Transport returns a [http.RoundTripper] that hands requests to the site in process: no
// port, no network. The URL's scheme and host are not looked at. It works on the caller's
// goroutine, and gives up when the request's context ends; an answer that is there by
// then is still returned. A response's body has the method Bytes() []byte, which
// returns what was not read yet without copying it.
func (s *Site) Transport() http.RoundTripper { return transport{s} }

// Refusal returns the answer of a request that failed with err before it came to
// [Site.Transport].
func (s *Site) Refusal(req *http.Request, err error) *http.Response {
	if req.Body != nil {
		_ = req.Body.Close()
	}
	w := &inProcess{header: make(http.Header, 1)}
	s.refuse(w, req, err)
	return w.response(req)
}

type transport struct{ handler http.Handler }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if req.Body != nil {
		defer func() { _ = req.Body.Close() }()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := &inProcess{header: make(http.Header, 4)}
	t.handler.ServeHTTP(w, req.WithContext(ctx)) // a copy: a RoundTripper must not change its request
	if err := ctx.Err(); err != nil && w.status >= http.StatusInternalServerError {
		return nil, err
	}
	return w.response(req), nil
}

// inProcess is a ResponseWriter that keeps the body as it is.
type inProcess struct {
	header http.Header
	status int
	body   []byte
}

func (w *inProcess) Header() http.Header { return w.header }

func (w *inProcess) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

func (w *inProcess) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body = append(w.body, p...)
	return len(p), nil
}

func (w *inProcess) response(req *http.Request) *http.Response {
	w.WriteHeader(http.StatusOK)
	return &http.Response{
		Status:        strconv.Itoa(w.status) + " " + http.StatusText(w.status),
		StatusCode:    w.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        w.header,
		Body:          &body{*bytes.NewReader(w.body), w.body},
		ContentLength: int64(len(w.body)),
		Request:       req,
	}
}

// body is a response body in memory.
type body struct {
	bytes.Reader
	data []byte
}

func (b *body) Close() error { return nil }

// Bytes returns what was not read yet.
func (b *body) Bytes() []byte { return b.data[len(b.data)-b.Len():] }
