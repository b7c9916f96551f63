package site

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
)

// SignIn has the browser remember that it knows the operator's token. Another Auth than Token
// needs no signing in.
func (s *Site) SignIn(w http.ResponseWriter, r *http.Request, token string) error {
	if s.opts.Auth != Token {
		return nil
	}
	from := s.address(r)
	if err := s.checkToken(Visitor{network: httpserver.ClientNetwork(from), local: from.IsLoopback()}, strings.TrimSpace(token)); err != nil {
		return err
	}
	s.setCookie(w, signInCookie, s.proof())
	return nil
}

// SignOut has the browser forget an edit token, and that it has signed in. A session stays:
// without its cookie nobody could reach its apps any more.
func (s *Site) SignOut(w http.ResponseWriter) {
	s.dropCookie(w, signInCookie)
	s.dropCookie(w, editCookie)
}

// checkToken compares with the operator's token, a few times for each address.
func (s *Site) checkToken(v Visitor, token string) error {
	if err := s.limits.look(signIns, v.network); err != nil {
		return s.limited(signIns, err)
	}
	got, want := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(s.opts.Token))
	if s.opts.Token == "" || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
		_ = s.limits.take(signIns, v.network) // there was one left
		return unauthorized("This token is wrong. Enter the one that the operator set as AUTH_TOKEN.")
	}
	return nil
}

// proof is what the cookie holds: it is made of the token, so that another token ends all
// sessions, on every replica, and the token itself is nowhere else.
func (s *Site) proof() string {
	mac := hmac.New(sha256.New, []byte(s.opts.Token))
	mac.Write([]byte("app-builder sign-in"))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func (s *Site) signedIn(cookie string) bool {
	return s.opts.Token != "" && subtle.ConstantTimeCompare([]byte(cookie), []byte(s.proof())) == 1
}
