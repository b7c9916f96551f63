package issuer_test

import (
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/oauth2"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
)

// together runs f n times at once, by turns on two replicas, and returns how often it
// was true.
func together(in state, t *testing.T, n int, prepare func(*served), f func(s *served, n int) bool) int {
	t.Helper()
	replicas := [...]*served{in.serve(t, nil), in.serve(t, nil)}
	prepare(replicas[0])
	var yes atomic.Int64
	var all sync.WaitGroup
	for n := range n {
		all.Go(func() {
			if f(replicas[n%len(replicas)], n) {
				yes.Add(1)
			}
		})
	}
	all.Wait()
	return int(yes.Load())
}

// TestReplicas_Refresh uses one refresh token many times at once: one is answered, and
// what that one got is worth nothing, since one of those who had the token is a thief.
func TestReplicas_Refresh(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, in state) {
		for range 3 {
			var s *served
			var token string
			var next atomic.Value
			got := together(in, t, 16, func(first *served) {
				s = first
				token = s.tokens(t, s.app()).RefreshToken
			}, func(at *served, _ int) bool {
				fresh, failed := at.refresh(t, token)
				if fresh != "" {
					next.Store(fresh)
				} else if failed != "invalid_grant" {
					t.Errorf("refused with %q", failed)
				}
				return fresh != ""
			})
			if got != 1 {
				t.Fatalf("%d tokens for one refresh token", got)
			}
			if fresh, _ := s.refresh(t, next.Load().(string)); fresh != "" {
				t.Error("the family goes on")
			}
		}
	})
}

// TestReplicas_SignIn has a one-time code let in one of many, and each wrong attempt
// count.
func TestReplicas_SignIn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, in state) {
		const tries = 16
		var s *served
		var code string
		got := together(in, t, tries, func(first *served) {
			s = first
			code = s.code(t)
		}, func(at *served, _ int) bool { return at.signsIn(t, "email", email, "code", code) })
		if got != 1 {
			t.Errorf("%d persons were let in by one code", got)
		}
		s.code(t) // which forgets the attempts
		const password = "correct horse battery"
		if err := s.SetPassword(t.Context(), email, password); err != nil {
			t.Fatal(err)
		}
		got = together(in, t, 12, func(*served) {}, func(at *served, _ int) bool { return at.signsIn(t, "email", email, "password", "wrong password") })
		n, err := s.Count(t.Context(), "attempts WHERE count = 12 AND bucket LIKE 'account %'")
		if got != 0 || n != 1 || err != nil {
			t.Errorf("%d were let in, and %d accounts have 12 attempts, %v", got, n, err)
		}
		if s.signsIn(t, "email", email, "password", password) {
			t.Error("attempts at the other replica don't count")
		}
	})
}

// TestReplicas_People has many people sign in at once, none in another's way.
func TestReplicas_People(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, in state) {
		const people = 12
		got := together(in, t, people, func(*served) {}, func(s *served, n int) bool {
			person := fmt.Sprintf("person%d@example.com", n)
			code, err := s.CreateCode(t.Context(), person)
			if err != nil {
				t.Error(err)
				return false
			}
			a, b := s.app(), newBrowser(t)
			page := b.follow(t, b.submit(t, b.get(t, a.url()), act("sign-in", "email", person, "code", code)))
			to, err := b.submit(t, page, act("allow")).Location()
			if err != nil {
				t.Error(err)
				return false
			}
			token, err := a.Exchange(t.Context(), to.Query().Get("code"), oauth2.VerifierOption(a.verifier))
			if err != nil {
				t.Error(err)
				return false
			}
			_, failed := s.refresh(t, token.RefreshToken)
			return failed == ""
		})
		if got != people {
			t.Errorf("%d of %d people were let in", got, people)
		}
	})
}

// TestReplicas_Keys has each replica verify what the other has signed, however often
// their key is changed meanwhile, and know at once what the other has ended.
func TestReplicas_Keys(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, in state) {
		s := in.serve(t, nil)
		other := s.replica(t)
		verifier, err := oauth.NewJWT(oauth.JWTOptions{Issuer: s.URL(), Audience: resource, Keys: other.JWKS, KeysAtHand: true})
		if err != nil {
			t.Fatal(err)
		}
		before := s.tokens(t, s.app())
		var all sync.WaitGroup
		for _, at := range []*issuer.Issuer{s.Issuer, other, s.Issuer, other} {
			all.Go(func() {
				if err := at.RotateKey(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n, err := s.Count(t.Context(), "signing_keys"); n != 5 || err != nil {
			t.Errorf("%d keys, %v", n, err)
		}
		after := s.tokens(t, s.app())
		for _, token := range []*oauth2.Token{before, after} {
			p, err := verifier.Verify(t.Context(), token.AccessToken)
			if err != nil || p.Email != email {
				t.Fatalf("%q, %v", p.Email, err)
			}
			if active, err := other.Active(t.Context(), p.Session); !active || err != nil {
				t.Errorf("active: %v, %v", active, err)
			}
			s.post(t, "/revoke", url.Values{"token": {token.RefreshToken}, "client_id": {"app"}})
			if active, err := other.Active(t.Context(), p.Session); active || err != nil {
				t.Errorf("active after its end: %v, %v", active, err)
			}
		}
	})
}
