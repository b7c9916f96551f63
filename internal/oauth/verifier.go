package oauth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/rs/zerolog"
)

// Verifier finds out whose a token is. Its error is one of those below, or one that
// wraps it; the text goes to the log and holds nothing of the token.
type Verifier interface {
	Verify(ctx context.Context, token string) (Principal, error)
}

// Why a token isn't accepted. Any other error counts as unavailable.
var (
	// ErrInvalidToken says that the token is not one for us, or not any more.
	ErrInvalidToken = errors.New("the token is not valid")
	// ErrNoEmail says that the token is good, but names no verified address.
	ErrNoEmail = errors.New("the token has no verified e-mail address")
	// ErrUnavailable says that the issuer's keys could not be had.
	ErrUnavailable = errors.New("the issuer's keys are not available")
)

// maxToken bounds a token; those of large companies have some kilobytes.
const maxToken = 16 << 10

// wellFormed is b64token of RFC 6750.
func wellFormed(token string) bool {
	const allowed = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~+/="
	return token != "" && len(token) <= maxToken && strings.Trim(token, allowed) == ""
}

// Static accepts one token, which the operator chose. Whoever has it is always the
// same principal.
type Static struct {
	hash [sha256.Size]byte
	who  Principal
}

// NewStatic checks that a header can carry the token.
func NewStatic(token string, who Principal) (*Static, error) {
	if !wellFormed(token) {
		return nil, errors.New("the token must consist of letters, digits and -._~+/=")
	}
	return &Static{sha256.Sum256([]byte(token)), who}, nil
}

// Verify takes as long for a wrong token as for the right one.
func (s *Static) Verify(_ context.Context, token string) (Principal, error) {
	got := sha256.Sum256([]byte(token))
	if subtle.ConstantTimeCompare(got[:], s.hash[:]) != 1 {
		return Principal{}, ErrInvalidToken
	}
	return s.who, nil
}

// skew is how far the issuer's clock may be from ours.
const skew = time.Minute

// algorithms are those that a token may be signed with. All have a public key, so
// that what verifies can't also sign.
var algorithms = []jose.SignatureAlgorithm{
	jose.ES256, jose.ES384, jose.ES512, jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512, jose.EdDSA,
}

// JWTOptions says which tokens a [JWT] accepts.
type JWTOptions struct {
	// Issuer is compared with iss to the letter.
	Issuer string
	// Audience must be in aud: the canonical URL of the endpoint, if the issuer can
	// be told to put that there.
	Audience string
	// EmailClaim names the claim with the address, "email" if empty.
	EmailClaim string
	// AccountClaim names a claim with the system's own name for the person, such as an
	// id. A token that has it needs no address. "": there is none.
	AccountClaim string
	// Keys returns the issuer's JSON Web Key Set. If it is nil, the set is found by
	// the issuer's metadata (RFC 8414 or OpenID Connect) with Client. It is called
	// when keys are needed, at most once a minute while there are any.
	Keys func(context.Context) ([]byte, error)
	// KeysAtHand says that Keys costs no more than verifying a token: it is called for
	// every token of a key that isn't known, so that a new key is good at once.
	KeysAtHand bool
	// Client is for that; nil is one with a time limit.
	Client *http.Client
	// Log takes failures to get keys.
	Log zerolog.Logger
	// Now is the clock, [time.Now] if nil.
	Now func() time.Time
}

// JWT verifies signed access tokens (RFC 9068) of one issuer. It is safe for
// concurrent use.
type JWT struct {
	opts JWTOptions
	keys *keySet
	seen *lru.Cache[[sha256.Size]byte, kept[Principal]] // checking a signature takes longer than most calls
}

// NewJWT checks the options; it asks the issuer for nothing yet.
func NewJWT(o JWTOptions) (*JWT, error) {
	at, err := ParseAddress(o.Issuer)
	if err != nil {
		return nil, fmt.Errorf("the issuer %w", err)
	}
	if o.Audience == "" {
		return nil, errors.New("the audience must not be empty")
	}
	if o.EmailClaim == "" {
		o.EmailClaim = "email"
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Keys == nil {
		o.Keys = discovery{issuer: o.Issuer, at: at, client: restrained(o.Client)}.keys
	}
	keys := &keySet{fetch: o.Keys, pause: refetchPause, now: o.Now, log: o.Log}
	if o.KeysAtHand {
		keys.pause = 0
	}
	return &JWT{opts: o, keys: keys, seen: newCache[Principal](maxTrusted)}, nil
}

// Verify verifies a token. One that was good stays so for a minute, but never longer
// than until it expires.
func (j *JWT) Verify(ctx context.Context, token string) (Principal, error) {
	if !wellFormed(token) {
		return Principal{}, invalid("it is malformed")
	}
	hash, now := sha256.Sum256([]byte(token)), j.opts.Now()
	if known, ok := j.seen.Get(hash); ok && now.Before(known.until) {
		return known.what, nil
	}
	p, err := j.verify(ctx, token)
	if err == nil {
		until := now.Add(trustFor)
		if p.Expiry.Before(until) {
			until = p.Expiry
		}
		j.seen.Add(hash, kept[Principal]{p, until})
	}
	return p, err
}

func (j *JWT) verify(ctx context.Context, token string) (Principal, error) {
	parsed, err := jwt.ParseSigned(token, algorithms)
	if err != nil || len(parsed.Headers) != 1 {
		return Principal{}, invalid("it is malformed, or signed by an algorithm that is not allowed")
	}
	header := parsed.Headers[0]
	if !isAccessType(header) {
		return Principal{}, invalid("its type is not that of an access token")
	}
	keys, err := j.keys.find(ctx, header)
	if err != nil {
		return Principal{}, err
	}
	for _, key := range keys {
		var claims jwt.Claims
		var more map[string]any
		if parsed.Claims(key.Key, &claims, &more) == nil {
			return j.principal(claims, more)
		}
	}
	return Principal{}, invalid("no key of the issuer has signed it, or a claim is of another type")
}

// principal checks claims that the issuer has signed.
func (j *JWT) principal(c jwt.Claims, more map[string]any) (Principal, error) {
	wanted := jwt.Expected{Issuer: j.opts.Issuer, AnyAudience: jwt.Audience{j.opts.Audience}, Time: j.opts.Now()}
	if err := c.ValidateWithLeeway(wanted, skew); err != nil {
		return Principal{}, invalid(err.Error()) // one of the library's fixed sentences
	}
	switch {
	case c.Expiry == nil:
		return Principal{}, invalid("it never expires")
	case c.Subject == "":
		return Principal{}, invalid("it has no subject")
	case !isAccessUse(more):
		return Principal{}, invalid("its use is not that of an access token")
	}
	p := Principal{Issuer: c.Issuer, Subject: c.Subject, Scopes: scopesOf(more), Expiry: c.Expiry.Time()}
	p.Session, _ = more["sid"].(string)
	if account, _ := more[j.opts.AccountClaim].(string); j.opts.AccountClaim != "" && validName(account) {
		p.Account = account
	}
	email, _ := more[j.opts.EmailClaim].(string)
	verified, _ := more["email_verified"].(bool)
	if verified && validName(email) {
		p.Email = email
	} else if p.Account == "" {
		return Principal{}, ErrNoEmail
	}
	return p, nil
}

// invalid is [ErrInvalidToken] with a reason that quotes nothing of the token.
func invalid(reason string) error { return fmt.Errorf("%w: %s", ErrInvalidToken, reason) }

// validName reports whether an HTTP header can carry an address, or another name of a
// person, as it is.
func validName(name string) bool {
	const longest = 254 // that SMTP can carry
	return name != "" && len(name) <= longest &&
		!strings.ContainsFunc(name, func(r rune) bool { return r < '!' || r > '~' })
}

// isAccessType looks at the type that an issuer writes in the header. Not all write
// at+jwt.
func isAccessType(h jose.Header) bool {
	typ, sent := h.ExtraHeaders[jose.HeaderType]
	if !sent {
		return true
	}
	text, _ := typ.(string)
	text = strings.TrimPrefix(strings.ToLower(text), "application/")
	return text == "at+jwt" || text == "jwt"
}

// isAccessUse looks at the claims by which issuers without at+jwt tell their tokens
// apart: typ of Keycloak, token_use of Cognito, type and token_type of others.
func isAccessUse(claims map[string]any) bool {
	for _, name := range []string{"typ", "type", "token_use", "token_type"} {
		use, _ := claims[name].(string)
		use = strings.ToLower(use)
		if strings.HasPrefix(use, "refresh") || strings.HasPrefix(use, "offline") || strings.HasPrefix(use, "logout") ||
			use == "id" || use == "id_token" {
			return false
		}
	}
	return true
}

// scopesOf reads scope (RFC 9068), or scp, which is a list with some issuers.
func scopesOf(claims map[string]any) []string {
	for _, name := range []string{"scope", "scp"} {
		switch v := claims[name].(type) {
		case string:
			return strings.Fields(v)
		case []any:
			var list []string
			for _, e := range v {
				if s, ok := e.(string); ok {
					list = append(list, s)
				}
			}
			return list
		}
	}
	return nil
}
