package apiclient_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// TestObserve: each attempt is reported, with a path that names nothing, and may get a header.
func TestObserve(t *testing.T) {
	t.Parallel()
	var sent []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent = append(sent, r.Header.Get("Traceparent"))
		switch len(sent) {
		case 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			http.Redirect(w, r, "/api/elsewhere", http.StatusTemporaryRedirect)
		default:
			_, _ = fmt.Fprint(w, emma)
		}
	}))
	defer api.Close()
	c := dial(t, api.URL, retries(3))
	var seen []string
	ctx := apiclient.Observe(t.Context(), func(ctx context.Context, a apiclient.Attempt) (context.Context, func(int, error)) {
		n := len(seen)
		a.Header.Set("Traceparent", fmt.Sprint(n))
		seen = append(seen, fmt.Sprintf("%s %s %t %d", a.Method, a.Route, "http://"+a.Host == api.URL, a.Resent))
		return ctx, func(status int, err error) { seen[n] += fmt.Sprintf(": %d %v", status, err) }
	})
	get := apiclient.Request{Method: http.MethodGet, Path: []string{"api", "books", "emma", "parts", "Part1", "a b", "openapi.json"}, ID: "emma", As: c.as}
	if _, err := c.Do(ctx, get); err != nil {
		t.Fatal(err)
	}
	const route = "GET /api/books/{id}/parts/{id}/{id}/openapi.json true "
	if diff := cmp.Diff([]string{route + "0: 503 <nil>", route + "1: 307 <nil>", route + "1: 200 <nil>"}, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"0", "1", "2"}, sent); diff != "" {
		t.Errorf("the headers (-want +got):\n%s", diff)
	}
	// The caller's own header has nothing of it.
	if _, err := c.Do(t.Context(), get); err != nil || sent[len(sent)-1] != "" {
		t.Errorf("%v; the header is %q", err, sent[len(sent)-1])
	}
	api.Close()
	seen = nil
	get.Once = true
	if _, err := c.Do(ctx, get); err == nil || len(seen) != 1 || seen[0] == route+"0: 0 <nil>" {
		t.Errorf("%v %q", err, seen)
	}
}
