package endpoint_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// TestServe_Unknown has people sign in whom the system doesn't know: they are told in its
// words, and a sign-in at the built-in server has ended.
func TestServe_Unknown(t *testing.T) {
	t.Parallel()
	act := func(ctx context.Context, email string) (context.Context, error) {
		p, _ := oauth.FromContext(ctx)
		switch {
		case email == "away@example.com":
			return nil, &fault.Error{Kind: fault.Unavailable, Status: http.StatusServiceUnavailable, Message: "Try again.", Err: errors.New("the cause")}
		case p.Account == "42":
			return ctx, nil
		}
		return nil, &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden, Message: "Ask to be added."}
	}
	i := newSigner(t)
	s := serve(t, config.HTTP{Auth: config.AuthOAuth, Issuer: config.Issuer(i.URL), EmailClaim: "email"}, func(system *endpoint.System) {
		system.Act, system.AccountClaim = act, "number"
	})
	s.post(t, i.token(t, s.url, alice, "notes:read"), "tools/call", "read").check(t, 403, "Ask to be added.", `"kind":"forbidden"`)
	s.post(t, i.token(t, s.url, "away@example.com", "notes:read"), "tools/call", "read").check(t, 503, "Try again.")
	if log := s.log.String(); !strings.Contains(log, "the cause") || strings.Contains(log, "example.com") {
		t.Errorf("the log: %s", log)
	}

	self := serveSelf(t, func(system *endpoint.System) { system.Act = act })
	had := self.Exchange(self.base, self.authorize(t))
	a := self.post(t, had.Access, "tools/call", "read")
	a.check(t, 401, "Your sign-in has ended; sign in again")
	if got := a.header.Get("WWW-Authenticate"); !strings.Contains(got, `error="invalid_token"`) || !strings.Contains(got, "resource_metadata=") {
		t.Errorf("challenge %s", got)
	}
}
