package issuer

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// maxGrants bounds those of one account; the one that would end first goes.
const maxGrants = 50

// grant is what a person has allowed a client.
type grant struct {
	id       string
	account  account
	client   string
	resource string
	scopes   []string

	redirectURI, challenge string
	key                    []byte
	generation             int64
	expires                int64
}

// addGrant stores a consent and returns its code.
func (i *Issuer) addGrant(ctx context.Context, r *request, a account) (code string, err error) {
	code, hash := secret()
	now := i.now()
	err = i.store.write(ctx, func(t tx) error {
		if err := t.purge(now); err != nil {
			return err
		}
		err := t.exec(`INSERT INTO grants (id, account, client, resource, scopes, code, redirect_uri, challenge, refresh_key, expires)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			random(grantIDBytes), a.id, r.client.ID, r.resource, strings.Join(r.scopes, " "), hash, r.redirectURI, r.challenge,
			hashOf(random(sha256.Size)), now.Add(codeLife).Unix())
		if err != nil {
			return err
		}
		if err := t.exec("UPDATE clients SET used = $1 WHERE id = $2", now.Unix(), r.client.ID); err != nil {
			return err
		}
		return t.exec(`DELETE FROM grants WHERE id IN (
			SELECT id FROM grants WHERE account = $1 AND code <> $2 ORDER BY expires DESC LIMIT $3 OFFSET $4)`, a.id, hash, all, maxGrants-1)
	})
	return code, err
}

// grantBy finds a grant that has not expired by one of its columns.
func (t tx) grantBy(column string, value any, now int64) (g grant, found bool, err error) {
	var scopes string
	found, err = t.row(`SELECT grants.id, accounts.id, accounts.email, client, resource, scopes, redirect_uri, challenge,
		refresh_key, generation, expires FROM grants JOIN accounts ON accounts.id = account WHERE grants.`+column+` = $1 AND expires > $2`,
		[]any{value, now}, &g.id, &g.account.id, &g.account.email, &g.client, &g.resource, &scopes, &g.redirectURI, &g.challenge,
		&g.key, &g.generation, &g.expires)
	g.scopes = strings.Fields(scopes)
	return g, found, err
}

// Active reports whether a sign-in, which is the claim sid of its access tokens, has
// not ended: by revocation, by an old token that came back, or by the operator.
// Endpoints that ask at each request end access at once, and others within an hour.
func (i *Issuer) Active(ctx context.Context, session string) (active bool, err error) {
	var one int
	return i.store.row(ctx, activeQuery, []any{session, i.now().Unix()}, &one)
}

const endGrant = "DELETE FROM grants WHERE id = $1"

// next makes the next generation the good one, and gives the grant another 7 days.
func (t tx) next(g *grant, expires int64) error {
	g.generation++
	g.expires = expires
	return t.exec("UPDATE grants SET generation = $1, expires = $2 WHERE id = $3", g.generation, g.expires, g.id)
}

// A refresh token is the grant's id, a generation and a signature of both by the
// grant's own key. So one row is enough to know an old token from one that never was.
const (
	grantIDBytes    = 16
	generationBytes = 8
	refreshBytes    = grantIDBytes + generationBytes + sha256.Size
)

func (g *grant) refreshToken() string {
	id, err := base64.RawURLEncoding.DecodeString(g.id)
	if err != nil {
		panic(err) // we made it
	}
	body := binary.BigEndian.AppendUint64(id, uint64(g.generation)) //nolint:gosec // it counts from 0
	return base64.RawURLEncoding.EncodeToString(append(body, g.sign(body)...))
}

func (g *grant) sign(body []byte) []byte {
	m := hmac.New(sha256.New, g.key)
	m.Write(body)
	return m.Sum(nil)
}

// refreshed is a refresh token taken apart, not verified yet.
type refreshed struct {
	grantID    string
	generation int64
	body, sum  []byte
}

func parseRefreshToken(token string) (r refreshed, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != refreshBytes {
		return r, false
	}
	r.body, r.sum = raw[:grantIDBytes+generationBytes], raw[grantIDBytes+generationBytes:]
	r.grantID = base64.RawURLEncoding.EncodeToString(raw[:grantIDBytes])
	r.generation = int64(binary.BigEndian.Uint64(raw[grantIDBytes:])) //nolint:gosec // a wrong one fails the signature
	return r, true
}

// signedBy reports whether the grant has ever had that token.
func (r refreshed) signedBy(g grant) bool {
	return subtle.ConstantTimeCompare(r.sum, g.sign(r.body)) == 1
}
