package oauth

import (
	"encoding/json"
	"net/http"
)

const wellKnown = "/.well-known/oauth-protected-resource"

// describe is the document of RFC 9728.
func describe(o Options) ([]byte, error) {
	return json.Marshal(struct {
		Resource string   `json:"resource"`
		Issuers  []string `json:"authorization_servers,omitempty"`
		Scopes   []string `json:"scopes_supported,omitempty"`
		Methods  []string `json:"bearer_methods_supported"`
	}{o.Resource, o.Issuers, o.Scopes, []string{"header"}})
}

// MetadataPaths are the paths where clients look for the document: that of the
// endpoint, and the root's, which some look at alone. Of several endpoints on one
// host only one can have the root's. Without Issuers there are none.
func (g *Guard) MetadataPaths() []string { return g.paths }

// Metadata serves the document to everyone, pages of other origins included: it is
// public.
func (g *Guard) Metadata() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		switch r.Method {
		case http.MethodGet, http.MethodHead:
			h.Set("Content-Type", "application/json")
			h.Set("Cache-Control", "max-age=300")
			h.Set("X-Content-Type-Options", "nosniff")
			_, _ = w.Write(g.metadata) // a client that is gone takes no answer
		case http.MethodOptions:
			h.Set("Access-Control-Allow-Methods", "GET")
			h.Set("Access-Control-Allow-Headers", "*")
			w.WriteHeader(http.StatusNoContent)
		default:
			h.Set("Allow", "GET, HEAD, OPTIONS")
			w.WriteHeader(http.StatusMethodNotAllowed)
		}
	})
}
