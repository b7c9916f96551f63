package issuer

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
)

// visitor is a browser with our cookie. Before signing in the cookie ties a form to
// the browser that it was made for; signing in replaces it by one that is stored.
type visitor struct {
	cookie  string
	account account // zero before signing in
}

const cookieLength = 43 // of 256 bits as text

// maxSessions bounds those of one account; the oldest goes.
const maxSessions = 10

// cookieName has a prefix that keeps other hosts of the same domain, and pages
// without TLS, from setting the cookie.
func (i *Issuer) cookieName() string {
	if i.at.Scheme == "https" {
		return "__Host-sign-in"
	}
	return "sign-in"
}

// visitor returns who has come; a new one gets a cookie.
func (i *Issuer) visitor(w http.ResponseWriter, r *http.Request) (visitor, error) {
	if c, err := r.Cookie(i.cookieName()); err == nil && len(c.Value) == cookieLength {
		a, err := i.session(r.Context(), c.Value)
		return visitor{c.Value, a}, err
	}
	v := visitor{}
	v.cookie, _ = secret()
	i.setCookie(w, v.cookie)
	return v, nil
}

// setCookie lets the browser keep the cookie for as long as a person may wait for a
// code. When a session ends the server says.
func (i *Issuer) setCookie(w http.ResponseWriter, value string) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure wherever there is TLS
		Name: i.cookieName(), Value: value, Path: "/", MaxAge: int(signInCodeLife.Seconds()),
		Secure: i.at.Scheme == "https", HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

func (i *Issuer) session(ctx context.Context, cookie string) (a account, err error) {
	found, err := i.store.row(ctx, `SELECT accounts.id, accounts.email FROM sessions JOIN accounts ON accounts.id = account
		WHERE hash = $1 AND expires > $2`, []any{hashOf(cookie), i.now().Unix()}, &a.id, &a.email)
	if !found || !i.opts.MaySignIn(ctx, a.email) {
		return account{}, err
	}
	return a, nil
}

// addSession returns the cookie of a new session.
func (i *Issuer) addSession(ctx context.Context, a account) (cookie string, err error) {
	cookie, hash := secret()
	now := i.now()
	err = i.store.write(ctx, func(t tx) error {
		if err := t.purge(now); err != nil {
			return err
		}
		if err := t.exec("INSERT INTO sessions (hash, account, expires) VALUES ($1, $2, $3)", hash, a.id, now.Add(sessionLife).Unix()); err != nil {
			return err
		}
		return t.exec(`DELETE FROM sessions WHERE hash IN (
			SELECT hash FROM sessions WHERE account = $1 AND hash <> $2 ORDER BY expires DESC LIMIT $3 OFFSET $4)`, a.id, hash, all, maxSessions-1)
	})
	return cookie, err
}

func (i *Issuer) endSession(ctx context.Context, cookie string) error {
	return i.store.exec(ctx, "DELETE FROM sessions WHERE hash = $1", hashOf(cookie))
}

// token is the secret of the visitor's forms. No other page can read it, nor the
// cookie that it follows from.
func (v visitor) token() string {
	return base64.RawURLEncoding.EncodeToString(hashOf("form\x00" + v.cookie))
}

// sent reports whether a form is one that was made for this visitor.
func (v visitor) sent(form string) bool {
	return subtle.ConstantTimeCompare([]byte(form), []byte(v.token())) == 1
}
