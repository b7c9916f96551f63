package issuer_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// TestFlow goes the whole way with golang.org/x/oauth2 over sockets: the app
// registers itself, a person signs in and consents, the tokens work at a guarded
// endpoint, they are renewed and withdrawn.
func TestFlow(t *testing.T) {
	t.Parallel()
	onBoth(t, testFlow)
}

func testFlow(t *testing.T, in state) {
	s := in.serve(t, nil)
	var registered struct {
		ID string `json:"client_id"`
	}
	b := newBrowser(t)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL()+"/register",
		strings.NewReader(`{"client_name":"Desk","redirect_uris":["http://127.0.0.1:1/callback"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if res := b.do(t, req); res.StatusCode != http.StatusCreated || json.Unmarshal([]byte(res.body), &registered) != nil {
		t.Fatalf("%d %s", res.StatusCode, res.body)
	}
	a := s.app()
	a.ClientID, a.RedirectURL = registered.ID, "http://127.0.0.1:4711/callback"

	page := b.get(t, a.url())
	if page.StatusCode != 200 || !strings.Contains(page.body, "Sign in to Notes") || !strings.Contains(page.body, "Desk") {
		t.Fatalf("%d %s", page.StatusCode, page.body)
	}
	typed := strings.ToLower(strings.ReplaceAll(s.code(t), "-", " "))
	consent := b.follow(t, b.submit(t, page, act("sign-in", "email", " Cook@Example.com ", "code", typed)))
	for _, want := range []string{"Allow Desk to use Notes?", "Read your notes", "Add and change notes", "127.0.0.1:4711", email, "no one has checked"} {
		if !strings.Contains(consent.body, want) {
			t.Errorf("the consent page lacks %q: %s", want, consent.body)
		}
	}
	to, err := b.submit(t, consent, act("allow")).Location()
	if err != nil {
		t.Fatal(err)
	}
	if q := to.Query(); to.Host != "127.0.0.1:4711" || q.Get("state") != "state-1" || q.Get("iss") != s.URL() || q.Get("code") == "" {
		t.Errorf("sent to %s", to)
	}

	token, err := a.Exchange(t.Context(), to.Query().Get("code"), oauth2.VerifierOption(a.verifier))
	if err != nil {
		t.Fatal(err)
	}
	if left := time.Until(token.Expiry); token.TokenType != "Bearer" || left < 59*time.Minute || left > time.Hour || token.Extra("scope") != "notes:read notes:write" {
		t.Errorf("%+v", token)
	}
	for name, keys := range map[string]oauth.JWTOptions{
		"by its own keys": {Issuer: s.URL(), Audience: resource, Keys: s.JWKS},
		"by discovery":    {Issuer: s.URL(), Audience: resource},
	} {
		v, err := oauth.NewJWT(keys)
		if err != nil {
			t.Fatal(err)
		}
		got, err := v.Verify(t.Context(), token.AccessToken)
		want := oauth.Principal{Issuer: s.URL(), Subject: got.Subject, Email: email, Scopes: []string{"notes:read", "notes:write"}, Expiry: got.Expiry, Session: got.Session}
		if d := cmp.Diff(want, got); d != "" || err != nil || got.Subject == "" || got.Session == "" {
			t.Errorf("%s: %v %s", name, err, d)
		}
	}

	expired := *token
	expired.Expiry = time.Now().Add(-time.Minute)
	renewed, err := a.TokenSource(t.Context(), &expired).Token()
	if err != nil || renewed.RefreshToken == token.RefreshToken || renewed.AccessToken == token.AccessToken {
		t.Fatalf("%+v, %v", renewed, err)
	}
	if status, body := s.post(t, "/revoke", url.Values{"token": {renewed.RefreshToken}, "client_id": {a.ClientID}}); status != 200 {
		t.Errorf("%d %v", status, body)
	}
	if _, err := a.TokenSource(t.Context(), &oauth2.Token{RefreshToken: renewed.RefreshToken}).Token(); err == nil {
		t.Error("a withdrawn token was renewed")
	}
}

// TestFlow_Decisions has what a person can do besides allowing.
func TestFlow_Decisions(t *testing.T) {
	t.Parallel()
	onBoth(t, testFlow_Decisions)
}

func testFlow_Decisions(t *testing.T, in state) {
	s := in.serve(t, nil)
	b := newBrowser(t)
	consent := s.consent(t, b, s.app().url())
	to, err := b.submit(t, consent, act("deny")).Location()
	if err != nil {
		t.Fatal(err)
	}
	want := url.Values{"error": {"access_denied"}, "state": {"state-1"}, "iss": {s.URL()}}
	if d := cmp.Diff(want, to.Query()); d != "" || !strings.HasPrefix(to.String(), callback) {
		t.Error(to, d)
	}
	again := b.get(t, s.app().url())
	if !strings.Contains(again.body, "Allow The App") {
		t.Error("signed in, and asked to sign in again")
	}
	out := b.follow(t, b.submit(t, again, act("sign-out")))
	if !strings.Contains(out.body, "Sign in to Notes") {
		t.Error("signed out, and still in")
	}
	if res := b.submit(t, out, act("allow")); res.StatusCode != http.StatusSeeOther || !strings.Contains(b.follow(t, res).body, "Sign in to Notes") {
		t.Errorf("no one has allowed something: %d", res.StatusCode)
	}
}

func TestFlow_Password(t *testing.T) {
	t.Parallel()
	onBoth(t, testFlow_Password)
}

func testFlow_Password(t *testing.T, in state) {
	s := in.serve(t, nil)
	const password = "correct horse battery"
	if err := s.SetPassword(t.Context(), "Cook@example.com", password); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{password: "Allow The App", "Correct horse battery": "That didn", "": "That didn"} {
		b := newBrowser(t)
		page := b.submit(t, b.get(t, s.app().url()), act("sign-in", "email", email, "password", typed))
		if page.StatusCode == http.StatusSeeOther {
			page = b.follow(t, page)
		}
		if !strings.Contains(page.body, want) {
			t.Errorf("%q: %d %s", typed, page.StatusCode, page.body)
		}
	}
	for _, bad := range []string{"short", strings.Repeat("x", 201), "not UTF-8 \xff but long"} {
		if err := s.SetPassword(t.Context(), email, bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// TestFlow_Scopes has what clients ask for and what they get.
func TestFlow_Scopes(t *testing.T) {
	t.Parallel()
	onBoth(t, testFlow_Scopes)
}

func testFlow_Scopes(t *testing.T, in state) {
	s := in.serve(t, nil)
	a := s.app()
	for asked, want := range map[string]string{
		"": "notes:read notes:write", "notes:write": "notes:write", "openid notes:read offline_access": "notes:read",
		"notes:write notes:read": "notes:read notes:write",
	} {
		code := s.allow(t, a.url("scope", asked, "resource", "https://mcp.example.com/other/")).Get("code")
		token, err := a.Exchange(t.Context(), code, oauth2.VerifierOption(a.verifier))
		if err != nil || token.Extra("scope") != want {
			t.Errorf("%q: %v, %v, want %s", asked, token.Extra("scope"), err, want)
			continue
		}
		v, err := oauth.NewJWT(oauth.JWTOptions{Issuer: s.URL(), Audience: "https://mcp.example.com/other", Keys: s.JWKS})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := v.Verify(t.Context(), token.AccessToken); err != nil {
			t.Error(err)
		}
	}
	_, body := s.post(t, "/token", url.Values{"grant_type": {"refresh_token"}, "client_id": {"app"},
		"refresh_token": {s.tokens(t, a).RefreshToken}, "scope": {"notes:read"}})
	if body["scope"] != "notes:read" {
		t.Errorf("narrowed: %v", body)
	}
}

// TestFlow_LessThanAsked has a person give an app less than it asks for.
func TestFlow_LessThanAsked(t *testing.T) {
	t.Parallel()
	onBoth(t, testFlow_LessThanAsked)
}

func testFlow_LessThanAsked(t *testing.T, in state) {
	s := in.serve(t, nil)
	a := s.app()
	for _, tt := range []struct {
		asked, chosen, want string
		choice              bool
	}{
		{"notes:read notes:write", "first", "notes:read", true},
		{"notes:read notes:write", "all", "notes:read notes:write", true},
		{"notes:read notes:write", "", "notes:read notes:write", true},
		{"notes:write", "first", "notes:write", false},
		{"notes:read", "first", "notes:read", false},
	} {
		b := newBrowser(t)
		page := s.consent(t, b, a.url("scope", tt.asked))
		if strings.Contains(page.body, `type="radio"`) != tt.choice {
			t.Errorf("%s: the choice is wrong: %s", tt.asked, page.body)
		}
		to, err := b.submit(t, page, act("allow", "scopes", tt.chosen)).Location()
		if err != nil {
			t.Fatal(err)
		}
		token, err := a.Exchange(t.Context(), to.Query().Get("code"), oauth2.VerifierOption(a.verifier))
		if err != nil || token.Extra("scope") != tt.want {
			t.Errorf("%+v: %v, %v", tt, token.Extra("scope"), err)
		}
		if next, _ := s.refresh(t, token.RefreshToken); next == "" {
			t.Errorf("%+v: not renewed", tt)
		}
	}
}

func TestMetadata(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	b := newBrowser(t)
	for _, path := range []string{"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"} {
		res := b.get(t, s.URL()+path)
		var got map[string]any
		if err := json.Unmarshal([]byte(res.body), &got); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]any{
			"issuer": s.URL(), "authorization_endpoint": s.URL() + "/authorize", "token_endpoint": s.URL() + "/token",
			"registration_endpoint": s.URL() + "/register", "jwks_uri": s.URL() + "/jwks", "revocation_endpoint": s.URL() + "/revoke",
			"code_challenge_methods_supported": []any{"S256"}, "authorization_response_iss_parameter_supported": true,
			"client_id_metadata_document_supported": true, "scopes_supported": []any{"notes:read", "notes:write"},
			"token_endpoint_auth_methods_supported": []any{"none"},
		} {
			if d := cmp.Diff(want, got[name]); d != "" {
				t.Errorf("%s: %s %s", path, name, d)
			}
		}
		if res.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Error("a client in a browser can't read it")
		}
	}
	if body := b.get(t, s.URL()+"/jwks").body; strings.Contains(body, `"d"`) || !strings.Contains(body, `"kty":"EC"`) {
		t.Errorf("the keys are private or missing: %s", body)
	}
}
