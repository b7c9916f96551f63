package httpserver_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
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
