package main

import (
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

const waitingKey = "API_KEY=a-key-for-who-waits"

// TestPostgres_Waits listens while its server is away: it lives, isn't ready, and answers that
// nothing was changed. When the server is there, it serves.
func TestPostgres_Waits(t *testing.T) {
	t.Parallel()
	db := pgtest.Start(t)
	url := db.Database(t)
	db.Stop(t)
	s := start(t, url, waitingKey)
	s.key = strings.TrimPrefix(waitingKey, "API_KEY=")
	s.expect(t, 200, "GET", "/healthz", "")
	s.expect(t, 503, "GET", "/readyz", "")
	s.expect(t, 503, "POST", "/api/recipes", `{"title":"Soup"}`)
	if log := s.Log.String(); strings.Contains(log, "is ready") {
		t.Errorf("it is ready:\n%s", log)
	}
	db.Restart(t)
	s.Log.Await(t, "recipe-vault is ready")
	s.expect(t, 200, "GET", "/readyz", "")
	s.expect(t, 201, "POST", "/api/recipes", `{"title":"Soup"}`)
}

// TestWaits_Ends ends while it waits, in order, and says nothing else.
func TestWaits_Ends(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM")
	}
	for _, delay := range []string{"0s", "1s"} {
		t.Run(delay, func(t *testing.T) {
			t.Parallel()
			s := start(t, "postgres://cook@127.0.0.1:1/recipes", waitingKey, "SHUTDOWN_DELAY="+delay)
			s.expect(t, 200, "GET", "/healthz", "")
			s.Signal(syscall.SIGTERM)
			if code := s.Wait(); code != exitOK {
				t.Errorf("it ended with exit code %d: %s", code, s.Log)
			}
		})
	}
}

// TestPostgres_Refused ends at once where waiting is of no use.
func TestPostgres_Refused(t *testing.T) {
	t.Parallel()
	url := pgtest.Start(t).Database(t)
	for name, address := range map[string]string{
		"no encryption": strings.Replace(url, "sslmode=disable", "sslmode=require", 1),
		"no database":   strings.Replace(url, "?", "_x?", 1),
	} {
		got := harness.Part(t, "recipe-vault").Set("BIND_ADDRESS=127.0.0.1:0", "DATABASE_URL="+address, waitingKey, "SHUTDOWN_DELAY=10m").Run()
		if got.Code != exitFailed || !strings.Contains(got.Stderr, "cannot be used: the ") || strings.Contains(got.Stderr, "waiting for") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
