package oauth_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// TestGuard_Caller has a request's context know who sent it and how to sign in again, and
// the token only if the operator has asked for that.
func TestGuard_Caller(t *testing.T) {
	t.Parallel()
	verifier, err := oauth.NewStatic("the-token", oauth.Principal{Subject: "alice"})
	if err != nil {
		t.Fatal(err)
	}
	const again = `Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp", scope="notes:read notes:write", ` +
		`error="invalid_token", error_description="The sign-in was not accepted; sign in again."`
	for name, row := range map[string]struct {
		change           func(*oauth.Options)
		token, challenge string
	}{
		"sign-in":         {func(*oauth.Options) {}, "", again},
		"kept":            {func(o *oauth.Options) { o.KeepToken = true }, "the-token", again},
		"nowhere to sign": {func(o *oauth.Options) { o.Issuers = nil }, "", ""},
	} {
		reached := false
		h := newGuard(t, verifier, row.change).Protect(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			reached = true
			p, ok := oauth.FromContext(r.Context())
			if !ok || p.Subject != "alice" || r.Header.Get("Authorization") != "" {
				t.Errorf("%s: %+v %v", name, p, r.Header)
			}
			if got := oauth.Token(r.Context()); got != row.token {
				t.Errorf("%s: token %q", name, got)
			}
			if got := oauth.Challenge(r.Context()); got != row.challenge {
				t.Errorf("%s: challenge %s", name, got)
			}
		}))
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, resource, nil)
		r.Header.Set("Authorization", "Bearer the-token")
		h.ServeHTTP(httptest.NewRecorder(), r)
		if !reached {
			t.Errorf("%s: refused", name)
		}
	}
	if oauth.Token(t.Context()) != "" || oauth.Challenge(t.Context()) != "" {
		t.Error("something is known of no one")
	}
}

// TestJWT_Account has tokens name a person as the system does, which then needs no address.
func TestJWT_Account(t *testing.T) {
	t.Parallel()
	i := newIssuer(t)
	v := i.verifier(t, func(o *oauth.JWTOptions) { o.AccountClaim = "contractor_id" })
	for name, row := range map[string]struct {
		claims         map[string]any
		account, email string
		refused        bool
	}{
		"both":              {map[string]any{"contractor_id": "c-1"}, "c-1", "cook@example.com", false},
		"no address":        {map[string]any{"contractor_id": "c-1", "email": nil}, "c-1", "", false},
		"unproved address":  {map[string]any{"contractor_id": "c-1", "email_verified": false}, "c-1", "", false},
		"neither":           {map[string]any{"email": nil}, "", "", true},
		"empty":             {map[string]any{"contractor_id": "", "email": nil}, "", "", true},
		"a number":          {map[string]any{"contractor_id": 7}, "", "cook@example.com", false},
		"with a line break": {map[string]any{"contractor_id": "c\n1", "email": nil}, "", "", true},
	} {
		p, err := v.Verify(t.Context(), i.token(t, row.claims))
		if (err != nil) != row.refused || p.Account != row.account || p.Email != row.email {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	p, err := i.verifier(t, nil).Verify(t.Context(), i.token(t, map[string]any{"contractor_id": "c-1"}))
	if err != nil || p.Account != "" {
		t.Errorf("a claim that no one asked for: %+v, %v", p, err)
	}
}
