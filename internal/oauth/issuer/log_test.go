package issuer_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
)

// TestLog goes the whole way, and wrong ways, and looks for secrets in the log.
func TestLog(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	s := serve(t, func(o *issuer.Options) { o.Log = zerolog.New(zerolog.SyncWriter(&logged)).Level(zerolog.TraceLevel) })
	a := s.app()
	answer := s.allow(t, a.url("state", "secret-state"))
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {"app"}, "code": {answer.Get("code")}, "code_verifier": {a.verifier}}
	_, token := s.post(t, "/token", form)
	refresh := fmt.Sprint(token["refresh_token"])
	s.refresh(t, refresh)
	s.refresh(t, refresh)
	s.post(t, "/token", form)
	code := s.code(t)
	s.signsIn(t, "email", email, "password", "secret-password")
	newBrowser(t).get(t, a.url("client_id", "https://127.0.0.1/secret-client"))
	newBrowser(t).get(t, a.url("redirect_uri", "https://secret-redirect.example.com"))
	s.register(t, `{"client_name":"secret-name","redirect_uris":["javascript:secret-redirect"]}`)

	// From here on nothing works.
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(s.file); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{a.url("client_id", "secret-client"), s.URL() + "/jwks"} {
		if res := newBrowser(t).get(t, at); res.StatusCode != http.StatusInternalServerError || strings.Contains(res.body, "database") {
			t.Errorf("%d %s", res.StatusCode, res.body)
		}
	}
	if status, body := s.post(t, "/token", form); status != 500 || body["error"] != "server_error" {
		t.Errorf("%d %v", status, body)
	}
	text := logged.String()
	if !strings.Contains(text, "the database is closed") {
		t.Errorf("the cause is missing: %s", text)
	}
	for _, secret := range []string{email, "secret", answer.Get("code"), a.verifier, refresh, fmt.Sprint(token["access_token"]), code} {
		if strings.Contains(text, secret) {
			t.Errorf("the log has %q: %s", secret, text)
		}
	}
}
