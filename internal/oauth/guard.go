package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
)

// Options says what a [Guard] protects.
type Options struct {
	// Resource is the canonical URL of the endpoint, the one that clients are given:
	// with its path, without a trailing slash.
	Resource string
	// Issuers are the authorization servers to sign in at; none with a static token.
	Issuers []string
	// Scopes are all that the system has, in the order in which they are shown. A client
	// is told to ask for all of them: some renew their token where they ought to ask for
	// more (the TypeScript SDK's, 1.32).
	Scopes []string
	// Includes gives the narrower scopes that a broader one includes.
	Includes map[string][]string
	// Needs returns the scopes that an operation needs, by its method and, if that
	// takes one, the name of the tool, prompt or resource.
	Needs func(method, name string) []string
	// Verifier verifies tokens.
	Verifier Verifier
	// KeepToken leaves the token in the context of a request, for [Token]: to exchange it
	// for one of another API, say. A token that another API takes as it is makes whoever
	// runs one of the two a danger to the other.
	KeepToken bool
	// Log takes why requests were refused, never what was in them.
	Log zerolog.Logger
}

// Guard protects one endpoint. It is safe for concurrent use. A nil Guard protects
// nothing and allows everything: that is a server without authentication.
type Guard struct {
	opts        Options
	metadataURL string
	paths       []string
	metadata    []byte
}

// New checks the options.
func New(o Options) (*Guard, error) {
	at, err := ParseAddress(o.Resource)
	if err != nil {
		return nil, errors.New("the URL of the endpoint " + err.Error())
	}
	if strings.HasSuffix(o.Resource, "/") {
		return nil, errors.New("the URL of the endpoint must not end in a slash")
	}
	if o.Verifier == nil {
		return nil, errors.New("a guard needs a verifier")
	}
	for _, scope := range o.Scopes {
		// A client asks for offline_access by itself; it is not a right of ours.
		if !ValidScope(scope) || scope == "offline_access" {
			return nil, errors.New("a scope must be visible ASCII without quotes, and not offline_access")
		}
	}
	g := &Guard{opts: o}
	g.metadataURL = at.Scheme + "://" + at.Host + wellKnown + at.EscapedPath()
	g.paths = slices.Compact([]string{wellKnown + at.Path, wellKnown})
	if len(o.Issuers) == 0 {
		g.paths = nil // there is nothing to say of signing in
	}
	g.metadata, err = describe(o)
	return g, err
}

// ParseAddress parses the URL of an endpoint or an issuer: https, or http on this computer.
func ParseAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Opaque != "" || u.RawQuery != "" || u.ForceQuery ||
		strings.ContainsAny(text, "#\"\\ "):
		return nil, errors.New("must be a URL such as https://example.com/mcp, without query and fragment")
	case u.Scheme != "https" && (u.Scheme != "http" || !config.Loopback(u.Hostname())):
		return nil, errors.New("must start with https:// unless it is on this computer")
	}
	return u, nil
}

// ValidScope reports whether a scope is a scope-token of RFC 6749.
func ValidScope(scope string) bool {
	return scope != "" && !strings.ContainsFunc(scope, func(r rune) bool {
		return r < '!' || r > '~' || r == '"' || r == '\\'
	})
}

// Protect hands on to next the requests whose token is good, and answers the others.
// Preflights of browsers have no token: whatever answers them comes first.
func (g *Guard) Protect(next http.Handler) http.Handler {
	if g == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, token, err := g.authenticate(r)
		var refused *Refusal
		if errors.As(err, &refused) {
			g.opts.Log.Debug().Int("status", refused.Fault.Status).AnErr("cause", refused.Fault.Err).Msg("request refused")
			refused.Answer(w)
			return
		}
		who := caller{Principal: p, guard: g}
		if g.opts.KeepToken {
			who.token = token
		}
		r = r.WithContext(context.WithValue(r.Context(), callerKey{}, who))
		r.Header = maps.Clone(r.Header)
		r.Header.Del("Authorization")
		next.ServeHTTP(w, r)
	})
}

// Admits reports whether Protect would hand r on. It is for those who tell clients from
// strangers before they serve either.
func (g *Guard) Admits(r *http.Request) bool {
	if g == nil {
		return true
	}
	_, _, err := g.authenticate(r)
	return err == nil
}

// Ended refuses a person whose token is good, and whom the system doesn't know any more:
// signing in again shows what became of the account.
func (g *Guard) Ended(cause error) *Refusal {
	return g.refuse(http.StatusUnauthorized, fault.Unauthorized, invalidToken,
		"Your sign-in has ended; sign in again, or ask whoever runs this server to let you in.", cause)
}

// authenticate returns who sent r, and with which token; every error is a [*Refusal].
func (g *Guard) authenticate(r *http.Request) (p Principal, token string, err error) {
	if r.URL.RawQuery != "" && r.URL.Query().Has("access_token") {
		return Principal{}, "", g.refuse(http.StatusBadRequest, fault.InvalidParams, invalidRequest,
			"Send the access token in the Authorization header; one in the address is not read.", nil)
	}
	sent := r.Header.Values("Authorization")
	if len(sent) > 1 {
		return Principal{}, "", g.refuse(http.StatusBadRequest, fault.InvalidParams, invalidRequest,
			"Send one Authorization header.", nil)
	}
	var scheme string
	if len(sent) == 1 {
		scheme, token, _ = strings.Cut(sent[0], " ")
	}
	if !strings.EqualFold(scheme, "Bearer") {
		return Principal{}, "", g.unauthenticated()
	}
	token = strings.Trim(token, " ")
	p, err = g.opts.Verifier.Verify(r.Context(), token)
	switch {
	case err == nil:
		p.Scopes = g.include(p.Scopes)
		return p, token, nil
	case errors.Is(err, ErrInvalidToken):
		return Principal{}, "", g.refuse(http.StatusUnauthorized, fault.Unauthorized, invalidToken,
			g.either("The access token is not valid for this server, or it has expired; sign in again.",
				"The token is not this server's; check the one that your client sends."), err)
	case errors.Is(err, ErrNoEmail):
		// Without a challenge: another token of the same person would be no better.
		return Principal{}, "", &Refusal{Fault: &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden, Err: err,
			Message: "Your sign-in has no verified e-mail address; verify it at the service where you signed in, and sign in again."}}
	}
	return Principal{}, "", &Refusal{Fault: &fault.Error{Kind: fault.Unavailable, Status: http.StatusServiceUnavailable, Err: err,
		RetryAfter: time.Minute, Message: "The sign-in service cannot be reached at the moment; try again in a minute."}}
}

func (g *Guard) unauthenticated() *Refusal {
	return g.refuse(http.StatusUnauthorized, fault.Unauthorized, "",
		g.either("Sign in to use this server.", "This server requires a token; have your client send it as the header Authorization: Bearer TOKEN."), nil)
}

// either chooses what to say where there is a service to sign in at, and where not.
func (g *Guard) either(withIssuer, without string) string {
	if len(g.opts.Issuers) > 0 {
		return withIssuer
	}
	return without
}

// refuse returns a refusal with a challenge to sign in for all scopes.
func (g *Guard) refuse(status int, kind fault.Kind, code, message string, cause error) *Refusal {
	return &Refusal{&fault.Error{Kind: kind, Status: status, Message: message, Err: cause}, g.challenge(code, g.opts.Scopes, message)}
}

const wellKnown = "/.well-known/oauth-protected-resource"

// describe is the document of RFC 9728.
func describe(o Options) ([]byte, error) {
	return json.Marshal(struct {
		Resource string   `json:"resource"`
		Issuers  []string `json:"authorization_servers,omitempty"`
		Scopes   []string `json:"scopes_supported,omitempty"`
		Methods  []string `json:"bearer_methods_supported"`
	}{o.Resource, o.Issuers, o.Scopes, []string{"header"}})
}

// MetadataPaths are the paths where clients look for the document: that of the
// endpoint, and the root's, which some look at alone. Of several endpoints on one
// host only one can have the root's. Without Issuers there are none.
func (g *Guard) MetadataPaths() []string { return g.paths }

// Metadata serves the document to everyone, pages of other origins included: it is
// public.
func (g *Guard) Metadata() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if Share(w, r, http.MethodGet, http.MethodHead) {
			h := w.Header()
			h.Set("Content-Type", "application/json")
			h.Set("Cache-Control", "max-age=300")
			h.Set("X-Content-Type-Options", "nosniff")
			_, _ = w.Write(g.metadata) // a client that is gone takes no answer
		}
	})
}

// Share lets pages of all origins use an endpoint. It answers preflights and requests with
// other methods than those, and reports whether there is more to do.
func Share(w http.ResponseWriter, r *http.Request, methods ...string) bool {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	switch {
	case slices.Contains(methods, r.Method):
		return true
	case r.Method == http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", methods[0])
		h.Set("Access-Control-Allow-Headers", "*, Authorization")
		w.WriteHeader(http.StatusNoContent)
	default:
		h.Set("Allow", strings.Join(methods, ", ")+", OPTIONS")
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
	return false
}
