package site

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/appbuilder/store"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Names of cookies.
const (
	sessionCookie = "ab_session" // of an owner
	signInCookie  = "ab_token"   // proves that the operator's token was known
	editCookie    = "ab_edit"    // an edit token
)

// editPrefix is how edit tokens begin.
const editPrefix = "ae_"

// Visitor is who makes a request.
type Visitor struct {
	// Owner is whose apps they see; "" is no one, who has none yet.
	Owner string
	// Current is the id of the app that they work on, or "".
	Current string
	// opened is an app of another owner's, to which they have an edit token.
	opened, openedOwner string
	guest               bool // they have an edit token and nothing else
	network             netip.Prefix
	local               bool // they are on this computer
}

// Visitor finds out who makes a request. It fails with fault.Unauthorized where they have to
// sign in first. A session that is in use has its cookie set anew, so that it goes on.
func (s *Site) Visitor(w http.ResponseWriter, r *http.Request) (Visitor, error) {
	from := s.address(r)
	v := Visitor{network: httpserver.ClientNetwork(from), local: from.IsLoopback()}
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok && (s.opts.Auth != Proxy || strings.HasPrefix(token, editPrefix)) {
		return s.bearer(r, v, token)
	}
	if c, err := r.Cookie(editCookie); err == nil {
		v.openedOwner, v.opened, err = s.store.EditToken(r.Context(), c.Value)
		if err != nil && !is(err, fault.NotFound) {
			return v, err
		}
	}
	o, err := s.owner(w, r, v)
	if is(err, fault.Unauthorized) && v.opened != "" {
		// An edit token opens its app without more, in a browser as for a program.
		v.Current, v.guest = v.opened, true
		return v, nil
	}
	v.Owner, v.Current = o.ID, o.Current
	return v, err
}

// Guest reports whether they have an edit token and nothing else, and so no list of apps.
func (v Visitor) Guest() bool { return v.guest }

// owner returns who has signed in, or a zero Owner for someone new.
func (s *Site) owner(w http.ResponseWriter, r *http.Request, v Visitor) (store.Owner, error) {
	switch s.opts.Auth {
	case None:
		return s.store.Named(r.Context(), "local")
	case Token:
		if c, err := r.Cookie(signInCookie); err == nil && s.signedIn(c.Value) {
			return s.store.Named(r.Context(), "operator")
		}
		return store.Owner{}, unauthorized("Please sign in with the token of this server.")
	case Proxy:
		return s.proxied(r)
	}
	c, err := r.Cookie(sessionCookie)
	if err != nil {
		return store.Owner{}, nil
	}
	o, err := s.store.Session(r.Context(), c.Value)
	switch {
	case is(err, fault.NotFound):
		return store.Owner{}, nil
	case err == nil:
		s.setCookie(w, sessionCookie, c.Value)
	}
	return o, err
}

// proxied returns the user whom a trusted proxy names.
func (s *Site) proxied(r *http.Request) (store.Owner, error) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	users := r.Header.Values(s.opts.UserHeader)
	switch {
	case err != nil || !contains(s.opts.TrustedProxies, peer.Addr().Unmap()):
		return store.Owner{}, unauthorized("This server can only be reached through its proxy.")
	case len(users) != 1 || strings.TrimSpace(users[0]) == "" || len(users[0]) > 256:
		return store.Owner{}, unauthorized("The proxy did not say who you are. Please sign in there.")
	}
	return s.store.Named(r.Context(), "proxy:"+strings.TrimSpace(users[0]))
}

// bearer is a request of a program, with an edit token or the operator's.
func (s *Site) bearer(r *http.Request, v Visitor, token string) (Visitor, error) {
	if s.opts.Auth == Token && !strings.HasPrefix(token, editPrefix) {
		if err := s.checkToken(v, token); err != nil {
			return v, err
		}
		o, err := s.store.Named(r.Context(), "operator")
		v.Owner, v.Current = o.ID, o.Current
		return v, err
	}
	owner, app, err := s.store.EditToken(r.Context(), token)
	if is(err, fault.NotFound) {
		return v, unauthorized("This token doesn't open an app, or no longer does.")
	}
	v.opened, v.openedOwner, v.Current, v.guest = app, owner, app, true
	return v, err
}

// Welcome is [Site.Visitor] for someone who is about to make an app: it makes an owner of
// whoever is none yet, and has their browser remember it.
func (s *Site) Welcome(w http.ResponseWriter, r *http.Request) (Visitor, error) {
	v, err := s.Visitor(w, r)
	if err != nil || v.Owner != "" {
		return v, err
	}
	if v.guest {
		return v, forbidden("An edit token opens one app, and can't make another.")
	}
	if err := s.admit(v, newSessions); err != nil {
		return v, err
	}
	token, o, err := s.store.NewSession(r.Context())
	if err != nil {
		return v, err
	}
	s.setCookie(w, sessionCookie, token)
	v.Owner = o.ID
	return v, nil
}

// OpenWith has the browser remember an edit token, and returns the app that it opens.
func (s *Site) OpenWith(w http.ResponseWriter, r *http.Request, token string) (app string, err error) {
	_, app, err = s.store.EditToken(r.Context(), strings.TrimSpace(token))
	if err == nil {
		s.setCookie(w, editCookie, strings.TrimSpace(token))
	}
	return app, err
}

// reach returns in whose name v works on an app; "" is the current one.
func (v Visitor) reach(id string) (owner, app string, err error) {
	if id == "" {
		id = v.Current
	}
	switch {
	case id == "":
		return "", "", noApp("You have no current app. Describe one to begin.")
	case id == v.opened:
		return v.openedOwner, id, nil
	case v.Owner == "":
		return "", "", noApp("There is no such app.")
	}
	return v.Owner, id, nil
}

// Owns reports whether an app is theirs. Who has an edit token for it may change it, but not
// delete it or say who else has access.
func (v Visitor) Owns(id string) bool {
	_, _, err := v.own(id)
	return err == nil
}

// own is reach for what an edit token doesn't allow.
func (v Visitor) own(id string) (owner, app string, err error) {
	owner, app, err = v.reach(id)
	if err == nil && app == v.opened && owner != v.Owner {
		err = forbidden("An edit token doesn't allow this. Its owner can do it.")
	}
	return owner, app, err
}

// payer is whose quotas v uses.
func (v Visitor) payer() string {
	if v.Owner == "" {
		return v.openedOwner
	}
	return v.Owner
}

func (s *Site) setCookie(w http.ResponseWriter, name, value string) {
	s.cookie(w, name, value, int(store.SessionLife/time.Second))
}

func (s *Site) dropCookie(w http.ResponseWriter, name string) { s.cookie(w, name, "", -1) }

func (s *Site) cookie(w http.ResponseWriter, name, value string, age int) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure off this computer
		Name: name, Value: value, Path: "/", MaxAge: age, HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	})
}

func contains(networks []netip.Prefix, a netip.Addr) bool {
	for _, n := range networks {
		if n.Contains(a) {
			return true
		}
	}
	return false
}

// Loopback reports whether an http or https address leads to this computer only.
func Loopback(address string) bool {
	u, err := url.Parse(address)
	return err == nil && config.Loopback(u.Hostname())
}
