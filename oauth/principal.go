package oauth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Principal is who sent a request, by a token that was verified. Issuer and Subject
// together name a person for ever; the address may change.
type Principal struct {
	Issuer  string
	Subject string
	Email   string    // verified by the issuer, visible ASCII; "" only where [JWTOptions] says so
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

type principalKey struct{}

// FromContext returns who sent the request of ctx; ok is false when it has not
// passed a [Guard].
func FromContext(ctx context.Context) (p Principal, ok bool) {
	p, ok = ctx.Value(principalKey{}).(Principal)
	return p, ok
}

// NewContext returns a context in which p has sent the request. [Guard.Protect] does
// so; others do for tests.
func NewContext(ctx context.Context, p Principal) context.Context {
	return context.WithValue(ctx, principalKey{}, p)
}
