package issuer_test

import (
	"net/http"
	"net/netip"
	"testing"
	"time"

	"mcp-adapters/oauth/issuer"
)

// TestAttempts_Account tries codes from ever new networks.
func TestAttempts_Account(t *testing.T) {
	t.Parallel()
	var network byte
	s := serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { network++; return netip.AddrFrom4([4]byte{9, 9, 9, network}) }
	})
	code := s.code(t)
	for range 10 {
		s.signsIn(t, "email", email, "code", "WRONG")
	}
	if s.signsIn(t, "email", email, "code", code) {
		t.Error("the eleventh attempt is made")
	}
	if !s.signsIn(t, "email", email, "code", s.code(t)) {
		t.Error("a new code does not end the wait")
	}
	for range 10 {
		s.signsIn(t, "email", email, "password", "wrong")
	}
	if err := s.SetPassword(t.Context(), email, "correct horse battery"); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		s.signsIn(t, "email", email, "password", "wrong")
	}
	if s.signsIn(t, "email", email, "password", "correct horse battery") {
		t.Error("the eleventh password is looked at")
	}
	s.clock.advance(15 * time.Minute)
	if !s.signsIn(t, "email", email, "password", "correct horse battery") {
		t.Error("the wait doesn't end")
	}
}

// TestAttempts_Network tries many addresses from one network.
func TestAttempts_Network(t *testing.T) {
	t.Parallel()
	from := "2001:db8:1:1::1"
	s := serve(t, func(o *issuer.Options) {
		o.Address = func(*http.Request) netip.Addr { return netip.MustParseAddr(from) }
	})
	for n := range 30 {
		from = "2001:db8:1:1::" + string(rune('a'+n%6))
		s.signsIn(t, "email", "nobody"+string(rune('a'+n))+"@example.com", "code", "WRONG")
	}
	if s.signsIn(t, "email", email, "code", s.code(t)) {
		t.Error("the thirty-first attempt from a network is made")
	}
	from = "2001:db8:1:2::1"
	if !s.signsIn(t, "email", email, "code", s.code(t)) {
		t.Error("another network has to wait too")
	}
}

// TestAttempts_Bound has more networks than the table keeps.
func TestAttempts_Bound(t *testing.T) {
	t.Parallel()
	s := serve(t, nil)
	err := s.Exec(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO attempts (bucket, count, expires) SELECT 'x' || i, 1, ? FROM n`, issuer.MaxBuckets+100, s.clock.now().Add(time.Minute).Unix())
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
