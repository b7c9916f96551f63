package serve

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/admin"
)

const healthLimit = 5 * time.Second

// server adds to the vault's routes the routes that belong to a server.
type server struct {
	vault *vault.Vault
	admin *admin.API      // nil: there is none
	stop  <-chan struct{} // closed when the server is to stop
}

// ready reports whether requests can be served, and go on being.
func (s server) ready(ctx context.Context) bool {
	select {
	case <-s.stop:
		return false
	default:
	}
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	return s.vault.Ping(ctx) == nil
}

// handler returns the handler of all routes. It gives unusual paths to the vault, which knows no
// redirects.
func (s server) handler() http.Handler {
	mux := http.NewServeMux()
	well := func(w http.ResponseWriter, r *http.Request) { reply(w, r, http.StatusOK, `{"status":"ok"}`) }
	ready := func(w http.ResponseWriter, r *http.Request) {
		if !s.ready(r.Context()) {
			reply(w, r, http.StatusServiceUnavailable, `{"status":"unavailable"}`)
			return
		}
		well(w, r)
	}
	mux.HandleFunc("/healthz", well)
	mux.HandleFunc("/health", ready)
	mux.HandleFunc("/readyz", ready)
	mux.HandleFunc("/openapi.json", func(w http.ResponseWriter, r *http.Request) { reply(w, r, http.StatusOK, vault.OpenAPI()) })
	if s.admin != nil {
		mux.Handle(admin.Prefix, s.admin)
		mux.Handle(strings.TrimSuffix(admin.Prefix, "/"), s.vault.Handler())
	}
	mux.Handle("/", s.vault.Handler())
	return httpserver.Unredirected(mux, s.vault.Handler())
}

func (s server) admits(h http.Header) bool {
	return s.vault.Admits(h) || s.admin != nil && s.admin.Admits(h)
}

func reply(w http.ResponseWriter, r *http.Request, status int, json string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This path takes GET, HEAD.", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// A client that went away takes no answer; there is no one left to tell.
	_, _ = strings.NewReader(json).WriteTo(w)
}

// CheckHealth asks the server on this machine that listens on HTTP_ADDR whether it
// is healthy. Of that variable it returns [config.Faults].
func CheckHealth(ctx context.Context) error {
	var a Address
	if err := config.Load(&a); err != nil {
		return err
	}
	return httpserver.Probe(ctx, string(a.listen()), "/health")
}
