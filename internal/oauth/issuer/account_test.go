package issuer_test

import (
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
)

// signsIn reports whether the form lets a person in.
func (s *served) signsIn(t *testing.T, more ...string) bool {
	t.Helper()
	b := newBrowser(t)
	res := b.submit(t, b.get(t, s.app().url()), act("sign-in", more...))
	if res.StatusCode != http.StatusSeeOther && !strings.Contains(res.body, `role="alert"`) {
		t.Errorf("%d and no reason: %s", res.StatusCode, res.body)
	}
	return res.StatusCode == http.StatusSeeOther
}

// TestCode has one-time codes, good and spent.
func TestCode(t *testing.T) {
	t.Parallel()
	onBoth(t, testCode)
}

func testCode(t *testing.T, in state) {
	s := in.serve(t, nil)
	code := s.code(t)
	if !regexp.MustCompile(`^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$`).MatchString(code) {
		t.Errorf("code %s", code)
	}
	if s.signsIn(t, "email", "other@example.com", "code", code) {
		t.Error("another's code")
	}
	if !s.signsIn(t, "email", email, "code", code) {
		t.Error("the code does not work")
	}
	if s.signsIn(t, "email", email, "code", code) {
		t.Error("the code works twice")
	}
	older, newer := s.code(t), s.code(t)
	if s.signsIn(t, "email", email, "code", older) || !s.signsIn(t, "email", email, "code", newer) {
		t.Error("a new code takes the place of the old one")
	}
	late := s.code(t)
	s.clock.advance(time.Hour)
	if s.signsIn(t, "email", email, "code", late) {
		t.Error("the code works after an hour")
	}
	if s.signsIn(t, "email", email, "code", "") || s.signsIn(t, "email", email) || s.signsIn(t) {
		t.Error("nothing lets in")
	}
}

// TestCode_FilledIn has a browser fill in a password that the person doesn't see.
func TestCode_FilledIn(t *testing.T) {
	t.Parallel()
	onBoth(t, testCode_FilledIn)
}

func testCode_FilledIn(t *testing.T, in state) {
	s := in.serve(t, nil)
	b := newBrowser(t)
	at := s.app().url()
	wrong := b.submit(t, b.get(t, at), act("sign-in", "email", email, "code", "WRONG", "password", "filled in"))
	if !strings.Contains(wrong.body, "Check the address and the code") || strings.Contains(wrong.body, "<details open") {
		t.Errorf("the page is about the password: %s", wrong.body)
	}
	if !s.signsIn(t, "email", email, "code", s.code(t), "password", "filled in") {
		t.Error("the code does not count")
	}
}

// TestCreateCode_Refusals has addresses for which there is no code.
func TestCreateCode_Refusals(t *testing.T) {
	t.Parallel()
	onBoth(t, testCreateCode_Refusals)
}

func testCreateCode_Refusals(t *testing.T, in state) {
	s := in.serve(t, nil)
	if _, err := s.CreateCode(t.Context(), "stranger@example.com"); !errors.Is(err, issuer.ErrNotAllowed) {
		t.Error(err)
	}
	for _, bad := range []string{"", " ", "cook", "@example.com", "cook@", "köchin@example.com", "a b@example.com", strings.Repeat("a", 250) + "@b.cd"} {
		if _, err := s.CreateCode(t.Context(), bad); err == nil {
			t.Errorf("%q has a code", bad)
		}
	}
	if n, err := s.Count(t.Context(), "accounts"); n != 0 || err != nil {
		t.Errorf("%d accounts, %v", n, err)
	}
}

// TestUnknownPerson gets the same page whether or not there is such an account.
func TestUnknownPerson(t *testing.T) {
	t.Parallel()
	onBoth(t, testUnknownPerson)
}

func testUnknownPerson(t *testing.T, in state) {
	s := in.serve(t, nil)
	if err := s.SetPassword(t.Context(), email, "correct horse battery"); err != nil {
		t.Fatal(err)
	}
	var pages []string
	at := s.app().url()
	for _, who := range []string{email, "nobody@example.com", "stranger@example.com", "not an address"} {
		for _, what := range []string{"code", "password"} {
			b := newBrowser(t)
			res := b.submit(t, b.get(t, at), act("sign-in", "email", who, what, "wrong"))
			body := strings.ReplaceAll(formToken.ReplaceAllString(res.body, ""), who, "WHO")
			pages = append(pages, res.Status+body)
		}
	}
	for n, page := range pages {
		if first := pages[n%2]; page != first {
			t.Errorf("the pages differ:\n%s\n%s", first, page)
		}
	}
}

// TestMaySignIn has a person whom the system lets in no more.
func TestMaySignIn(t *testing.T) {
	t.Parallel()
	onBoth(t, testMaySignIn)
}

func testMaySignIn(t *testing.T, in state) {
	s := in.serve(t, nil)
	refresh := s.tokens(t, s.app()).RefreshToken
	b := newBrowser(t)
	consent := s.consent(t, b, s.app().url())
	code := s.code(t)
	if err := s.Exec(t.Context(), "UPDATE accounts SET email = 'stranger@example.com'"); err != nil {
		t.Fatal(err)
	}
	if s.signsIn(t, "email", "stranger@example.com", "code", code) {
		t.Error("may sign in")
	}
	if res := b.submit(t, consent, act("allow")); strings.Contains(res.Header.Get("Location"), "code=") {
		t.Error("may consent")
	}
	if _, failed := s.refresh(t, refresh); failed != "invalid_grant" {
		t.Errorf("may refresh: %q", failed)
	}
	if n, err := s.Count(t.Context(), "grants"); n != 0 || err != nil {
		t.Errorf("%d grants, %v", n, err)
	}
}

// TestIssuer_Revoke ends what a person has, and what lets the person in.
func TestIssuer_Revoke(t *testing.T) {
	t.Parallel()
	onBoth(t, testIssuer_Revoke)
}

func testIssuer_Revoke(t *testing.T, in state) {
	s := in.serve(t, nil)
	const password = "correct horse battery"
	for name, end := range map[string]func() error{
		"revoke": func() error {
			n, err := s.Revoke(t.Context(), " COOK@example.com")
			if n != 1 {
				t.Errorf("%d grants have ended", n)
			}
			return err
		},
		"new password": func() error { return s.SetPassword(t.Context(), email, password) },
	} {
		refresh := s.tokens(t, s.app()).RefreshToken
		b := newBrowser(t)
		s.consent(t, b, s.app().url())
		if err := end(); err != nil {
			t.Fatal(err)
		}
		if _, failed := s.refresh(t, refresh); failed != "invalid_grant" {
			t.Errorf("%s: refresh: %q", name, failed)
		}
		if strings.Contains(b.get(t, s.app().url()).body, "Allow The App") {
			t.Errorf("%s: the browser is signed in", name)
		}
	}
	if err := s.SetPassword(t.Context(), email, password); err != nil {
		t.Fatal(err)
	}
	code := s.code(t)
	if n, err := s.Revoke(t.Context(), email); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if s.signsIn(t, "email", email, "password", password) || s.signsIn(t, "email", email, "code", code) {
		t.Error("a code or a password from before lets in")
	}
	if !s.signsIn(t, "email", email, "code", s.code(t)) {
		t.Error("a new code does not let in")
	}
	if _, err := s.Revoke(t.Context(), "nobody@example.com"); !errors.Is(err, issuer.ErrNoAccount) {
		t.Error(err)
	}
}

// TestBounds_Account has more sessions and grants than one person keeps.
func TestBounds_Account(t *testing.T) {
	t.Parallel()
	onBoth(t, testBounds_Account)
}

func testBounds_Account(t *testing.T, in state) {
	s := in.serve(t, func(o *issuer.Options) {
		n := byte(0)
		o.Address = func(*http.Request) netip.Addr { n++; return netip.AddrFrom4([4]byte{9, 9, 9, n}) }
	})
	b := newBrowser(t)
	for range issuer.MaxSessions + 2 {
		s.signsIn(t, "email", email, "code", s.code(t))
	}
	consent := s.consent(t, b, s.app().url())
	var last reply
	for range issuer.MaxGrants + 2 {
		last = b.submit(t, consent, act("allow"))
	}
	for table, most := range map[string]int{"sessions": issuer.MaxSessions, "grants": issuer.MaxGrants} {
		if n, err := s.Count(t.Context(), table); n != most || err != nil {
			t.Errorf("%d %s, %v", n, table, err)
		}
	}
	if last.StatusCode != http.StatusSeeOther {
		t.Errorf("the newest is refused: %d", last.StatusCode)
	}
	s.clock.advance(8 * 24 * time.Hour)
	s.signsIn(t, "email", email, "code", s.code(t))
	for table, most := range map[string]int{"sessions": 1, "grants": 0} {
		if n, err := s.Count(t.Context(), table); n != most || err != nil {
			t.Errorf("%d %s after all have expired, %v", n, table, err)
		}
	}
}

// TestOddText has texts that PostgreSQL can't keep: they are unknown, as others are.
func TestOddText(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, in state) {
		s := in.serve(t, nil)
		for _, odd := range []string{"a\x00b@example.com", "a\xffb@example.com"} {
			if s.signsIn(t, "email", odd, "code", "WRONG") {
				t.Errorf("%q is let in", odd)
			}
			if _, err := s.Revoke(t.Context(), odd); !errors.Is(err, issuer.ErrNoAccount) {
				t.Errorf("%q: %v", odd, err)
			}
			if res := newBrowser(t).get(t, s.app().url("client_id", odd)); res.StatusCode != http.StatusBadRequest {
				t.Errorf("client %q: %d", odd, res.StatusCode)
			}
			form := url.Values{"grant_type": {"authorization_code"}, "client_id": {odd}, "code": {odd}, "code_verifier": {odd}}
			if status, body := s.post(t, "/token", form); status != http.StatusBadRequest {
				t.Errorf("token for %q: %d %v", odd, status, body)
			}
			if status, body := s.post(t, "/revoke", url.Values{"token": {odd}}); status != http.StatusOK {
				t.Errorf("revoke %q: %d %v", odd, status, body)
			}
		}
	})
}
