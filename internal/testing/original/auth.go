package original

import (
	"net/http"
	"slices"
	"strings"
)

// identity is who asks: an address with its family, or god.
type identity struct {
	author  *string
	members []string // nil: every recipe is visible
}

// sees reports whether a recipe is in scope.
func (i identity) sees(r *recipe) bool {
	return i.members == nil || r.CreatedBy != nil && slices.Contains(i.members, *r.CreatedBy)
}

// identify reads the two headers.
func (s *Server) identify(h http.Header) (identity, error) {
	key, ok := visible(h, "X-Api-Key")
	switch {
	case !ok:
		return identity{}, &failure{http.StatusUnauthorized, noCode, "Authentication required. Provide X-API-Key header or valid Cloudflare identity."}
	case s.options.Key == "" || key != s.options.Key:
		return identity{}, &failure{http.StatusUnauthorized, noCode, "Invalid API key"}
	}
	address, ok := visible(h, "X-User-Email")
	if !ok && (len(h.Values("X-User-Email")) == 0 || s.has(DropsHeader)) {
		return identity{}, nil
	}
	address = normal(address)
	members := s.members[address]
	if members == nil {
		return identity{}, &failure{http.StatusForbidden, noCode, "Your email is not configured for access. Please contact the administrator."}
	}
	return identity{&address, members}, nil
}

// visible returns the first value of a header, if it is visible ASCII. That is
// the test of the original's HTTP library; blanks and tabs pass it.
func visible(h http.Header, name string) (string, bool) {
	values := h.Values(name)
	if len(values) == 0 {
		return "", false
	}
	for _, b := range []byte(values[0]) {
		if b != '\t' && (b < ' ' || b >= 0x7f) {
			return "", false
		}
	}
	return values[0], true
}

// normal is how addresses are compared and stored.
func normal(address string) string { return strings.ToLower(strings.TrimSpace(address)) }
