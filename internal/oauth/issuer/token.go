package issuer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

var grantTypes = []string{"authorization_code", "refresh_token"}

// token is the token endpoint.
func (i *Issuer) token(r *http.Request) (status int, body any, err error) {
	form, err := readForm(r)
	if err != nil {
		return 0, nil, err
	}
	client, err := clientID(r, form)
	if err != nil {
		return 0, nil, err
	}
	var g grant
	switch form.Get("grant_type") {
	case "authorization_code":
		g, err = i.exchange(r.Context(), client, form)
	case "refresh_token":
		g, err = i.refresh(r.Context(), client, form)
	default:
		err = badRequest("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.")
	}
	if err != nil {
		return 0, nil, err
	}
	scopes := g.scopes
	if asked := form.Get("scope"); asked != "" && form.Get("grant_type") == "refresh_token" {
		scopes = slices.DeleteFunc(slices.Clone(scopes), func(s string) bool { return !slices.Contains(strings.Fields(asked), s) })
		if len(scopes) == 0 {
			return 0, nil, badRequest("invalid_scope", "None of these scopes was allowed.")
		}
	}
	access, err := i.accessToken(r.Context(), g, scopes)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, map[string]any{
		"access_token": access, "token_type": "Bearer", "expires_in": int(accessLife.Seconds()),
		"refresh_token": g.refreshToken(), "scope": strings.Join(scopes, " "),
	}, nil
}

// clientID returns who asks. Some libraries send the id of a public client as the
// user of Basic, without a password.
func clientID(r *http.Request, form url.Values) (string, error) {
	id := form.Get("client_id")
	if user, password, basic := r.BasicAuth(); basic {
		user, err := url.QueryUnescape(user) // RFC 6749, section 2.3.1
		if err != nil || password != "" || id != "" && id != user {
			return "", &protocolError{http.StatusUnauthorized, "invalid_client", "Clients have no secret here; send client_id alone."}
		}
		id = user
	}
	if id == "" || form.Get("client_secret") != "" {
		return "", &protocolError{http.StatusUnauthorized, "invalid_client", "Clients have no secret here; send client_id alone."}
	}
	return id, nil
}

var errInvalidGrant = badRequest("invalid_grant", "The code or refresh token is not valid, or not any more; ask the person to sign in again.")

var verifierForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`) })

// exchange takes a code. Whatever is wrong with the request, the code is gone then,
// and if it had been taken before, so are the refresh tokens that it has led to.
func (i *Issuer) exchange(ctx context.Context, client string, form url.Values) (grant, error) {
	sum := sha256.Sum256([]byte(form.Get("code_verifier")))
	challenge := base64.RawURLEncoding.EncodeToString(sum[:])
	again := false
	g, err := i.advance(ctx, "code", hashOf(form.Get("code")), func(g grant) verdict {
		again = g.generation > 0
		redirect := form["redirect_uri"] // OAuth 2.1 has no need of it
		if g.generation == 0 && g.client == client &&
			verifierForm().MatchString(form.Get("code_verifier")) &&
			subtle.ConstantTimeCompare([]byte(g.challenge), []byte(challenge)) == 1 &&
			(redirect == nil || redirect[0] == g.redirectURI) && i.sameResource(g, form) {
			return good
		}
		return stolen
	})
	if again {
		i.opts.Log.Warn().Msg("a client's code came a second time: the sign-in that it led to has ended")
	}
	return g, err
}

// refresh takes a refresh token. An old one ends the family: either the one who sends
// it or the one who has sent it before is a thief.
func (i *Issuer) refresh(ctx context.Context, client string, form url.Values) (grant, error) {
	token, ok := parseRefreshToken(form.Get("refresh_token"))
	if !ok {
		return grant{}, errInvalidGrant
	}
	again := false
	g, err := i.advance(ctx, "id", token.grantID, func(g grant) verdict {
		again = false
		switch {
		case !token.signedBy(g):
			return unknown
		case g.generation == token.generation && g.generation > 0 && g.client == client && i.sameResource(g, form):
			return good
		}
		again = g.generation != token.generation
		return stolen
	})
	if again {
		i.opts.Log.Warn().Msg("a refresh token came a second time: its sign-in has ended, since one of two who had it is a thief")
	}
	return g, err
}

func (i *Issuer) sameResource(g grant, form url.Values) bool {
	asked := form.Get("resource")
	return asked == "" || i.resource(asked) == g.resource
}

// verdict says what becomes of a grant when something is shown for it.
type verdict int

const (
	unknown verdict = iota // it stays as it is: what was shown is not of it
	stolen                 // it ends
	good                   // its next generation is the good one
)

// advance finds a grant and does with it what judge says.
func (i *Issuer) advance(ctx context.Context, column string, value any, judge func(grant) verdict) (grant, error) {
	var g grant
	var done bool
	err := i.store.write(ctx, func(t tx) (err error) {
		done = false
		now := i.now()
		if err := t.purge(now); err != nil {
			return err
		}
		var found bool
		if g, found, err = t.grantBy(column, value, now.Unix()); err != nil || !found {
			return err
		}
		switch judge(g) {
		case good:
			done = true
			return t.next(&g, now.Add(refreshLife).Unix())
		case stolen:
			return t.exec(endGrant, g.id)
		}
		return nil
	})
	switch {
	case err != nil:
		return grant{}, err
	case !done:
		return grant{}, errInvalidGrant
	case !i.opts.MaySignIn(ctx, g.account.email):
		return grant{}, cmp.Or(i.store.exec(ctx, endGrant, g.id), error(errInvalidGrant))
	}
	return g, nil
}

// accessToken signs a token as RFC 9068 has it.
func (i *Issuer) accessToken(ctx context.Context, g grant, scopes []string) (string, error) {
	keys, err := i.keys(ctx)
	if err != nil {
		return "", err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: keys[0]}, (&jose.SignerOptions{}).WithType("at+jwt"))
	if err != nil {
		return "", err
	}
	now := i.now()
	return jwt.Signed(signer).Claims(jwt.Claims{
		Issuer: i.opts.URL, Subject: g.account.id, Audience: jwt.Audience{g.resource}, ID: random(12),
		IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now), Expiry: jwt.NewNumericDate(now.Add(accessLife)),
	}).Claims(map[string]any{
		"client_id": g.client, "scope": strings.Join(scopes, " "), "email": g.account.email, "email_verified": true, "sid": g.id,
	}).Serialize()
}
