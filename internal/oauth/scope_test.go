package oauth_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestA6_Scopes has what an operation needs beside what a person may do.
func TestA6_Scopes(t *testing.T) {
	t.Parallel()
	g := newGuard(t, newIssuer(t).verifier(t, nil), nil)
	as := func(scopes ...string) context.Context {
		return oauth.NewContext(t.Context(), oauth.Principal{Subject: "a", Scopes: scopes})
	}
	needs := func(scopes string) string {
		return `Bearer resource_metadata="` + metadataURL + `", scope="` + scopes + `", error="insufficient_scope", error_description="`
	}
	for _, tc := range []struct {
		name      string
		err       error
		status    int
		challenge string // how it begins
	}{
		{"read with read", g.Allow(as("notes:read"), "tools/call", "list"), 0, ""},
		{"list with nothing", g.Allow(as(), "tools/list", ""), 0, ""},
		{"write with read", g.Allow(as("notes:read"), "tools/call", "add"), 403, needs("notes:write")},
		{"both, has one", g.Require(as("notes:read"), "notes:read", "notes:write"), 403, needs("notes:read notes:write")},
		{"nobody", g.Require(t.Context()), 401, asks},
		{"no guard", (*oauth.Guard)(nil).Require(t.Context(), "notes:write"), 0, ""},
		{"no guard at all", (*oauth.Guard)(nil).Allow(t.Context(), "tools/call", "add"), 0, ""},
	} {
		var refused *oauth.Refusal
		if !errors.As(tc.err, &refused) {
			if tc.err != nil || tc.status != 0 {
				t.Errorf("%s: %v", tc.name, tc.err)
			}
			continue
		}
		if refused.Fault.Status != tc.status || !strings.HasPrefix(refused.Challenge, tc.challenge) || tc.challenge == "" {
			t.Errorf("%s: %d %s", tc.name, refused.Fault.Status, refused.Challenge)
		}
		var f *fault.Error
		if !errors.As(tc.err, &f) || f.Message != tc.err.Error() {
			t.Errorf("%s: not a fault", tc.name)
		}
		w := httptest.NewRecorder()
		if refused.Answer(w); w.Code != tc.status || w.Header().Get("WWW-Authenticate") != refused.Challenge {
			t.Errorf("%s: %d %v", tc.name, w.Code, w.Header())
		}
	}
}

// TestA6_BroaderScope sends a token for writing where reading is needed.
func TestA6_BroaderScope(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	g := newGuard(t, iss.verifier(t, nil), nil)
	var err error
	handler := g.Protect(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { err = g.Allow(r.Context(), "tools/call", "list") }))
	r := httptest.NewRequest("POST", "/mcp", nil)
	r.Header.Set("Authorization", "Bearer "+iss.token(t, map[string]any{"scope": "notes:write"}))
	if handler.ServeHTTP(httptest.NewRecorder(), r); err != nil {
		t.Error(err)
	}
}
