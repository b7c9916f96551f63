package serve_test

import (
	"context"
	"net"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestRefusalsArrive has a vault refuse long bodies unread. Their clients are still
// sending, and hear why.
func TestRefusalsArrive(t *testing.T) {
	t.Parallel()
	v := vault.New(vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db")})
	t.Cleanup(func() { _ = v.Close() })
	ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	served := make(chan error, 1)
	go func() {
		served <- httpserver.Server{HTTP: httpserver.NewREST(v.Handler(), zerolog.Nop()), Admits: func(r *http.Request) bool { return v.Admits(r.Header) }, Grace: time.Minute}.Serve(ctx, ln)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	harness.TooLarge(t, "http://"+ln.Addr().String()+"/api/recipes")
}
