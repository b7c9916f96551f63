package httpserver_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
)

func TestObserve(t *testing.T) {
	t.Parallel()
	var got []httpserver.Exchange
	inside := ""
	h := httpserver.Observe(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inside = requestid.From(r.Context())
		switch r.URL.Path {
		case "/soup":
			r.Pattern = "/{dish}"
			w.WriteHeader(http.StatusTeapot)
		case "/hot":
			panic(http.ErrAbortHandler)
		}
	}), func(_ context.Context, e httpserver.Exchange) { e.Took = 0; got = append(got, e) })
	for _, r := range []*http.Request{
		httptest.NewRequestWithContext(t.Context(), "GET", "/soup", nil),
		httptest.NewRequestWithContext(t.Context(), "BREW", "/secret", nil),
		httptest.NewRequestWithContext(t.Context(), "GET", "/hot", nil),
	} {
		r.Header.Set(requestid.Header, "one-id")
		w := httptest.NewRecorder()
		func() {
			defer func() { _ = recover() }() // as net/http's server does
			h.ServeHTTP(w, r)
		}()
		if w.Header().Get(requestid.Header) != "one-id" || inside != "one-id" {
			t.Errorf("the answer has %q, the handler %q", w.Header().Get(requestid.Header), inside)
		}
	}
	want := []httpserver.Exchange{
		{ID: "one-id", Method: "GET", Route: "/{dish}", Status: http.StatusTeapot},
		{ID: "one-id", Method: "other", Route: "other", Status: http.StatusOK},
		{ID: "one-id", Method: "GET", Route: "other", Status: http.StatusInternalServerError},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestRecord has the status that was sent: the first one, and 200 where none was set. What
// wraps an answer twice notes it once, and a controller reaches the answer below.
func TestRecord(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		answer func(http.ResponseWriter)
		want   int
	}{
		"none":     {func(http.ResponseWriter) {}, 0},
		"body":     {func(w http.ResponseWriter) { _, _ = w.Write([]byte("x")) }, http.StatusOK},
		"not here": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound); _, _ = w.Write([]byte("x")) }, http.StatusNotFound},
		"flushed": {func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusAccepted)
			_ = http.NewResponseController(w).Flush()
		}, http.StatusAccepted},
	} {
		sent := httptest.NewRecorder()
		outer := httpserver.Record(sent)
		inner := httpserver.Record(outer)
		row.answer(inner)
		if inner != outer || outer.Status != row.want || row.want != 0 && sent.Code != row.want {
			t.Errorf("%s: noted %d, sent %d, want %d", name, outer.Status, sent.Code, row.want)
		}
		if name == "flushed" && !sent.Flushed {
			t.Error("a controller doesn't reach the answer")
		}
	}
}

// TestProbe asks a server at its own address and at one that stands for all of this computer's.
func TestProbe(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	addr := strings.TrimPrefix(s.URL, "http://")
	_, port, _ := strings.Cut(addr, ":")
	for _, a := range []string{addr, ":" + port, "0.0.0.0:" + port} {
		if err := httpserver.Probe(t.Context(), a, "/readyz"); err != nil {
			t.Errorf("%s: %v", a, err)
		}
	}
	if err := httpserver.Probe(t.Context(), addr, "/other"); err == nil || !strings.Contains(err.Error(), "status 503") {
		t.Errorf("a server that is not healthy: %v", err)
	}
	s.Close()
	if err := httpserver.Probe(t.Context(), addr, "/readyz"); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("a server that is gone: %v", err)
	}
}
