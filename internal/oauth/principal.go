package oauth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Principal is who sent a request, by a token that was verified. Issuer and Subject
// together name a person for ever; the address may change.
type Principal struct {
	Issuer  string
	Subject string
	Email   string    // verified by the issuer, visible ASCII; "" only beside an Account, or of a static token
	Account string    // the system's own name for the person, by [JWTOptions].AccountClaim; "" if the token has none
	Scopes  []string  // with those that a broader one includes; not to be changed
	Expiry  time.Time // of the token, zero if it has none
	Session string    // the sign-in that the token is of, by its claim sid; "" if it has none
}

// Hash names the person in logs and in keys of limits, without saying who it is.
func (p Principal) Hash() string {
	// No issuer has a NUL in it, so no two persons run together.
	sum := sha256.Sum256([]byte(p.Issuer + "\x00" + p.Subject))
	const enough = 8
	return hex.EncodeToString(sum[:enough])
}

type callerKey struct{}

// caller is what a context knows of who sent the request.
type caller struct {
	Principal

	guard *Guard // that let it in
	token string // "" unless the guard keeps it
}

// FromContext returns who sent the request of ctx; ok is false when it has not
// passed a [Guard].
func FromContext(ctx context.Context) (p Principal, ok bool) {
	c, ok := ctx.Value(callerKey{}).(caller)
	return c.Principal, ok
}

// NewContext returns a context in which p has sent the request. [Guard.Protect] does
// so; others do for tests.
func NewContext(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, callerKey{}, caller{Principal: p})
}

// Token returns the token of the request of ctx, "" unless [Options].KeepToken is set.
func Token(ctx context.Context) string {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c.token
}

// Challenge returns a challenge that has the sender of the request of ctx sign in again,
// for a tool whose own API refuses that person. It is "" where there is no service to
// sign in at.
func Challenge(ctx context.Context) string {
	c, _ := ctx.Value(callerKey{}).(caller)
	if c.guard == nil || len(c.guard.opts.Issuers) == 0 {
		return ""
	}
	return c.guard.challenge(invalidToken, c.guard.opts.Scopes, "The sign-in was not accepted; sign in again.")
}

// Require returns nil when the sender of the request of ctx has all the scopes, and
// else a [*Refusal]: 403 with a challenge that names every scope the operation
// needs, so that one more sign-in is enough. A context without a principal is
// refused with 401, since then something has bypassed the guard.
func (g *Guard) Require(ctx context.Context, scopes ...string) error {
	if g == nil {
		return nil
	}
	p, ok := FromContext(ctx)
	if !ok {
		return g.unauthenticated()
	}
	for _, scope := range scopes {
		if !slices.Contains(p.Scopes, scope) {
			message := "Your sign-in does not include the permission " + strings.Join(scopes, " and ") + " that this needs; allow it and try again."
			return &Refusal{&fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden, Message: message}, g.challenge(insufficientScope, scopes, message)}
		}
	}
	return nil
}

// Allow is [Guard.Require] of what [Options].Needs says of an operation.
func (g *Guard) Allow(ctx context.Context, method, name string) error {
	if g == nil || g.opts.Needs == nil {
		return g.Require(ctx)
	}
	return g.Require(ctx, g.opts.Needs(method, name)...)
}

// include returns the scopes with all that they include.
func (g *Guard) include(scopes []string) []string {
	all := slices.Clone(scopes)
	for i := 0; i < len(all); i++ { // all grows meanwhile
		for _, narrower := range g.opts.Includes[all[i]] {
			if !slices.Contains(all, narrower) {
				all = append(all, narrower)
			}
		}
	}
	return all
}
