package serve

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"mcp-adapters/config"
	"mcp-adapters/recipe/vault"
)

const healthLimit = 5 * time.Second

// handler adds to the vault's routes what belongs to a server. It is not a
// [http.ServeMux], which would answer unusual paths with redirects.
func handler(v *vault.Vault) http.Handler {
	api := v.Handler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/healthz":
			reply(w, r, http.StatusOK, `{"status":"ok"}`)
		case "/health", "/readyz":
			ctx, cancel := context.WithTimeout(r.Context(), healthLimit)
			defer cancel()
			if v.Ping(ctx) != nil {
				reply(w, r, http.StatusServiceUnavailable, `{"status":"unavailable"}`)
				return
			}
			reply(w, r, http.StatusOK, `{"status":"ok"}`)
		case "/openapi.json":
			reply(w, r, http.StatusOK, vault.OpenAPI())
		default:
			api.ServeHTTP(w, r)
		}
	})
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
func CheckHealth(ctx context.Context, getenv func(string) string) error {
	var a address
	if err := config.Load(getenv, &a); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	// An address that stands for all of this machine's is dialled as this machine.
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+string(a.listen())+"/health", http.NoBody)
	if err != nil {
		return err
	}
	// This machine is asked directly, whatever proxy the environment names.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the server is not healthy: status %d", resp.StatusCode)
	}
	return nil
}
