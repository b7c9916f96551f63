package vault

import (
	"bytes"
	"net/http"
	"strconv"
)

// Transport returns a [http.RoundTripper] that hands requests to the vault's
// handler in process: no port, no network. The URL's scheme and host are not
// looked at. It is safe for concurrent use.
//
// It works on the caller's goroutine, and gives up when the request's context
// ends; an answer that is there by then is still returned. Responses carry a
// Date and, unless they have no body, a Content-Length. A body also has the
// method Bytes() []byte, which returns what was not read yet without copying
// it and leaves it to the caller. A long body has room that is given back when it
// is closed.
func (v *Vault) Transport() http.RoundTripper { return transport{v.handler} }

type transport struct{ handler http.Handler }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	if req.Body != nil {
		defer func() { _ = req.Body.Close() }()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// A copy, because a RoundTripper must not change the request it was given.
	in := req.WithContext(ctx)
	w := &inProcess{header: make(http.Header, 4)}
	t.handler.ServeHTTP(w, in)
	if err := ctx.Err(); err != nil && w.status >= http.StatusInternalServerError {
		return nil, err // without an answer, so without room
	}
	return w.response(req), nil
}

// inProcess is a ResponseWriter that keeps the body as it is.
type inProcess struct {
	header http.Header
	status int
	body   []byte
	mem    *lease // nil: the body has no room
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
		Body:          &body{*bytes.NewReader(w.body), w.body, w.mem},
		ContentLength: int64(len(w.body)),
		Request:       req,
	}
}

// body is a response body in memory.
type body struct {
	bytes.Reader
	data []byte
	mem  *lease
}

func (b *body) Close() error {
	if b.mem != nil {
		b.mem.release()
	}
	return nil
}

// Bytes returns what was not read yet.
func (b *body) Bytes() []byte { return b.data[len(b.data)-b.Len():] }
