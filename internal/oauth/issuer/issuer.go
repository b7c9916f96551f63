package issuer

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
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
