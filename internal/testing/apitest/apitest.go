// Package apitest plays REST APIs for tests of their clients.
package apitest

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

const (
	// Prefix is the path of every server: a client that drops or mangles it fails everywhere.
	Prefix = "/base path"

	// Key is a secret that no error may hold.
	Key = "test-key-0123456789"

	// Email is another.
	Email = "alice@example.com"

	// Page is a page that isn't the API's, with a secret in it.
	Page = "<!DOCTYPE html><html><body>alice@example.com, log in</body></html>"
)

// Server is an API that logs what it was asked.
type Server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []string // "METHOD /path"
}

// Serve starts an API. Its handler sees paths without the prefix; requests
// outside of it fail the test.
func Serve(tb testing.TB, h http.HandlerFunc) *Server {
	tb.Helper()
	s := &Server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, ok := strings.CutPrefix(r.URL.Path, Prefix)
		if !ok {
			tb.Errorf("request outside of the base path: %s", r.URL.Path)
		}
		s.mu.Lock()
		s.seen = append(s.seen, r.Method+" "+path)
		s.mu.Unlock()
		r.URL.Path = path
		h(w, r)
	}))
	tb.Cleanup(s.Close)
	return s
}

// Base is the base URL of the API, below its prefix.
func (s *Server) Base() string { return s.URL + strings.ReplaceAll(Prefix, " ", "%20") }

// Requests returns what was asked so far.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.seen...)
}

// CheckRequests asserts what the API was asked, in order.
func (s *Server) CheckRequests(tb testing.TB, want ...string) {
	tb.Helper()
	got := s.Requests()
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		tb.Errorf("requests %q, want %q", got, want)
	}
}

// Reply answers with a status and a body of a type.
func Reply(w http.ResponseWriter, status int, contentType, body string) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// ReplyJSON answers with a status and JSON.
func ReplyJSON(w http.ResponseWriter, status int, body string) {
	Reply(w, status, "application/json", body)
}

// AnswerWith returns a handler that always replies so.
func AnswerWith(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { Reply(w, status, contentType, body) }
}

// Transport is a RoundTripper in process, as an embedded API is one.
type Transport func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f Transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// InProcess hands requests to h without a connection.
func InProcess(h http.HandlerFunc) Transport {
	return func(r *http.Request) (*http.Response, error) {
		if err := r.Context().Err(); err != nil {
			return nil, err
		}
		w := httptest.NewRecorder()
		h(w, r)
		if r.Body != nil {
			_ = r.Body.Close()
		}
		resp := w.Result()
		resp.Request = r
		return resp, nil
	}
}

// Hang answers nothing until the request is given up.
func Hang(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// CheckError asserts kind and status, and that the message holds all of want and
// nothing secret.
func CheckError(tb testing.TB, err error, kind fault.Kind, status int, want ...string) {
	tb.Helper()
	_ = InspectError(tb, err, kind, status, want...)
}

// InspectError is CheckError for those who want more of the error.
func InspectError(tb testing.TB, err error, kind fault.Kind, status int, want ...string) *fault.Error {
	tb.Helper()
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		tb.Fatalf("error %v, want a *fault.Error of kind %s", err, kind)
	}
	if e.Kind != kind || e.Status != status {
		tb.Errorf("kind %s, status %d, want %s, %d (message: %s; cause: %v)", e.Kind, e.Status, kind, status, e.Message, e.Err)
	}
	for _, w := range want {
		if !strings.Contains(e.Message, w) {
			tb.Errorf("message %q does not hold %q", e.Message, w)
		}
	}
	text := e.Message
	if e.Err != nil {
		text += " | " + e.Err.Error()
	}
	for _, secret := range []string{Key, Email, "<html", "hunter2"} {
		if strings.Contains(strings.ToLower(text), secret) {
			tb.Errorf("error %q holds %q", text, secret)
		}
	}
	if !strings.HasSuffix(e.Message, ".") && len(want) == 0 {
		tb.Errorf("message %q is not a sentence", e.Message)
	}
	return e
}
