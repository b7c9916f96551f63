package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
			getenv := func(name string) string {
				return map[string]string{"BIND_ADDRESS": strings.TrimPrefix(srv.URL, "http://")}[name]
			}
			if got := run(context.Background(), []string{"healthcheck"}, getenv, nil, discard{}, discard{}); got != row.want {
				t.Errorf("exit code %d, want %d", got, row.want)
			}
		})
	}
	t.Run("a wrong address", func(t *testing.T) {
		t.Parallel()
		getenv := func(string) string { return "nothing" }
		if got := run(context.Background(), []string{"healthcheck"}, getenv, nil, discard{}, discard{}); got != exitUsage {
			t.Errorf("exit code %d, want %d", got, exitUsage)
		}
	})
}

func TestReachable(t *testing.T) {
	t.Parallel()
	for bind, want := range map[string]string{
		"0.0.0.0:3000":        "127.0.0.1:3000",
		":3000":               "127.0.0.1:3000",
		"[::]:3000":           "[::1]:3000",
		"127.0.0.1:3000":      "127.0.0.1:3000",
		"vault.example.com:1": "vault.example.com:1",
	} {
		if got := reachable(bind); got != want {
			t.Errorf("reachable(%q) = %q, want %q", bind, got, want)
		}
	}
}
