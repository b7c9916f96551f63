package issuer_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
)

// A server that is its own authorization server.
func Example() {
	dir, err := os.MkdirTemp("", "issuer")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	const public = "https://mcp.example.com"

	iss, err := issuer.New(issuer.Options{
		URL: public, DB: issuer.SQLite(filepath.Join(dir, "oauth.db"), zerolog.Nop()), Product: "Notes", Resources: []string{public + "/mcp"},
		Scopes: []issuer.Scope{{Name: "notes:read", Meaning: "Read your notes"}},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = iss.Close() }()
	verifier, err := oauth.NewJWT(oauth.JWTOptions{Issuer: iss.URL(), Audience: public + "/mcp", Keys: iss.JWKS})
	if err != nil {
		log.Fatal(err)
	}
	guard, err := oauth.New(oauth.Options{
		Resource: public + "/mcp", Issuers: []string{iss.URL()}, Scopes: []string{"notes:read"}, Verifier: verifier,
	})
	if err != nil {
		log.Fatal(err)
	}

	mux := http.NewServeMux()
	for _, path := range iss.Paths() {
		mux.Handle(path, iss)
	}
	for _, path := range guard.MetadataPaths() {
		mux.Handle(path, guard.Metadata())
	}
	mux.Handle("/mcp", guard.Protect(http.NotFoundHandler()))

	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), http.MethodPost, public+"/mcp", nil))
	_, _ = fmt.Fprintln(os.Stdout, w.Code, w.Header().Get("WWW-Authenticate"))
	// Output: 401 Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp", scope="notes:read"
}
