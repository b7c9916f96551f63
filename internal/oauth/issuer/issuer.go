package issuer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
)

// How long things live.
const (
	signInCodeLife = time.Hour
	sessionLife    = 10 * time.Minute
	codeLife       = 5 * time.Minute
	accessLife     = time.Hour
	refreshLife    = 7 * 24 * time.Hour
)

// Issuer is an authorization server: an [http.Handler] for its [Issuer.Paths]. It is
// safe for concurrent use.
type Issuer struct {
	opts    Options
	at      *url.URL
	store   store
	fetcher *fetcher
	origin  *http.CrossOriginProtection
	hashing chan struct{} // one element for each password that is being hashed
	routes  map[string]http.HandlerFunc
}

// New checks the options. The database is opened by its first use, and closed by
// [Issuer.Close]; if New fails, that is the caller's to do.
func New(o Options) (*Issuer, error) {
	at, err := o.check()
	if err != nil {
		return nil, err
	}
	const hashers = 2 // each takes 19 MiB and a core
	i := &Issuer{
		opts: o, at: at, fetcher: newFetcher(), origin: http.NewCrossOriginProtection(),
		store:   store{o.DB},
		hashing: make(chan struct{}, hashers),
	}
	if err := i.origin.AddTrustedOrigin(at.Scheme + "://" + at.Host); err != nil {
		return nil, err
	}
	base := at.Path
	i.routes = map[string]http.HandlerFunc{
		base + "/authorize": i.authorize,
		base + "/token":     i.api(i.token),
		base + "/register":  i.api(i.register),
		base + "/revoke":    i.api(i.revocation),
		base + "/jwks":      i.public(i.JWKS),
		"/.well-known/oauth-authorization-server" + base: i.public(i.metadata),
		"/.well-known/openid-configuration" + base:       i.public(i.metadata),
		base + "/.well-known/openid-configuration":       i.public(i.metadata),
	}
	return i, nil
}

// URL returns the issuer's identifier.
func (i *Issuer) URL() string { return i.opts.URL }

// Close closes the database.
func (i *Issuer) Close() error {
	i.fetcher.close()
	return i.store.Close()
}

// Paths are those that the issuer serves.
func (i *Issuer) Paths() []string {
	return slices.Sorted(maps.Keys(i.routes))
}

const (
	maxBody  = 16 << 10 // of what a client or a form sends
	maxQuery = 8 << 10
	// requestLimit bounds a request, which may wait for another process's lock.
	requestLimit = 30 * time.Second
)

// ServeHTTP answers one request.
func (i *Issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler := i.routes[r.URL.Path]
	switch {
	case handler == nil:
		http.NotFound(w, r)
		return
	case len(r.URL.RawQuery) > maxQuery:
		http.Error(w, "The address is too long.", http.StatusRequestURITooLong)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), requestLimit)
	defer cancel()
	r = r.WithContext(ctx)
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // none at all would make a form's Origin null
	handler(w, r)
}

// fail logs what went wrong here and says no more than that.
func (i *Issuer) fail(w http.ResponseWriter, r *http.Request, err error) {
	if !errors.Is(err, context.Canceled) || r.Context().Err() == nil {
		i.opts.Log.Error().Err(err).Str("path", strings.TrimPrefix(r.URL.Path, i.at.Path)).Msg("sign-in failed on the server's side")
	}
	i.page(w, http.StatusInternalServerError, message{
		Title: "Something went wrong",
		Text:  "The server could not do this; its log has the cause. Try again in a moment.",
	})
}

func (i *Issuer) now() time.Time { return i.opts.Now() }

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
	u, err := oauth.ParseAddress(o.URL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the issuer's URL %w", err)
	case strings.HasSuffix(o.URL, "/"):
		return nil, errors.New("the issuer's URL must not end in a slash")
	case o.DB == nil:
		return nil, errors.New("the issuer needs a database")
	}
	for _, s := range o.Scopes {
		if s.Meaning == "" || !oauth.ValidScope(s.Name) {
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
		o.Address = func(r *http.Request) netip.Addr {
			at, _ := netip.ParseAddrPort(r.RemoteAddr) // another listener's; all of it shares a limit
			return at.Addr()
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return u, nil
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
