package portfoliomcp

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// apiAuth says with whose token a remote API is called.
type apiAuth string

const (
	byToken     apiAuth = "token"
	exchange    apiAuth = "exchange"
	passthrough apiAuth = "passthrough"
)

// Upstream is how callers are made known to a remote API.
type Upstream struct {
	APIAuth        apiAuth       `envconfig:"PORTFOLIO_API_AUTH" default:"token" oneof:"token exchange passthrough" desc:"token for calls to API_BASE_URL: token (API_TOKEN), exchange (one exchanged for the caller's token) or passthrough (the caller's own token, only for the original API)"`
	ExchangeURL    config.URL    `envconfig:"PORTFOLIO_EXCHANGE_URL" desc:"token endpoint that exchanges tokens (RFC 8693), for PORTFOLIO_API_AUTH=exchange"`
	ExchangeClient string        `envconfig:"PORTFOLIO_EXCHANGE_CLIENT_ID" desc:"client id of this server at PORTFOLIO_EXCHANGE_URL"`
	ExchangeSecret config.Secret `envconfig:"PORTFOLIO_EXCHANGE_CLIENT_SECRET" desc:"client secret of this server at PORTFOLIO_EXCHANGE_URL"`
	Audience       string        `envconfig:"PORTFOLIO_EXCHANGE_AUDIENCE" desc:"audience of the exchanged tokens; unset: API_BASE_URL"`
}

// checkUpstream returns what is wrong with the settings about a remote API together.
func (s *Settings) checkUpstream() config.Faults {
	var faults config.Faults
	fault := func(variable, rule string) { faults.Add(variable, errors.New(rule)) }
	if s.APIAuth == byToken {
		if s.BaseURL != "" && s.Addr != "" && s.Auth == config.AuthOAuth && s.Issuer != "" && s.Issuer != config.Self && s.Email.Secret == "" {
			fault("PORTFOLIO_EMAIL", "must be set to the address of the one who may sign in: API_TOKEN is one contractor's, and everyone with an account at OAUTH_ISSUER would act as that contractor")
		}
		return faults
	}
	switch {
	case s.BaseURL == "":
		fault("PORTFOLIO_API_AUTH", "must be token without API_BASE_URL: there is no API to send a token to")
	case s.Addr == "" || s.Auth != config.AuthOAuth:
		fault("PORTFOLIO_API_AUTH", "must be token unless HTTP_ADDR is set and AUTH is oauth: callers have no tokens otherwise")
	case s.Issuer == config.Self:
		fault("PORTFOLIO_API_AUTH", "must be token with OAUTH_ISSUER=self: no other server accepts the tokens of the one that is built in")
	case !confidential(string(s.BaseURL)):
		fault("API_BASE_URL", "must begin with https://, or be an address of this computer, since callers' tokens must not be sent in the clear")
	}
	if s.APIAuth == exchange && !confidential(string(s.ExchangeURL)) {
		fault("PORTFOLIO_EXCHANGE_URL", "must be set for PORTFOLIO_API_AUTH=exchange, and begin with https:// or be an address of this computer")
	}
	return faults
}

// confidential reports whether no one on the way can read what is sent to an address.
func confidential(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "https" || config.Loopback(u.Hostname()))
}

// callAs has the client call the API as the settings say.
func (u *Upstream) callAs(o *portfolio.Options, b *program.Backend) error {
	if u.APIAuth == byToken {
		return nil
	}
	b.KeepToken, o.NoRedirect, o.Token = true, true, ""
	if u.APIAuth == passthrough {
		o.Bearer = func(ctx context.Context) (string, error) { return oauth.Token(ctx), nil }
		return nil
	}
	audience := u.Audience
	if audience == "" {
		audience = o.BaseURL
	}
	x, err := oauth.NewExchange(oauth.ExchangeOptions{
		URL: string(u.ExchangeURL), ClientID: u.ExchangeClient, Secret: u.ExchangeSecret.Reveal(), Audience: audience,
	})
	if err != nil {
		return config.Faults{{Variable: "PORTFOLIO_EXCHANGE_URL", Rule: err.Error()}}
	}
	o.Bearer = func(ctx context.Context) (string, error) {
		token, err := x.Token(ctx, oauth.Token(ctx))
		switch {
		case errors.Is(err, oauth.ErrInvalidToken):
			return "", &fault.Error{Kind: fault.Unauthorized, Status: http.StatusUnauthorized,
				Message: "The portfolio API did not accept the sign-in; sign in again.", Err: err}
		case err != nil:
			return "", &fault.Error{Kind: fault.Unavailable, Status: http.StatusServiceUnavailable, RetryAfter: time.Minute,
				Message: "The sign-in service can't be reached at the moment; nothing was changed. Try again in a minute.", Err: err}
		}
		return token, nil
	}
	return nil
}
