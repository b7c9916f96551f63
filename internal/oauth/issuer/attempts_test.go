package issuer_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestAttempts_Account tries passwords from ever new networks.
func TestAttempts_Account(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttempts_Account)
}

func testAttempts_Account(t *testing.T, in state) {
	var network byte
	s := in.serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { network++; return netip.AddrFrom4([4]byte{9, 9, 9, network}) }
	})
	const password = "correct horse battery"
	set := func() {
		t.Helper()
		if err := s.SetPassword(t.Context(), email, password); err != nil {
			t.Fatal(err)
		}
	}
	for _, by := range []string{"password", "code"} {
		set() // which ends a wait
		for range 10 {
			s.signsIn(t, "email", email, by, "wrong")
		}
		if s.signsIn(t, "email", email, "password", password) {
			t.Errorf("the eleventh attempt, after ten by %s, is made", by)
		}
	}
	if code := s.code(t); !s.signsIn(t, "email", email, "code", code) || !s.signsIn(t, "email", email, "password", password) {
		t.Error("a new code does not end the wait")
	}
	set()
	for range 10 {
		s.signsIn(t, "email", email, "password", "wrong")
	}
	s.clock.advance(15 * time.Minute)
	if !s.signsIn(t, "email", email, "password", password) {
		t.Error("the wait doesn't end")
	}
}

// TestAttempts_Network tries many addresses from one network, to which a password is no
// use then.
func TestAttempts_Network(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttempts_Network)
}

func testAttempts_Network(t *testing.T, in state) {
	from := "2001:db8:1:1::1"
	s := in.serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { return netip.MustParseAddr(from) }
	})
	const password = "correct horse battery"
	if err := s.SetPassword(t.Context(), email, password); err != nil {
		t.Fatal(err)
	}
	for n := range 30 {
		from = "2001:db8:1:1::" + string(rune('a'+n%6))
		s.signsIn(t, "email", "nobody"+string(rune('a'+n))+"@example.com", "code", "WRONG")
	}
	if s.signsIn(t, "email", email, "password", password) {
		t.Error("the thirty-first attempt from a network is made")
	}
	from = "2001:db8:1:2::1"
	if !s.signsIn(t, "email", email, "password", password) {
		t.Error("another network has to wait too")
	}
}

// TestAttempts_Code has a right code let in its person whoever has guessed how often,
// from the same network or at the same account: no one can lock others out.
func TestAttempts_Code(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttempts_Code)
}

func testAttempts_Code(t *testing.T, in state) {
	s := in.serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { return netip.MustParseAddr("192.0.2.1") }
	})
	code := s.code(t)
	for n := range 40 {
		s.signsIn(t, "email", []string{email, "nobody@example.com"}[n%2], "code", "WRONG")
	}
	if !s.signsIn(t, "email", email, "code", code) {
		t.Error("a code has to wait")
	}
	if s.signsIn(t, "email", email, "code", code) {
		t.Error("a code lets in twice")
	}
}

// TestAttempts_Successes has people sign in from a network that may fail once more.
func TestAttempts_Successes(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttempts_Successes)
}

func testAttempts_Successes(t *testing.T, in state) {
	s := in.serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { return netip.MustParseAddr("192.0.2.1") }
	})
	const password = "correct horse battery"
	if err := s.SetPassword(t.Context(), email, password); err != nil {
		t.Fatal(err)
	}
	for n := range 29 {
		s.signsIn(t, "email", "nobody"+string(rune('a'+n))+"@example.com", "code", "WRONG")
	}
	for n := range 3 {
		if !s.signsIn(t, "email", email, "password", password) {
			t.Fatalf("number %d has to wait", n)
		}
	}
}

// TestAttempts_Others has a network that may try no more, and so can't have others wait.
func TestAttempts_Others(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttempts_Others)
}

func testAttempts_Others(t *testing.T, in state) {
	from := netip.MustParseAddr("192.0.2.1")
	s := in.serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { return from }
	})
	const password = "correct horse battery"
	if err := s.SetPassword(t.Context(), email, password); err != nil {
		t.Fatal(err)
	}
	for n := range 30 {
		s.signsIn(t, "email", "nobody"+string(rune('a'+n))+"@example.com", "code", "WRONG")
	}
	for range 11 {
		s.signsIn(t, "email", email, "code", "WRONG")
	}
	from = netip.MustParseAddr("192.0.2.2")
	if !s.signsIn(t, "email", email, "password", password) {
		t.Error("a person has to wait for what a refused network has tried")
	}
}

// TestAttempts_Log has one line for each limit that is reached, and a line for a token
// that comes back, which say no more than that.
func TestAttempts_Log(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttempts_Log)
}

func testAttempts_Log(t *testing.T, in state) {
	log := harness.NewLog()
	s := in.serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { return netip.MustParseAddr("192.0.2.1") }
		o.Log = zerolog.New(log).Level(zerolog.WarnLevel)
	})
	code := s.allow(t, s.app().url())
	token := s.tokens(t, s.app()).RefreshToken
	s.refresh(t, token)
	if log.String() != "" {
		t.Errorf("nothing is wrong, and the log says:\n%s", log)
	}
	s.refresh(t, token)
	form := url.Values{"grant_type": {"authorization_code"}, "client_id": {"app"}, "code": {code.Get("code")}}
	s.post(t, "/token", form) // without the verifier
	for range 40 {
		s.signsIn(t, "email", email, "code", "WRONG")
	}
	for _, part := range []string{`"limit":"account"`, `"limit":"sign-in"`, "a refresh token came a second time"} {
		if n := strings.Count(log.String(), part); n != 1 {
			t.Errorf("%d lines with %s in the log:\n%s", n, part, log)
		}
	}
	if n := strings.Count(log.String(), "\n"); n != 3 || strings.Contains(log.String(), "example.com") || strings.Contains(log.String(), "192.0") {
		t.Errorf("%d lines:\n%s", n, log)
	}
}

// TestAttempts_Bound has more networks than the table keeps.
func TestAttempts_Bound(t *testing.T) {
	t.Parallel()
	onBoth(t, testAttempts_Bound)
}

func testAttempts_Bound(t *testing.T, in state) {
	s := in.serve(t, nil)
	err := s.Exec(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO attempts (bucket, count, expires) SELECT 'x' || i, 1, CAST($2 AS BIGINT) FROM n`, issuer.MaxBuckets+100, s.clock.now().Add(time.Minute).Unix())
	if err != nil {
		t.Fatal(err)
	}
	s.signsIn(t, "email", email, "code", "WRONG")
	if n, err := s.Count(t.Context(), "attempts"); n != issuer.MaxBuckets || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
	s.clock.advance(time.Hour)
	s.signsIn(t, "email", email, "code", "WRONG")
	if n, err := s.Count(t.Context(), "attempts"); n != 2 || err != nil {
		t.Errorf("%d rows after an hour, %v", n, err)
	}
}
