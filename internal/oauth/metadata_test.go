package oauth_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// TestA2_Metadata reads the document at both places.
func TestA2_Metadata(t *testing.T) {
	t.Parallel()
	g := newGuard(t, newIssuer(t).verifier(t, nil), nil)
	mux := http.NewServeMux()
	for _, path := range g.MetadataPaths() {
		mux.Handle(path, g.Metadata())
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	want := `{"resource":"https://mcp.example.com/mcp","authorization_servers":["https://auth.example.com"],` +
		`"scopes_supported":["notes:read","notes:write"],"bearer_methods_supported":["header"]}`
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		if got := ask(t, "GET", server.URL+path); got.status != 200 || got.body != want || got.contentType != "application/json" {
			t.Errorf("%s: %+v", path, got)
		}
		if got := ask(t, "OPTIONS", server.URL+path); got.status != 204 {
			t.Errorf("%s: %+v", path, got)
		}
		if got := ask(t, "POST", server.URL+path); got.status != 405 {
			t.Errorf("%s: %+v", path, got)
		}
	}
	root := newGuard(t, newIssuer(t).verifier(t, nil), func(o *oauth.Options) { o.Resource = "https://mcp.example.com" })
	if d := cmp.Diff([]string{"/.well-known/oauth-protected-resource"}, root.MetadataPaths()); d != "" {
		t.Error(d)
	}
}
