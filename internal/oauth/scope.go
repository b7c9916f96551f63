package oauth

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

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
			return g.refuse(http.StatusForbidden, fault.Forbidden, insufficientScope, scopes,
				"Your sign-in does not include the permission "+strings.Join(scopes, " and ")+
					" that this needs; allow it and try again.", nil)
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
