package endpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/httpserver"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// signIn is how clients of an endpoint sign in. Its zero value lets everyone in.
type signIn struct {
	guard  *oauth.Guard
	issuer *issuer.Issuer // the built-in one, if that is used
}

func newSignIn(h config.HTTP, resource string, s System) (*signIn, error) {
	in := &signIn{}
	if h.Auth == config.AuthNone {
		return in, nil
	}
	options := oauth.Options{
		Resource: resource,
		Needs: func(method, name string) []string {
			if s.Writes(method, name) {
				return []string{s.Write.Name}
			}
			return []string{s.Read.Name}
		},
		KeepToken: s.KeepToken,
		Log:       s.Log,
	}
	for _, scope := range s.scopes() {
		options.Scopes = append(options.Scopes, scope.Name)
	}
	if s.Write.Name != "" {
		options.Includes = map[string][]string{s.Write.Name: {s.Read.Name}}
	}
	var err error
	if h.Auth == config.AuthToken {
		options.Verifier, err = oauth.NewStatic(h.Token.Reveal(), oauth.Principal{Subject: "token", Scopes: options.Scopes})
	} else {
		options.Verifier, err = in.byIssuer(h, resource, s, &options)
	}
	if err != nil {
		return nil, err
	}
	if in.guard, err = oauth.New(options); err != nil {
		return nil, errors.Join(err, in.close())
	}
	return in, nil
}

// scopes are the rights that there are.
func (s *System) scopes() []issuer.Scope {
	if s.Write.Name == "" {
		return []issuer.Scope{s.Read}
	}
	return []issuer.Scope{s.Read, s.Write}
}

// byIssuer verifies tokens of an authorization server, which may be the built-in one.
func (in *signIn) byIssuer(h config.HTTP, resource string, s System, o *oauth.Options) (oauth.Verifier, error) {
	tokens := oauth.JWTOptions{Issuer: string(h.Issuer), Audience: cmp.Or(h.Audience, resource), EmailClaim: h.EmailClaim, AccountClaim: s.AccountClaim, Log: s.Log}
	if h.Issuer == config.Self {
		var err error
		in.issuer, err = issuer.New(issuer.Options{
			URL: h.Base(), DB: s.Accounts, Product: s.Title, Resources: []string{resource},
			Scopes: s.scopes(), MaySignIn: s.MaySignIn, Address: httpserver.ClientAddress(h.TrustedProxies), Log: s.Log,
		})
		if err != nil {
			return nil, errors.Join(err, s.Accounts.Close())
		}
		tokens.Issuer, tokens.Audience, tokens.EmailClaim, tokens.Keys = in.issuer.URL(), resource, "email", in.issuer.JWKS
		tokens.KeysAtHand, tokens.AccountClaim = true, ""
	}
	o.Issuers = []string{tokens.Issuer}
	verifier, err := oauth.NewJWT(tokens)
	if err != nil || in.issuer == nil {
		return verifier, err
	}
	return active{verifier, in.issuer}, nil
}

// active accepts tokens of the built-in authorization server while the sign-in lasts
// that they came from. Other processes may end one, so the file is asked each time.
type active struct {
	*oauth.JWT
	issuer *issuer.Issuer
}

// Verify verifies a token.
func (a active) Verify(ctx context.Context, token string) (oauth.Principal, error) {
	p, err := a.JWT.Verify(ctx, token)
	if err != nil {
		return oauth.Principal{}, err
	}
	switch lasts, err := a.issuer.Active(ctx, p.Session); {
	case err != nil:
		return oauth.Principal{}, fmt.Errorf("look up a sign-in: %w", err)
	case !lasts:
		return oauth.Principal{}, fmt.Errorf("%w: its sign-in has ended", oauth.ErrInvalidToken)
	}
	return p, nil
}

// mount adds what clients and persons need to sign in.
func (in *signIn) mount(mux *http.ServeMux) {
	if in.guard == nil {
		return
	}
	for _, path := range in.guard.MetadataPaths() {
		mux.Handle(path, in.guard.Metadata())
	}
	if in.issuer == nil {
		return
	}
	for _, path := range in.issuer.Paths() {
		mux.Handle(path, in.issuer)
	}
}

func (in *signIn) close() error {
	if in.issuer == nil {
		return nil
	}
	return in.issuer.Close()
}

// protect allows signed-in people only, and has each act as that person.
func (e *endpoint) protect(next http.Handler) http.Handler {
	observed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := requestid.Of(r.Header)
		w.Header().Set(requestid.Header, id)
		ctx := requestid.With(r.Context(), id)
		ctx = e.Tracer.Follow(e.Tracer.Join(ctx, r.Header))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
	if e.signIn.guard == nil {
		return observed
	}
	return e.signIn.guard.Protect(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, ok := oauth.FromContext(r.Context())
		if ok && (p.Email != "" || p.Account != "") && e.Act != nil {
			ctx, err := e.Act(r.Context(), p.Email)
			if err != nil {
				e.Log.Warn().Str("principal", p.Hash()).AnErr("cause", cause(err)).Msg("no one can be found for a person who has signed in")
				e.unknown(err).Answer(w)
				return
			}
			r = r.WithContext(ctx)
		}
		observed.ServeHTTP(w, r)
	}))
}

// unknown returns the answer to a signed-in person whom the system does not know.
func (e *endpoint) unknown(err error) *oauth.Refusal {
	said, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok:
		said = &fault.Error{Kind: fault.Forbidden, Status: http.StatusForbidden,
			Message: "The e-mail address that you have signed in with cannot be used here; sign in with another."}
	case said.Kind == fault.Forbidden && e.signIn.issuer != nil: // who let in whoever was known then
		return e.signIn.guard.Ended(err)
	}
	return &oauth.Refusal{Fault: said}
}

// cause is what the log has of a failure: a person's sentence is theirs.
func cause(err error) error {
	said, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return nil
	}
	return said.Err
}

// called counts and logs the tool calls of a request. It is an [mcp.Observer].
func (e *endpoint) called(ctx context.Context, o mcp.Operation) (context.Context, func(fault.Kind)) {
	if o.Tool == "" {
		return ctx, func(fault.Kind) {}
	}
	began := time.Now()
	return ctx, func(kind fault.Kind) {
		outcome, took := cmp.Or(string(kind), "ok"), time.Since(began)
		e.metrics.Called(o.Tool, outcome, took)
		line := e.Log.Debug() // nil where that level is not logged
		if p, ok := oauth.FromContext(ctx); ok && line != nil {
			line = line.Str("principal", p.Hash())
		}
		line.Str("tool", o.Tool).Str("outcome", outcome).Dur("took", took).Str("id", requestid.From(ctx)).Msg("tool called")
	}
}

// allow refuses what the scopes of the request's token don't include.
func (e *endpoint) allow(ctx context.Context, method, name string) error {
	err := e.signIn.guard.Allow(ctx, method, name)
	refusal, ok := errors.AsType[*oauth.Refusal](err)
	if !ok {
		return err
	}
	header := http.Header{}
	status := refusal.SetHeader(header)
	return &streamhttp.Refusal{Status: status, Header: header, Err: &jsonrpc.Error{
		Code: jsonrpc.CodeInternal, Message: refusal.Error(), Data: &jsonrpc.Data{Kind: string(refusal.Fault.Kind), Status: status},
	}}
}

// Rights has the definitions of tools say which right each needs, where clients sign in
// to call them over HTTP: hosts ask a person for no more than that.
func Rights(tools []mcp.Tool, h config.HTTP, read, write issuer.Scope) {
	if h.Addr == "" || h.Auth != config.AuthOAuth {
		return
	}
	for i := range tools {
		right := write
		if tools[i].Hints.ReadOnly {
			right = read
		}
		tools[i].Scopes = []string{right.Name}
	}
}
