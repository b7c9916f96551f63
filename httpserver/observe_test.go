package httpserver_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"mcp-adapters/httpserver"
	"mcp-adapters/requestid"
)

func TestObserve(t *testing.T) {
	t.Parallel()
	var got []httpserver.Exchange
	inside := ""
	h := httpserver.Observe(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inside = requestid.From(r.Context())
		if r.URL.Path == "/soup" {
			r.Pattern = "/{dish}"
			w.WriteHeader(http.StatusTeapot)
		}
	}), func(_ context.Context, e httpserver.Exchange) { e.Took = 0; got = append(got, e) })
	for _, r := range []*http.Request{
		httptest.NewRequestWithContext(t.Context(), "GET", "/soup", nil),
		httptest.NewRequestWithContext(t.Context(), "BREW", "/secret", nil),
	} {
		r.Header.Set(requestid.Header, "one-id")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Header().Get(requestid.Header) != "one-id" || inside != "one-id" {
			t.Errorf("the answer has %q, the handler %q", w.Header().Get(requestid.Header), inside)
		}
	}
	want := []httpserver.Exchange{
		{ID: "one-id", Method: "GET", Route: "/{dish}", Status: http.StatusTeapot},
		{ID: "one-id", Method: "other", Route: "other", Status: http.StatusOK},
	}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v, want %+v", got, want)
	}
}
