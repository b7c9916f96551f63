package issuer

import (
	"net/http"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// revocation ends a grant by its refresh token, old or new, or by an access token of it
// (RFC 7009). The access tokens that it has given out end with it wherever
// [Issuer.Active] is asked. The answer is the same for a token that never was.
func (i *Issuer) revocation(r *http.Request) (status int, body any, err error) {
	form, err := readForm(r)
	if err != nil {
		return 0, nil, err
	}
	token, ctx := form.Get("token"), r.Context()
	if token == "" {
		return 0, nil, badRequest("invalid_request", "The token is missing.")
	}
	if refresh, ok := parseRefreshToken(token); ok {
		_, err = i.advance(ctx, "id", refresh.grantID, func(g grant) verdict {
			if refresh.signedBy(g) {
				return stolen
			}
			return unknown
		})
		if err == errInvalidGrant { //nolint:errorlint // it is this one or a failure
			err = nil
		}
		return http.StatusOK, nil, err
	}
	signed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return http.StatusOK, nil, nil
	}
	keys, err := i.keys(ctx)
	if err != nil {
		return 0, nil, err
	}
	for _, key := range keys {
		var claims struct {
			Grant string `json:"sid"`
		}
		if signed.Claims(key.Public(), &claims) == nil {
			return http.StatusOK, nil, i.store.write(ctx, func(t tx) error { return t.endGrant(claims.Grant) })
		}
	}
	return http.StatusOK, nil, nil
}
