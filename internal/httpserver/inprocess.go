package httpserver

import (
	"bytes"
	"net/http"
	"strconv"
)

// Transport returns a [http.RoundTripper] that calls h in this process, without a port. It ignores
// the URL's scheme and host, and is safe for concurrent use if h is.
//
// It runs h on the caller's goroutine. When the request's context has ended by the time that h
// answers, it returns a successful answer, but the context's error for a status from 500. Responses
// have a Content-Length. Their bodies also have the method Bytes() []byte, which returns the unread
// rest without copying it.
func Transport(h http.Handler) http.RoundTripper { return transport{h} }

type transport struct{ handler http.Handler }

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if req.Body != nil {
		defer func() { _ = req.Body.Close() }()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w := NewWriter()
	t.handler.ServeHTTP(w, req.WithContext(ctx)) // a copy: a RoundTripper must not change its request
	if err := ctx.Err(); err != nil && w.status >= http.StatusInternalServerError {
		w.release()
		return nil, err
	}
	return w.Response(req), nil
}

// Writer is a [http.ResponseWriter] that keeps the answer in memory.
type Writer struct {
	header http.Header
	status int
	body   []byte
	closed func() // called when the body is closed; may be nil
}

// NewWriter returns a Writer without an answer.
func NewWriter() *Writer { return &Writer{header: make(http.Header, 4)} }

// Header returns the answer's header.
func (w *Writer) Header() http.Header { return w.header }

// WriteHeader sets the answer's status. The first one counts.
func (w *Writer) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write appends p to the body.
func (w *Writer) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body = append(w.body, p...)
	return len(p), nil
}

// Take makes body the answer's body without copying it. Closing the response's body calls closed,
// perhaps more than once.
func (w *Writer) Take(body []byte, closed func()) { w.body, w.closed = body, closed }

// Response returns what was written as the answer to req.
func (w *Writer) Response(req *http.Request) *http.Response {
	w.WriteHeader(http.StatusOK)
	return &http.Response{
		Status:        strconv.Itoa(w.status) + " " + http.StatusText(w.status),
		StatusCode:    w.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        w.header,
		Body:          &body{*bytes.NewReader(w.body), w},
		ContentLength: int64(len(w.body)),
		Request:       req,
	}
}

func (w *Writer) release() {
	if w.closed != nil {
		w.closed()
	}
}

// body is a response body in memory.
type body struct {
	bytes.Reader
	w *Writer
}

func (b *body) Close() error {
	b.w.release()
	return nil
}

// Bytes returns what was not read yet.
func (b *body) Bytes() []byte { return b.w.body[len(b.w.body)-b.Len():] }
