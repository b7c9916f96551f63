package httpserver_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestHandle answers an error and a panic in the form of refuse, and cuts off an answer that a panic
// leaves incomplete. A panic's value stays out of the error.
func TestHandle(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		serve   func(http.ResponseWriter) error
		answer  string
		refused string // the prefix of the cause
		aborted bool
	}{
		"answer":         {serve: func(w http.ResponseWriter) error { _, err := w.Write([]byte("ok")); return err }, answer: "200 ok"},
		"error":          {serve: func(http.ResponseWriter) error { return errors.New("closed") }, answer: "500 refused", refused: "closed"},
		"panic":          {serve: func(http.ResponseWriter) error { panic("secret") }, answer: "500 refused", refused: "panic: string\ngoroutine "},
		"runtime panic":  {serve: func(http.ResponseWriter) error { return *(*error)(nil) }, answer: "500 refused", refused: "panic: runtime error: invalid memory address"},
		"abort":          {serve: func(http.ResponseWriter) error { panic(http.ErrAbortHandler) }, answer: "200 ", aborted: true},
		"panic too late": {serve: func(w http.ResponseWriter) error { _, _ = w.Write([]byte("half")); panic("secret") }, answer: "200 half", refused: "panic: string\n", aborted: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var cause string
			h := httpserver.Handle(func(w http.ResponseWriter, _ *http.Request) error { return tt.serve(w) },
				func(w http.ResponseWriter, _ *http.Request, err error) {
					cause = fault.Cause(err).Error()
					http.Error(w, "refused", http.StatusInternalServerError)
				})
			w := httptest.NewRecorder()
			aborted := func() (aborted bool) {
				defer func() { aborted = recover() == http.ErrAbortHandler }() //nolint:errorlint // the very value
				h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody))
				return false
			}()
			if got := strings.TrimSuffix(fmt.Sprint(w.Code, " ", w.Body), "\n"); got != tt.answer || aborted != tt.aborted {
				t.Errorf("answered %q, aborted %v; want %q, %v", got, aborted, tt.answer, tt.aborted)
			}
			if !strings.HasPrefix(cause, tt.refused) || (cause == "") != (tt.refused == "") || strings.Contains(cause, "secret") {
				t.Errorf("the cause is %q, want %q", cause, tt.refused)
			}
		})
	}
}

// TestMethods finds the methods of known paths, without redirects for paths that are not clean.
func TestMethods(t *testing.T) {
	t.Parallel()
	mux, inner := http.NewServeMux(), http.NewServeMux()
	pattern := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, r.Pattern, " ", r.PathValue("id"), " ", strings.Join(httpserver.Methods(mux, r), ","))
	})
	for _, p := range []string{"GET /things", "POST /things", "DELETE /things/{id}", "/"} {
		mux.Handle(p, pattern)
	}
	inner.Handle("GET /in/{id}", pattern)
	inner.Handle("/", pattern)
	mux.Handle("/in/", inner)
	mux.Handle("/in", pattern)
	h := httpserver.Unredirected(mux, pattern)
	for request, want := range map[string]string{
		"GET /things": "GET /things  GET,POST", "HEAD /things": "GET /things  GET,POST", "PUT /things": "/  GET,POST",
		"DELETE /things/a%2Fb": "DELETE /things/{id} a/b DELETE", "GET /things/": "/  ", "GET /nothing": "/  ",
		"GET //things": "  ", "GET /x/../things": "  ", "DELETE /things/..": "  ",
		"PUT /in/7": "/  GET", "GET /in/7": "GET /in/{id} 7 GET", "GET /in": "/in  ",
	} {
		method, path, _ := strings.Cut(request, " ")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "http://example.com"+path, http.NoBody))
		if got := w.Body.String(); w.Code != http.StatusOK || got != want {
			t.Errorf("%s: %d %q, want %q", request, w.Code, got, want)
		}
	}
}
