package oauth

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/rs/zerolog"
)

const (
	refetchPause = time.Minute     // between two attempts while there are keys, of an issuer elsewhere
	retryPause   = 5 * time.Second // while there are none
	freshFor     = time.Hour       // then they are fetched again, so that withdrawn ones go
	usableFor    = 24 * time.Hour  // without a good answer from the issuer
	fetchLimit   = 10 * time.Second
	maxKeys      = 32 // more would let a token without a key's id cost too much
)

// keySet has the issuer's keys. They are fetched by the request that needs them, and
// others wait for it or use what there is; there is no goroutine. It is safe for
// concurrent use.
type keySet struct {
	fetch func(context.Context) ([]byte, error)
	pause time.Duration // between two attempts while there are keys
	now   func() time.Time
	log   zerolog.Logger

	mu      sync.Mutex        // guards what follows
	keys    []jose.JSONWebKey // replaced, never changed
	fetched time.Time         // when keys were
	tried   time.Time         // the last attempt
	running chan struct{}     // closed at the end of the fetch under way, nil if there is none
}

// find returns the keys that a token with that header may be signed with. One that
// isn't known may be new. Its error is [ErrInvalidToken] or [ErrUnavailable].
func (s *keySet) find(ctx context.Context, h jose.Header) ([]jose.JSONWebKey, error) {
	for _, others := range []bool{false, true} {
		keys, err := s.current(ctx, others)
		if err != nil {
			return nil, err
		}
		if found := matching(keys, h); len(found) > 0 {
			return found, nil
		}
	}
	return nil, invalid("its key is not the issuer's")
}

// matching returns the keys with the header's id, or all if it has none, that are
// for its algorithm.
func matching(keys []jose.JSONWebKey, h jose.Header) []jose.JSONWebKey {
	var found []jose.JSONWebKey
	for _, key := range keys {
		if (h.KeyID == "" || key.KeyID == h.KeyID) && (key.Algorithm == "" || key.Algorithm == h.Algorithm) {
			found = append(found, key)
		}
	}
	return found
}

// current returns the keys, after a fetch if one is due or others are wanted.
func (s *keySet) current(ctx context.Context, others bool) ([]jose.JSONWebKey, error) {
	s.mu.Lock()
	now := s.now()
	if s.keys != nil && now.Sub(s.fetched) > usableFor {
		s.keys = nil
	}
	pause, wanted := s.pause, others || now.Sub(s.fetched) > freshFor
	if s.keys == nil {
		pause, wanted = retryPause, true
	}
	running := s.running
	start := wanted && running == nil && (s.tried.IsZero() || now.Sub(s.tried) >= pause)
	if start {
		s.tried, s.running = now, make(chan struct{})
	}
	wait := running != nil && (s.keys == nil || others)
	s.mu.Unlock()

	switch {
	case start:
		s.refetch(ctx)
	case wait:
		select {
		case <-running:
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", ErrUnavailable, ctx.Err())
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil {
		return nil, ErrUnavailable
	}
	return s.keys, nil
}

// refetch goes on when the request that caused it has ended: else a client that sends
// nonsense and hangs up could keep the keys from all others.
func (s *keySet) refetch(ctx context.Context) {
	var keys []jose.JSONWebKey
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		close(s.running)
		s.running = nil
		if keys != nil {
			s.keys, s.fetched = keys, s.now()
		}
	}()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchLimit)
	defer cancel()
	text, err := s.fetch(ctx)
	if err == nil {
		keys, err = parseKeys(text)
	}
	if err != nil {
		s.log.Warn().Err(err).Msg("the keys of the sign-in service cannot be fetched")
	}
}

// parseKeys leaves out keys that are not for signatures or that it can't read: an
// issuer may publish such among good ones.
func parseKeys(text []byte) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(text, &set); err != nil {
		return nil, errors.New("the key set is not JSON")
	}
	var keys []jose.JSONWebKey
	for _, raw := range set.Keys[:min(len(set.Keys), maxKeys)] {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(raw) == nil && key.IsPublic() && (key.Use == "" || key.Use == "sig") {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("the key set has no key that can be used")
	}
	return keys, nil
}

// maxDocument bounds what an issuer publishes.
const maxDocument = 512 << 10

// discovery finds the keys of an issuer by its metadata.
type discovery struct {
	issuer string // to the letter
	at     *url.URL
	client *http.Client
}

// restrained follows no redirect: keys come from where the operator and the issuer
// say, and from nowhere else.
func restrained(client *http.Client) *http.Client {
	c := http.Client{Timeout: fetchLimit}
	if client != nil {
		c = *client
	}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &c
}

// keys reads the metadata at the first place that has it, and then the key set.
func (d discovery) keys(ctx context.Context) ([]byte, error) {
	var failed []error
	for _, place := range d.places() {
		text, err := d.get(ctx, place)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		var metadata struct {
			Issuer string `json:"issuer"`
			Keys   string `json:"jwks_uri"`
		}
		if err := json.Unmarshal(text, &metadata); err != nil {
			failed = append(failed, fmt.Errorf("%s: not JSON", place))
			continue
		}
		if metadata.Issuer != d.issuer {
			return nil, fmt.Errorf("%s names another issuer than OAUTH_ISSUER; they must be equal to the letter", place)
		}
		bare, _, _ := strings.Cut(metadata.Keys, "?")
		at, err := ParseAddress(bare)
		if err != nil || at.Scheme == "http" && d.at.Scheme != "http" {
			return nil, fmt.Errorf("%s: jwks_uri is not an https address", place)
		}
		return d.get(ctx, metadata.Keys)
	}
	return nil, errors.Join(failed...)
}

// places are where an issuer's metadata may be, as MCP orders them: RFC 8414, then
// OpenID Connect with the path at the end of the address and at the end of the host.
func (d discovery) places() []string {
	const server, openid = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
	host, path := d.at.Scheme+"://"+d.at.Host, strings.TrimRight(d.at.EscapedPath(), "/")
	if path == "" {
		return []string{host + server, host + openid}
	}
	return []string{host + server + path, host + openid + path, host + path + openid}
}

func (d discovery) get(ctx context.Context, at string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	res, err := d.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %d", at, res.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxDocument+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", at, err)
	case len(text) > maxDocument:
		return nil, fmt.Errorf("%s is longer than %d bytes", at, maxDocument)
	}
	return text, nil
}

const (
	// trustFor is how long a token that was verified is not verified again, and so how
	// long a withdrawn key may still be good.
	trustFor   = time.Minute
	maxTrusted = 1000
)

// kept is what is known of a token until a moment. Caches hold the hash of the token.
type kept[T any] struct {
	what  T
	until time.Time
}

func newCache[T any](most int) *lru.Cache[[sha256.Size]byte, kept[T]] {
	c, _ := lru.New[[sha256.Size]byte, kept[T]](most) // fails only for a size below 1
	return c
}
