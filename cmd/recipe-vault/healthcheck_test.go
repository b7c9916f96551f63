package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

func TestHealthCheck(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		status int // of the server; 0: it is gone
		want   int
	}{
		"healthy":     {http.StatusOK, exitOK},
		"unhealthy":   {http.StatusServiceUnavailable, exitFailed},
		"not running": {0, exitFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet || r.URL.Path != "/health" {
					t.Errorf("asked for %s %s", r.Method, r.URL.Path)
				}
				w.WriteHeader(row.status)
			}))
			t.Cleanup(srv.Close)
			if row.status == 0 {
				srv.Close()
			}
			checkHealth(t, strings.TrimPrefix(srv.URL, "http://"), row.want)
		})
	}
	t.Run("a wrong address", func(t *testing.T) {
		t.Parallel()
		checkHealth(t, "nothing", exitUsage)
	})
}

// TestHealthCheck_Unspecified listens on all of the machine's addresses, as the
// server does then.
func TestHealthCheck_Unspecified(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"0.0.0.0", "", "[::]"} {
		ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", host+":0")
		if err != nil {
			t.Skip(err)
		}
		srv := &httptest.Server{Listener: ln, Config: &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}}
		srv.Start()
		t.Cleanup(srv.Close)
		_, port, _ := net.SplitHostPort(ln.Addr().String())
		checkHealth(t, host+":"+port, exitOK)
	}
}

// checkHealth runs healthcheck for an address.
func checkHealth(t *testing.T, address string, want int) {
	t.Helper()
	harness.WithEnv(map[string]string{"BIND_ADDRESS": address}, func() {
		if got := run(t.Context(), []string{"healthcheck"}, nil, discard{}, discard{}); got != want {
			t.Errorf("exit code %d for %q, want %d", got, address, want)
		}
	})
}
