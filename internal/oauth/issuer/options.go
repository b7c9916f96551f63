package issuer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"
)

// Options describe an issuer. A program that only makes codes needs URL and DB.
type Options struct {
	// URL is the issuer's identifier, the public address of the server without a
	// path in most cases. Tokens have it to the letter.
	URL string
	// DB keeps all state, such as [SQLite]. Replicas share one.
	DB DB
	// Product is what the pages call the system.
	Product string
	// Resources are the canonical URLs of the endpoints that tokens are for. Clients
	// that name none get a token for the first.
	Resources []string
	// Scopes are what a client may ask for, the narrowest first; one that asks for none
	// asks for all. A person may give the first alone to a client that asks for more.
	Scopes []Scope
	// Clients are set up by the operator.
	Clients []Client
	// MaySignIn reports whether the address, in lower case, may use the system. It
	// is asked at sign-in and at each refresh. If nil, everyone with an account may.
	MaySignIn func(ctx context.Context, email string) bool
	// Address returns where a request came from, for limits; if nil, the address of
	// the connection. Behind a proxy it must be the client's.
	Address func(*http.Request) netip.Addr
	// Log takes what fails, and nothing about persons.
	Log zerolog.Logger
	// Now is the clock, [time.Now] if nil.
	Now func() time.Time
}

// Scope is a right that a person can give to a client.
type Scope struct {
	Name    string
	Meaning string // what a person reads, such as "Read your notes"
}

// check sets defaults and returns the URL.
func (o *Options) check() (*url.URL, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Opaque != "" || u.RawQuery != "" || strings.ContainsAny(o.URL, "?#\"\\ "):
		return nil, errors.New("the issuer's URL must be one such as https://example.com")
	case u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())):
		return nil, errors.New("the issuer's URL must start with https:// unless it is on this computer")
	case strings.HasSuffix(o.URL, "/"):
		return nil, errors.New("the issuer's URL must not end in a slash")
	case o.DB == nil:
		return nil, errors.New("the issuer needs a database")
	}
	for _, s := range o.Scopes {
		if s.Name == "" || s.Meaning == "" || strings.ContainsFunc(s.Name, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }) {
			return nil, errors.New("a scope needs a name in visible ASCII and a meaning")
		}
	}
	for _, c := range o.Clients {
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("client %s: %w", c.ID, err)
		}
	}
	if o.Product == "" {
		o.Product = u.Host
	}
	if o.MaySignIn == nil {
		o.MaySignIn = func(context.Context, string) bool { return true }
	}
	if o.Address == nil {
		o.Address = remoteAddress
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return u, nil
}

func remoteAddress(r *http.Request) netip.Addr {
	at, _ := netip.ParseAddrPort(r.RemoteAddr) // another listener's; all of it shares a limit
	return at.Addr()
}

// scopeNames are all scopes, in order.
func (o *Options) scopeNames() []string {
	names := make([]string, len(o.Scopes))
	for i, s := range o.Scopes {
		names[i] = s.Name
	}
	return names
}

// meanings says what a person allows by the scopes.
func (o *Options) meanings(scopes []string) []string {
	var list []string
	for _, s := range o.Scopes {
		if slices.Contains(scopes, s.Name) {
			list = append(list, s.Meaning)
		}
	}
	return list
}
