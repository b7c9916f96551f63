package apiclient_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"mcp-adapters/apiclient"
	"mcp-adapters/fault"
)

const (
	prefix  = "/base path" // of every test server: a client that drops or mangles it fails everywhere
	service = "The Shelf"
	key     = "test-key-0123456789"
	email   = "alice@example.com"
)

// api is a test server that logs what it was asked.
type api struct {
	*httptest.Server
	mu   sync.Mutex
	seen []string // "METHOD /path"
}

// base is the base URL of the API, below its prefix.
func (a *api) base() string { return a.URL + strings.ReplaceAll(prefix, " ", "%20") }

// requests returns what was asked so far.
func (a *api) requests() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]string(nil), a.seen...)
}

// serve starts an API. Each handler sees paths without the prefix; requests
// outside of it fail the test.
func serve(t testing.TB, h http.HandlerFunc) *api {
	t.Helper()
	a := &api{}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, ok := strings.CutPrefix(r.URL.Path, prefix)
		if !ok {
			t.Errorf("request outside of the base path: %s", r.URL.Path)
		}
		a.mu.Lock()
		a.seen = append(a.seen, r.Method+" "+path)
		a.mu.Unlock()
		r.URL.Path = path
		h(w, r)
	}))
	t.Cleanup(a.Close)
	return a
}

// dial returns a client; edits change its options.
func dial(t testing.TB, base string, edits ...func(*apiclient.Options)) *apiclient.Client {
	t.Helper()
	o := apiclient.Options{
		BaseURL:   base,
		Key:       key,
		Email:     email,
		UserAgent: "test/1",
		Service:   service,
		Timeout:   20 * time.Second,
	}
	for _, edit := range edits {
		edit(&o)
	}
	c, err := apiclient.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// reply answers with a status and a body of a type.
func reply(w http.ResponseWriter, status int, contentType, body string) {
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

func replyJSON(w http.ResponseWriter, status int, body string) {
	reply(w, status, "application/json", body)
}

// transport is a RoundTripper in process, as an embedded API is one.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// inProcess hands requests to h without a connection.
func inProcess(h http.HandlerFunc) transport {
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

// over returns an option that sends requests through rt.
func over(rt http.RoundTripper) func(*apiclient.Options) {
	return func(o *apiclient.Options) { o.Transport = rt }
}

// retries returns an option for how often is tried again.
func retries(n int) func(*apiclient.Options) {
	return func(o *apiclient.Options) { o.MaxRetries = n }
}

// limit returns an option for the time that a call has.
func limit(d time.Duration) func(*apiclient.Options) {
	return func(o *apiclient.Options) { o.Timeout = d }
}

// hang answers nothing until the request is given up.
func hang(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// checkError asserts kind and status, and that the message holds all of want
// and nothing secret.
func checkError(t *testing.T, err error, kind fault.Kind, status int, want ...string) {
	t.Helper()
	_ = inspectError(t, err, kind, status, want...)
}

// inspectError is checkError for those who want more of the error.
func inspectError(t *testing.T, err error, kind fault.Kind, status int, want ...string) *fault.Error {
	t.Helper()
	e, ok := errors.AsType[*fault.Error](err)
	if !ok {
		t.Fatalf("error %v, want a *fault.Error of kind %s", err, kind)
	}
	if e.Kind != kind || e.Status != status {
		t.Errorf("kind %s, status %d, want %s, %d (message: %s; cause: %v)", e.Kind, e.Status, kind, status, e.Message, e.Err)
	}
	for _, w := range want {
		if !strings.Contains(e.Message, w) {
			t.Errorf("message %q does not hold %q", e.Message, w)
		}
	}
	text := e.Message
	if e.Err != nil {
		text += " | " + e.Err.Error()
	}
	for _, secret := range []string{key, email, "<html", "hunter2"} {
		if strings.Contains(strings.ToLower(text), secret) {
			t.Errorf("error %q holds %q", text, secret)
		}
	}
	if !strings.HasSuffix(e.Message, ".") && len(want) == 0 {
		t.Errorf("message %q is no sentence", e.Message)
	}
	return e
}

// checkRequests asserts what an API was asked, in order.
func checkRequests(t *testing.T, a *api, want ...string) {
	t.Helper()
	got := a.requests()
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("requests %q, want %q", got, want)
	}
}
