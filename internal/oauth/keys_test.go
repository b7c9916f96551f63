package oauth_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// TestA5_UnknownKeyStorm sends tokens with ever new key ids, side by side.
func TestA5_UnknownKeyStorm(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	v := iss.verifier(t, nil)
	storm := func() {
		var all sync.WaitGroup
		for n := range 50 {
			all.Go(func() {
				key := jose.JSONWebKey{Key: iss.key().Key, KeyID: fmt.Sprint("storm-", n)}
				token := sign(t, jose.SigningKey{Algorithm: jose.ES256, Key: key}, nil, iss.claims(nil))
				if _, err := v.Verify(t.Context(), token); !errors.Is(err, oauth.ErrInvalidToken) {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	storm()
	if n := iss.fetches.Load(); n != 1 {
		t.Errorf("%d fetches, want the first alone", n)
	}
	for minute := range int64(3) {
		iss.clock.advance(59 * time.Second)
		storm()
		if n := iss.fetches.Load(); n != 1+minute {
			t.Errorf("%d fetches, want none within a minute", n)
		}
		iss.clock.advance(time.Second)
		storm()
		if n := iss.fetches.Load(); n != 2+minute {
			t.Errorf("%d fetches, want one more each minute", n)
		}
	}
	if _, err := v.Verify(t.Context(), iss.token(t, nil)); err != nil {
		t.Error(err)
	}
}

func TestA5_KeyRotation(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	v := iss.verifier(t, nil)
	check := func(token string, want error) {
		t.Helper()
		if _, err := v.Verify(t.Context(), token); !errors.Is(err, want) || (err == nil) != (want == nil) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	old := iss.token(t, map[string]any{"exp": iss.clock.now().Add(72 * time.Hour).Unix()})
	check(old, nil)
	iss.rotate(t, "key-2")
	check(iss.token(t, nil), oauth.ErrInvalidToken) // within the minute
	iss.clock.advance(time.Minute)
	check(iss.token(t, nil), nil)
	check(old, nil)
	iss.change(func() { iss.keys = iss.keys[1:] })
	check(old, nil)
	iss.clock.advance(time.Hour + time.Second)
	check(old, oauth.ErrInvalidToken) // withdrawn

	iss.change(func() { iss.down = true })
	iss.clock.advance(2 * time.Hour)
	check(iss.token(t, nil), nil) // the keys outlive an outage
	iss.clock.advance(22*time.Hour + time.Second)
	check(iss.token(t, nil), oauth.ErrUnavailable) // but not one of a day
	iss.change(func() { iss.down = false })
	check(iss.token(t, nil), oauth.ErrUnavailable)
	iss.clock.advance(5 * time.Second)
	check(iss.token(t, nil), nil)
}

// TestA5_KeysAtHand has keys that cost nothing to get: a new one is good at once.
func TestA5_KeysAtHand(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	v := iss.verifier(t, func(o *oauth.JWTOptions) {
		o.KeysAtHand = true
		o.Keys = func(context.Context) ([]byte, error) {
			return fmt.Appendf(nil, `{"keys":[%s]}`, publicJWK(t, iss.key())), nil
		}
	})
	for n := range 3 {
		iss.rotate(t, fmt.Sprint("key-", n))
		if _, err := v.Verify(t.Context(), iss.token(t, nil)); err != nil {
			t.Errorf("key %d: %v", n, err)
		}
	}
}

// TestA5_CallerHangsUp has the request that fetches the keys end before they come.
func TestA5_CallerHangsUp(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	set := fmt.Sprintf(`{"keys":[%s]}`, publicJWK(t, iss.key()))
	asked, give := make(chan struct{}), make(chan struct{})
	v := iss.verifier(t, func(o *oauth.JWTOptions) {
		o.Keys = func(ctx context.Context) ([]byte, error) {
			close(asked)
			select {
			case <-give:
				return []byte(set), nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	})
	token := iss.token(t, nil)
	ctx, hangUp := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() {
		_, err := v.Verify(ctx, token)
		first <- err
	}()
	<-asked
	hangUp()
	if _, err := v.Verify(ctx, token); !errors.Is(err, oauth.ErrUnavailable) {
		t.Errorf("who waits and hangs up: %v", err)
	}
	close(give)
	if err := <-first; err != nil {
		t.Errorf("who fetches: %v", err)
	}
	if _, err := v.Verify(t.Context(), token); err != nil {
		t.Errorf("who comes later: %v", err)
	}
}

// TestA5_TwoIssuers has two issuers who both know our audience.
func TestA5_TwoIssuers(t *testing.T) {
	t.Parallel()
	ours, other := newIssuer(t), newIssuer(t)
	v := ours.verifier(t, nil)
	asOurs := other.claims(map[string]any{"iss": ours.URL})
	otherKey := jose.SigningKey{Algorithm: jose.ES256, Key: other.key()}
	for name, token := range map[string]string{
		"the other's":             other.token(t, nil),
		"the other's in our name": sign(t, otherKey, nil, asOurs),
		"ours in the other's":     ours.token(t, map[string]any{"iss": other.URL}),
	} {
		if _, err := v.Verify(t.Context(), token); !errors.Is(err, oauth.ErrInvalidToken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := other.verifier(t, nil).Verify(t.Context(), other.token(t, nil)); err != nil {
		t.Error(err)
	}
	if n := other.fetches.Load(); n != 1 {
		t.Errorf("the other's keys were fetched %d times", n)
	}
}

// TestJWT_KeySets has sets with keys that can't be used among good ones.
func TestJWT_KeySets(t *testing.T) {
	t.Parallel()
	iss := newIssuer(t)
	own := publicJWK(t, iss.key())
	encrypts := strings.Replace(own, `"use":"sig"`, `"use":"enc"`, 1)
	otherAlg := strings.Replace(own, `"ES256"`, `"ES384"`, 1)
	for name, tc := range map[string]struct {
		set  string
		want error
	}{
		"odd ones among":  {`{"keys":[{"kty":"new"},7,{"kty":"oct","k":"c2VjcmV0","kid":"key-1"},` + own + `]}`, nil},
		"for encryption":  {`{"keys":[` + encrypts + `]}`, oauth.ErrUnavailable},
		"other algorithm": {`{"keys":[` + otherAlg + `]}`, oauth.ErrInvalidToken},
		"empty":           {`{"keys":[]}`, oauth.ErrUnavailable},
		"not JSON":        {`<html>`, oauth.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := iss.verifier(t, func(o *oauth.JWTOptions) {
				o.Keys = func(context.Context) ([]byte, error) { return []byte(tc.set), nil }
			})
			if _, err := v.Verify(t.Context(), iss.token(t, nil)); !errors.Is(err, tc.want) || (err == nil) != (tc.want == nil) {
				t.Errorf("%v, want %v", err, tc.want)
			}
		})
	}
}

func publicJWK(t *testing.T, key jose.JSONWebKey) string {
	t.Helper()
	public := key.Public()
	text, err := public.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
