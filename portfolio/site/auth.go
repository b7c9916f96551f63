package site

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/portfolio/store"
)

// authenticate returns who asks: the contractor whom [As] has put into the context, or
// whose bearer token it is.
func (s *Site) authenticate(r *http.Request) (store.Contractor, error) {
	ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
	defer cancel()
	if id := Acting(ctx); id != "" {
		return s.stillThere(ctx, id)
	}
	sent := r.Header.Values("Authorization")
	if len(sent) == 0 {
		return store.Contractor{}, fail(unauthorized, "Sign in: send a token in the header Authorization, as Bearer TOKEN.")
	}
	scheme, token, _ := strings.Cut(sent[0], " ")
	if token = strings.TrimSpace(token); len(sent) > 1 || !strings.EqualFold(scheme, "Bearer") || token == "" {
		return store.Contractor{}, fail(unauthorized, "The header Authorization must be Bearer and a token.")
	}
	return s.store.Authenticate(ctx, token)
}

// stillThere returns the contractor whom [As] has put into the context.
func (s *Site) stillThere(ctx context.Context, id string) (store.Contractor, error) {
	c, err := s.store.Contractor(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		err = fail(unauthorized, "This contractor is not known any more. Sign in again.")
	}
	return c, err
}
