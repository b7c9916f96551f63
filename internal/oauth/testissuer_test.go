package oauth_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

const resource = "https://mcp.example.com/mcp"

// clock stands still until a test moves it.
type clock struct{ seconds atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.seconds.Store(1_800_000_000)
	return c
}

func (c *clock) now() time.Time          { return time.Unix(c.seconds.Load(), 0) }
func (c *clock) advance(d time.Duration) { c.seconds.Add(int64(d / time.Second)) }

// issuer is an authorization server in process that signs whatever a test wants.
type issuer struct {
	*httptest.Server
	clock   *clock
	fetches atomic.Int64 // of the key set

	mu   sync.Mutex
	keys []jose.JSONWebKey // private; the newest signs
	down bool
	name string // what the metadata says, its URL if empty
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	i := &issuer{clock: newClock()}
	i.rotate(t, "key-1")
	i.Server = httptest.NewServer(i)
	t.Cleanup(i.Close)
	return i
}

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.down:
		w.WriteHeader(http.StatusBadGateway)
	case r.URL.Path == "/.well-known/oauth-authorization-server":
		name := i.URL
		if i.name != "" {
			name = i.name
		}
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": name, "jwks_uri": i.URL + "/jwks"})
	case r.URL.Path == "/jwks":
		i.fetches.Add(1)
		var set jose.JSONWebKeySet
		for _, key := range i.keys {
			set.Keys = append(set.Keys, key.Public())
		}
		_ = json.NewEncoder(w).Encode(set)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// change changes what the issuer does.
func (i *issuer) change(f func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	f()
}

// rotate adds a key that signs from now on.
func (i *issuer) rotate(t *testing.T, id string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i.change(func() {
		i.keys = append(i.keys, jose.JSONWebKey{Key: key, KeyID: id, Algorithm: "ES256", Use: "sig"})
	})
}

func (i *issuer) key() jose.JSONWebKey {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.keys[len(i.keys)-1]
}

// claims are good ones, with changes; a nil value leaves a claim out.
func (i *issuer) claims(changes map[string]any) map[string]any {
	now := i.clock.now().Unix()
	all := map[string]any{
		"iss": i.URL, "sub": "person-1", "aud": resource, "iat": now, "nbf": now, "exp": now + 3600,
		"email": "cook@example.com", "email_verified": true, "scope": "notes:read",
	}
	maps.Copy(all, changes)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	return all
}

// token returns a good token, but for the changes.
func (i *issuer) token(t *testing.T, changes map[string]any) string {
	t.Helper()
	return sign(t, jose.SigningKey{Algorithm: jose.ES256, Key: i.key()}, map[string]any{"typ": "at+jwt"}, i.claims(changes))
}

func sign(t *testing.T, key jose.SigningKey, header map[string]any, claims map[string]any) string {
	t.Helper()
	opts := &jose.SignerOptions{}
	for name, value := range header {
		opts = opts.WithHeader(jose.HeaderKey(name), value)
	}
	signer, err := jose.NewSigner(key, opts)
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// verifier verifies the issuer's tokens by its clock.
func (i *issuer) verifier(t *testing.T, change func(*oauth.JWTOptions)) *oauth.JWT {
	t.Helper()
	o := oauth.JWTOptions{Issuer: i.URL, Audience: resource, Now: i.clock.now}
	if change != nil {
		change(&o)
	}
	v, err := oauth.NewJWT(o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// newGuard guards the resource with two scopes, of which writing includes reading.
func newGuard(t *testing.T, v oauth.Verifier, change func(*oauth.Options)) *oauth.Guard {
	t.Helper()
	o := oauth.Options{
		Resource: resource, Issuers: []string{"https://auth.example.com"},
		Scopes: []string{"notes:read", "notes:write"}, Includes: map[string][]string{"notes:write": {"notes:read"}},
		Needs: func(method, name string) []string {
			switch {
			case method != "tools/call":
				return nil
			case name == "add":
				return []string{"notes:write"}
			}
			return []string{"notes:read"}
		},
		Verifier: v,
	}
	if change != nil {
		change(&o)
	}
	g, err := oauth.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
