package oauth_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// TestA5_Discovery has the metadata where issuers have it, and lies in it.
func TestA5_Discovery(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	keys := fmt.Sprintf(`{"keys":[%s]}`, publicJWK(t, iss.key()))
	for name, tc := range map[string]struct {
		path string            // of the issuer
		at   map[string]string // documents; HOST is where they are
		want error
	}{
		"RFC 8414": {"", map[string]string{
			"/.well-known/oauth-authorization-server": `{"issuer":"HOST","jwks_uri":"HOST/k"}`, "/k": keys}, nil},
		"OpenID": {"", map[string]string{
			"/.well-known/openid-configuration": `{"issuer":"HOST","jwks_uri":"HOST/k?v=1"}`, "/k": keys}, nil},
		"with a slash": {"/", map[string]string{
			"/.well-known/openid-configuration": `{"issuer":"HOST/","jwks_uri":"HOST/k"}`, "/k": keys}, nil},
		"RFC 8414 with a path": {"/realms/a", map[string]string{
			"/.well-known/oauth-authorization-server/realms/a": `{"issuer":"HOST/realms/a","jwks_uri":"HOST/k"}`, "/k": keys}, nil},
		"OpenID with a path in between": {"/realms/a", map[string]string{
			"/.well-known/openid-configuration/realms/a": `{"issuer":"HOST/realms/a","jwks_uri":"HOST/k"}`, "/k": keys}, nil},
		"OpenID with a path before": {"/realms/a", map[string]string{
			"/realms/a/.well-known/openid-configuration": `{"issuer":"HOST/realms/a","jwks_uri":"HOST/k"}`, "/k": keys}, nil},
		"another issuer in it": {"", map[string]string{
			"/.well-known/openid-configuration": `{"issuer":"HOST/","jwks_uri":"HOST/k"}`, "/k": keys}, oauth.ErrUnavailable},
		"no address of keys": {"", map[string]string{
			"/.well-known/openid-configuration": `{"issuer":"HOST"}`, "/k": keys}, oauth.ErrUnavailable},
		"keys over plain HTTP": {"", map[string]string{
			"/.well-known/openid-configuration": `{"issuer":"HOST","jwks_uri":"http://keys.example.com/"}`}, oauth.ErrUnavailable},
		"keys in a file": {"", map[string]string{
			"/.well-known/openid-configuration": `{"issuer":"HOST","jwks_uri":"file:///etc/passwd"}`}, oauth.ErrUnavailable},
		"keys elsewhere": {"", map[string]string{
			"/.well-known/openid-configuration": `{"issuer":"HOST","jwks_uri":"HOST/moved"}`, "/k": keys}, oauth.ErrUnavailable},
		"too long": {"", map[string]string{
			"/.well-known/openid-configuration": `{"issuer":"HOST","jwks_uri":"HOST/k"}`, "/k": keys + strings.Repeat(" ", 512<<10)}, oauth.ErrUnavailable},
		"not JSON": {"", map[string]string{"/.well-known/openid-configuration": "<html>"}, oauth.ErrUnavailable},
		"nowhere":  {"", nil, oauth.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var host string
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/moved" {
					http.Redirect(w, r, "/k", http.StatusFound)
					return
				}
				doc, ok := tc.at[r.URL.Path]
				if !ok {
					w.WriteHeader(http.StatusNotFound)
				}
				_, _ = fmt.Fprint(w, strings.ReplaceAll(doc, "HOST", host))
			}))
			defer server.Close()
			host = server.URL
			v := iss.verifier(t, func(o *oauth.JWTOptions) { o.Issuer = host + tc.path })
			_, err := v.Verify(t.Context(), iss.token(t, map[string]any{"iss": host + tc.path}))
			if !errors.Is(err, tc.want) || (err == nil) != (tc.want == nil) {
				t.Errorf("%v, want %v", err, tc.want)
			}
		})
	}
}
