package issuer_test

import (
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"
)

// TestAttack_Code has a code in wrong hands; each time it is gone afterwards.
func TestAttack_Code(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttack_Code)
}

func testAttack_Code(t *testing.T, in state) {
	s := in.serve(t, nil)
	a := s.app()
	for name, change := range map[string]func(url.Values){
		"wrong verifier":    func(f url.Values) { f.Set("code_verifier", oauth2.GenerateVerifier()) },
		"no verifier":       func(f url.Values) { f.Del("code_verifier") },
		"the challenge":     func(f url.Values) { f.Set("code_verifier", oauth2.S256ChallengeFromVerifier(a.verifier)) },
		"short verifier":    func(f url.Values) { f.Set("code_verifier", "short") },
		"another client":    func(f url.Values) { f.Set("client_id", "other") },
		"another redirect":  func(f url.Values) { f.Set("redirect_uri", "http://127.0.0.1/callback") },
		"empty redirect":    func(f url.Values) { f.Set("redirect_uri", "") },
		"another resource":  func(f url.Values) { f.Set("resource", "https://mcp.example.com/other") },
		"expired":           func(url.Values) { s.clock.advance(5 * time.Minute) },
		"as a refresh code": func(f url.Values) { f.Set("grant_type", "refresh_token"); f.Set("refresh_token", f.Get("code")) },
	} {
		form := url.Values{"grant_type": {"authorization_code"}, "client_id": {"app"}, "redirect_uri": {callback},
			"code": {s.allow(t, a.url()).Get("code")}, "code_verifier": {a.verifier}}
		good := url.Values{}
		for k, v := range form {
			good[k] = v
		}
		change(form)
		if status, body := s.post(t, "/token", form); status != 400 || body["error"] != "invalid_grant" || body["access_token"] != nil {
			t.Errorf("%s: %d %v", name, status, body)
		}
		if status, body := s.post(t, "/token", good); name != "as a refresh code" && status != 400 {
			t.Errorf("%s: the code still works: %v", name, body)
		}
	}
}

// TestAttack_CodeReplay takes a code twice, which ends what the first one got.
func TestAttack_CodeReplay(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttack_CodeReplay)
}

func testAttack_CodeReplay(t *testing.T, in state) {
	s := in.serve(t, nil)
	a := s.app()
	code := s.allow(t, a.url()).Get("code")
	first, err := a.Exchange(t.Context(), code, oauth2.VerifierOption(a.verifier))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Exchange(t.Context(), code, oauth2.VerifierOption(a.verifier)); err == nil {
		t.Error("the code works twice")
	}
	if _, failed := s.refresh(t, first.RefreshToken); failed != "invalid_grant" {
		t.Errorf("the first one's refresh token: %q", failed)
	}
}

// TestAttack_CodeRace takes a code many times at once, through two processes' worth
// of handles on the database.
func TestAttack_CodeRace(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttack_CodeRace)
}

func testAttack_CodeRace(t *testing.T, in state) {
	s := in.serve(t, nil)
	a := s.app()
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {"app"}, "redirect_uri": {callback},
		"code": {s.allow(t, a.url()).Get("code")}, "code_verifier": {a.verifier}}
	other := in.serve(t, nil)
	var mu sync.Mutex
	var got int
	var all sync.WaitGroup
	for n := range 16 {
		at := []*served{s, other}[n%2]
		all.Go(func() {
			if status, _ := at.post(t, "/token", form); status == 200 {
				mu.Lock()
				defer mu.Unlock()
				got++
			}
		})
	}
	all.Wait()
	if got != 1 {
		t.Errorf("%d tokens for one code", got)
	}
}

// TestAttack_RefreshReuse sends an old refresh token, which ends the family.
func TestAttack_RefreshReuse(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttack_RefreshReuse)
}

func testAttack_RefreshReuse(t *testing.T, in state) {
	s := in.serve(t, nil)
	first := s.tokens(t, s.app()).RefreshToken
	second, failed := s.refresh(t, first)
	if failed != "" || second == first {
		t.Fatal(failed)
	}
	third, failed := s.refresh(t, second)
	if failed != "" {
		t.Fatal(failed)
	}
	bystander := s.tokens(t, s.app()).RefreshToken
	if _, failed := s.refresh(t, first); failed != "invalid_grant" {
		t.Errorf("an old token: %q", failed)
	}
	if _, failed := s.refresh(t, third); failed != "invalid_grant" {
		t.Errorf("the newest of a family with a thief: %q", failed)
	}
	if _, failed := s.refresh(t, bystander); failed != "" {
		t.Errorf("another family: %q", failed)
	}
}

// TestAttack_Refresh has refresh tokens that aren't, and what must not end a family.
func TestAttack_Refresh(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttack_Refresh)
}

func testAttack_Refresh(t *testing.T, in state) {
	s := in.serve(t, nil)
	token := s.tokens(t, s.app()).RefreshToken
	forged := token[:40] + strings.Repeat("A", len(token)-40)
	for name, bad := range map[string]string{"empty": "", "garbage": "x", "forged": forged, "cut": token[:len(token)-1], "longer": token + "AAAA"} {
		if _, failed := s.refresh(t, bad); failed != "invalid_grant" {
			t.Errorf("%s: %q", name, failed)
		}
	}
	next, failed := s.refresh(t, token, "resource", resource)
	if failed != "" {
		t.Fatalf("whoever knows half of a token has ended its family: %s", failed)
	}
	if _, failed := s.refresh(t, next, "client_id", "other"); failed != "invalid_grant" {
		t.Errorf("another client: %q", failed)
	}
	if _, failed := s.refresh(t, next); failed != "invalid_grant" {
		t.Errorf("after another client had it: %q", failed)
	}

	old := s.tokens(t, s.app()).RefreshToken
	s.clock.advance(7 * 24 * time.Hour)
	if _, failed := s.refresh(t, old); failed != "invalid_grant" {
		t.Errorf("after 7 days: %q", failed)
	}
	access := s.tokens(t, s.app()).AccessToken
	if _, failed := s.refresh(t, access); failed != "invalid_grant" {
		t.Errorf("an access token: %q", failed)
	}
}
