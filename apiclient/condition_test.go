package apiclient_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
)

// A client that has an answer asks whether it is still right.
func TestRequest_IfNoneMatch(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"2"`)
		if r.URL.Path == "/always" || r.Header.Get("If-None-Match") == `"2"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write([]byte(`{"v":2}`))
	}))
	t.Cleanup(server.Close)
	c := dial(t, server.URL)
	for _, row := range []struct {
		path, tag, body string
		status, checked int
	}{
		{"thing", "", `{"v":2}`, 200, 1},
		{"thing", `"1"`, `{"v":2}`, 200, 1},
		{"thing", `"2"`, ``, 304, 0},
		{"always", "", ``, 0, 0}, // no one has asked for that
	} {
		checked := 0
		got, err := c.Do(t.Context(), apiclient.Request{
			Method: http.MethodGet, Path: []string{row.path}, As: c.as, Noun: "thing", IfNoneMatch: row.tag,
			Check: func(_ *apiclient.Request, body []byte) ([]byte, error) { checked++; return body, nil },
		})
		if got.Status != row.status || string(got.Body) != row.body || checked != row.checked || (err == nil) != (row.status > 0) {
			t.Errorf("%s with %s: %d %s, %d checks, %v", row.path, row.tag, got.Status, got.Body, checked, err)
		}
		if err == nil && got.Tag != `"2"` {
			t.Errorf("%s with %s: tag %s", row.path, row.tag, got.Tag)
		}
	}
	again, err := c.Do(t.Context(), apiclient.Request{Method: http.MethodGet, Path: []string{"thing"}, As: c.as, Noun: "thing"})
	if err != nil || again.Status != http.StatusOK {
		t.Errorf("the condition of one request is that of another: %d, %v", again.Status, err)
	}
}
