package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
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

func newKeySet(o JWTOptions) *keySet {
	s := &keySet{fetch: o.Keys, pause: refetchPause, now: o.Now, log: o.Log}
	if o.KeysAtHand {
		s.pause = 0
	}
	return s
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
