package oauth_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// TestA9_Cache has tokens that were verified, and what must end that.
func TestA9_Cache(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	keys := fmt.Sprintf(`{"keys":[%s]}`, publicJWK(t, iss.key()))
	v := iss.verifier(t, func(o *oauth.JWTOptions) {
		o.Keys = func(context.Context) ([]byte, error) { return []byte(keys), nil }
	})
	check := func(what, token string, good bool) {
		t.Helper()
		if p, err := v.Verify(t.Context(), token); good != (err == nil) || good != (p.Email != "") || err != nil && !errors.Is(err, oauth.ErrInvalidToken) {
			t.Errorf("%s: %+v, %v", what, p, err)
		}
	}
	short := iss.token(t, map[string]any{"exp": iss.clock.now().Unix() - 50})
	check("expired within the skew", short, true)
	iss.clock.advance(11 * time.Second)
	check("expired beyond it", short, false)

	long := iss.token(t, nil)
	check("good", long, true)
	check("changed", long[:len(long)-4]+"AAAA", false)
	check("good again", long, true)
	iss.rotate(t, "key-2")
	keys = fmt.Sprintf(`{"keys":[%s]}`, publicJWK(t, iss.key()))
	iss.clock.advance(time.Minute)
	check("of the new key", iss.token(t, nil), true)
	check("of a key that was withdrawn a minute ago", long, false)
}

func TestA9_CacheBound(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	v := iss.verifier(t, nil)
	for n := range oauth.MaxTrusted + 10 {
		if _, err := v.Verify(t.Context(), iss.token(t, map[string]any{"jti": fmt.Sprint(n)})); err != nil {
			t.Fatal(err)
		}
	}
	if n := v.Remembered(); n > oauth.MaxTrusted || n == 0 {
		t.Errorf("%d tokens are remembered", n)
	}
	iss.clock.advance(2 * time.Minute)
	for n := range oauth.MaxTrusted + 1 - v.Remembered() {
		if _, err := v.Verify(t.Context(), iss.token(t, map[string]any{"jti": fmt.Sprint("later ", n)})); err != nil {
			t.Fatal(err)
		}
	}
	if n := v.Remembered(); n > oauth.MaxTrusted {
		t.Errorf("%d tokens are remembered", n)
	}
}
