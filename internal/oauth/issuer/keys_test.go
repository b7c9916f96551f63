package issuer_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
)

func keyIDs(t *testing.T, i *issuer.Issuer) (ids []string) {
	t.Helper()
	text, err := i.JWKS(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var set jose.JSONWebKeySet
	if err := json.Unmarshal(text, &set); err != nil {
		t.Fatal(err)
	}
	for _, key := range set.Keys {
		ids = append(ids, key.KeyID)
	}
	return ids
}

// TestRotateKey has tokens of an old key while others sign with a new one.
func TestRotateKey(t *testing.T) {
	t.Parallel()
	onBoth(t, testRotateKey)
}

func testRotateKey(t *testing.T, in state) {
	s := in.serve(t, nil)
	v, err := oauth.NewJWT(oauth.JWTOptions{Issuer: s.URL(), Audience: resource, Keys: s.JWKS, Now: s.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	check := func(token string, good bool) {
		t.Helper()
		if _, err := v.Verify(t.Context(), token); (err == nil) != good {
			t.Errorf("%v, want %v", err, good)
		}
	}
	old := s.tokens(t, s.app()).AccessToken
	check(old, true)
	s.clock.advance(2 * time.Minute)
	if err := s.RotateKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	check(old, true)
	check(s.tokens(t, s.app()).AccessToken, true)
	if ids := keyIDs(t, s.Issuer); len(ids) != 2 {
		t.Errorf("keys %v", ids)
	}
	s.clock.advance(2 * time.Hour)
	if ids := keyIDs(t, s.Issuer); len(ids) != 1 {
		t.Errorf("keys %v after two hours", ids)
	}
	for range 7 {
		if err := s.RotateKey(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.RotateKey(t.Context()); err == nil {
		t.Error("there is no bound")
	}
	if n, err := s.Count(t.Context(), "signing_keys"); n != 8 || err != nil {
		t.Errorf("%d keys, %v", n, err)
	}
}

// TestShared has two processes' worth of handles on one database, from its first use.
func TestShared(t *testing.T) {
	t.Parallel()
	onBoth(t, testShared)
}

func testShared(t *testing.T, in state) {
	s := in.serve(t, nil)
	other := s.replica(t)
	var ids [8][]string
	var all sync.WaitGroup
	for n := range ids {
		all.Go(func() { ids[n] = keyIDs(t, []*issuer.Issuer{s.Issuer, other}[n%2]) })
	}
	all.Wait()
	for _, got := range ids {
		if strings.Join(got, " ") != strings.Join(ids[0], " ") || len(got) != 1 {
			t.Errorf("keys differ: %v", ids)
		}
	}
	code, err := other.CreateCode(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	if !s.signsIn(t, "email", email, "code", code) {
		t.Error("a code that another process has made does not work")
	}
}

func TestRevoke(t *testing.T) {
	t.Parallel()
	onBoth(t, testRevoke)
}

func testRevoke(t *testing.T, in state) {
	s := in.serve(t, nil)
	revoke := func(token string) int {
		status, _ := s.post(t, "/revoke", url.Values{"token": {token}, "client_id": {"app"}})
		return status
	}
	byAccess, byOld, kept := s.tokens(t, s.app()), s.tokens(t, s.app()), s.tokens(t, s.app())
	newer, _ := s.refresh(t, byOld.RefreshToken)
	forged := kept.RefreshToken[:40] + strings.Repeat("A", len(kept.RefreshToken)-40)
	foreign := strings.Join(append(strings.Split(kept.AccessToken, ".")[:2], strings.Repeat("A", 86)), ".")
	for name, token := range map[string]string{"access": byAccess.AccessToken, "old": byOld.RefreshToken, "forged": forged, "foreign": foreign, "unknown": "x"} {
		if status := revoke(token); status != 200 {
			t.Errorf("%s: %d", name, status)
		}
	}
	for name, tc := range map[string]struct{ token, failed string }{
		"by its access token": {byAccess.RefreshToken, "invalid_grant"}, "by an old one": {newer, "invalid_grant"}, "by nobody": {kept.RefreshToken, ""},
	} {
		if _, failed := s.refresh(t, tc.token); failed != tc.failed {
			t.Errorf("%s: %q", name, failed)
		}
	}
	if status := revoke(""); status != 400 {
		t.Errorf("no token: %d", status)
	}
}

// TestToken_Requests has requests that are wrong in themselves.
func TestToken_Requests(t *testing.T) {
	t.Parallel()
	onBoth(t, testToken_Requests)
}

func testToken_Requests(t *testing.T, in state) {
	s := in.serve(t, nil)
	for name, tc := range map[string]struct {
		form   string
		header []string
		want   string
	}{
		"no grant type":   {"client_id=app", nil, "unsupported_grant_type"},
		"password grant":  {"client_id=app&grant_type=password&username=a&password=b", nil, "unsupported_grant_type"},
		"no client":       {"grant_type=refresh_token&refresh_token=x", nil, "invalid_client"},
		"secret":          {"client_id=app&client_secret=x&grant_type=refresh_token", nil, "invalid_client"},
		"Basic, secret":   {"grant_type=refresh_token", []string{"Authorization", "Basic YXBwOng="}, "invalid_client"},
		"Basic, other":    {"client_id=x&grant_type=refresh_token", []string{"Authorization", "Basic YXBwOg=="}, "invalid_client"},
		"Basic, public":   {"grant_type=refresh_token&refresh_token=x", []string{"Authorization", "Basic YXBwOg=="}, "invalid_grant"},
		"code twice":      {"client_id=app&grant_type=authorization_code&code=a&code=b", nil, "invalid_request"},
		"resource twice":  {"client_id=app&grant_type=authorization_code&resource=a&resource=b", nil, "invalid_target"},
		"JSON":            {"{}", []string{"Content-Type", "application/json"}, "invalid_request"},
		"too long":        {"client_id=app&x=" + strings.Repeat("x", 16<<10), nil, "invalid_request"},
		"unknown code":    {"client_id=app&grant_type=authorization_code&code=a&code_verifier=" + strings.Repeat("v", 43), nil, "invalid_grant"},
		"code is missing": {"client_id=app&grant_type=authorization_code", nil, "invalid_grant"},
	} {
		form, err := url.ParseQuery(tc.form)
		if err != nil {
			t.Fatal(err)
		}
		status, body := s.post(t, "/token", form, tc.header...)
		if body["error"] != tc.want || status != 400 && status != 401 || body["error_description"] == nil {
			t.Errorf("%s: %d %v", name, status, body)
		}
	}
	res := newBrowser(t).get(t, s.URL()+"/token?grant_type=refresh_token")
	if res.StatusCode != 405 || res.Header.Get("Allow") == "" {
		t.Errorf("GET: %d", res.StatusCode)
	}
}
