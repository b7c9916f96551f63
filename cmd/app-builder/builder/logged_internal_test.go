package builder

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestLogged_Panic holds that a request that ends in a panic is no success in log and metrics.
func TestLogged_Panic(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		answer http.HandlerFunc
		status string
	}{
		"before the answer": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "500"},
		"after its begin": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusAccepted)
			panic(http.ErrAbortHandler)
		}, "202"},
		"never": {func(http.ResponseWriter, *http.Request) {}, "200"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log := harness.NewLog()
			srv := &server{log: zerolog.New(log)}
			srv.metrics = newMetered(func() (calls, streams int) { return 0, 0 }, func(context.Context) (int, error) { return 0, errors.New("away") })
			func() {
				defer func() { _ = recover() }() // as net/http's server does
				srv.logged(row.answer).ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "POST", "/servers/x/mcp", nil))
			}()
			if !strings.Contains(log.String(), `"status":`+row.status+`,`) {
				t.Error(log)
			}
			page := httptest.NewRecorder()
			srv.metrics.ServeHTTP(page, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
			if want := `appbuilder_http_requests_total{route="",status="` + row.status + `"} 1`; !strings.Contains(page.Body.String(), want) {
				t.Errorf("no %s", want)
			}
		})
	}
}
