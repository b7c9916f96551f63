package portfoliomcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/database/postgres"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// Settings are the environment of portfolio-mcp.
type Settings struct {
	config.API
	Token config.Secret `envconfig:"API_TOKEN" file:"true" desc:"bearer token of the portfolio API at API_BASE_URL"`
	program.Common
	ToolErrors mcp.ToolErrors `envconfig:"TOOL_ERRORS" default:"result" oneof:"auto rpc result" desc:"form of a failed tool call: rpc (a JSON-RPC error), result (a result with isError) or auto (result for clients of MCP 2026-07-28, rpc for earlier ones)"`
	Places
	Contractor
	Pages
	Upstream
}

// Places are where what the program keeps is kept.
type Places struct {
	DatabaseURL database.URL `envconfig:"DATABASE_URL" file:"true" desc:"where projects are kept without API_BASE_URL: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME; unset: portfolio.db in DATA_DIR. Photos are kept in DATA_DIR, or beside the SQLite file if that is unset"`

	dir, file string // the data directory, and the SQLite file in use; "" with an API, or with PostgreSQL
}

// Contractor is for whom the program acts where no one signs in.
type Contractor struct {
	BusinessName string       `envconfig:"PORTFOLIO_BUSINESS_NAME" desc:"name of the business on its pages; the first start adds a contractor with this name"`
	City         string       `envconfig:"PORTFOLIO_CITY" desc:"city of the business, used for new projects"`
	State        string       `envconfig:"PORTFOLIO_STATE" desc:"state of the business, used for new projects"`
	Email        config.Email `envconfig:"PORTFOLIO_EMAIL" desc:"e-mail address of the contractor to act for; unset: the only contractor"`
}

// Pages are how the public pages and the widget are served.
type Pages struct {
	Trade        string `envconfig:"PORTFOLIO_TRADE_SEGMENT" default:"masonry" desc:"trade in a page's address: lower-case letters, digits and hyphens"`
	MediaRoot    string `envconfig:"PORTFOLIO_MEDIA_ROOT" desc:"directory on this computer for photos that are added by file:// address, only over stdin and stdout; unset: no such photos"`
	WidgetDomain string `envconfig:"PORTFOLIO_WIDGET_DOMAIN" desc:"origin or domain that hosts give the widget; unset: the host chooses"`
	AllowForce   bool   `envconfig:"PORTFOLIO_ALLOW_FORCE" default:"false" desc:"true lets REST clients publish incomplete projects"`
}

// Check finds where things are kept.
func (s *Settings) Check() error {
	var faults config.Faults
	errors.As(s.Common.Check(), &faults)
	s.DrainTimeout = cmp.Or(s.DrainTimeout, s.Drain())
	faults.Add("PORTFOLIO_TRADE_SEGMENT", checkSegment(s.Trade))
	faults.Add("PORTFOLIO_MEDIA_ROOT", checkRoot(s.MediaRoot))
	if s.Email.Secret != "" && !strings.Contains(s.Email.Reveal(), "@") {
		faults.Add("PORTFOLIO_EMAIL", errors.New("must be an e-mail address"))
	}
	faults.Merge(s.checkUpstream())
	if len(faults) > 0 || s.BaseURL != "" {
		return faults.Err()
	}
	return s.locate(s.DataDir)
}

// locate settles the data directory and the database's file.
func (p *Places) locate(dataDir string) error {
	path := p.DatabaseURL.File()
	if p.dir = dataDir; p.dir == "" && path != "" {
		p.dir = filepath.Dir(path)
	}
	if p.dir == "" {
		base, err := database.Directory()
		if err != nil {
			return fmt.Errorf("%w, so there is no place for the projects; set DATA_DIR", err)
		}
		p.dir = filepath.Join(base, Name)
	}
	if !p.DatabaseURL.Postgres() {
		p.file = cmp.Or(path, filepath.Join(p.dir, "portfolio.db"))
	}
	return nil
}

// media is the folder of the photos.
func (p *Places) media() string { return filepath.Join(p.dir, "media") }

// checkSegment refuses what can't be a part of a path as it is.
func checkSegment(s string) error {
	if s == "" || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || s[0] == '-' || len(s) > 50 {
		return errors.New("must be lower-case letters, digits and hyphens, such as masonry")
	}
	return nil
}

// checkRoot refuses a directory that isn't there: every photo below it would be refused.
func checkRoot(dir string) error {
	if info, err := os.Stat(dir); dir != "" && (err != nil || !info.IsDir() || !filepath.IsAbs(dir)) {
		return errors.New("must be the absolute path of a directory")
	}
	return nil
}

// dataDirectory is where the program keeps things of its own if DATA_DIR is not set.
func dataDirectory() (string, error) {
	p := loadPlaces()
	err := p.locate("")
	return p.dir, err
}

// loadPlaces reads them without a report of faults, which [Settings.Check] gives.
func loadPlaces() (p Places) {
	_ = config.Load(&p)
	return p
}

// accounts opens the database of the sign-ins if replicas share one.
func accounts(log zerolog.Logger) (issuer.DB, error) {
	var api config.API
	_ = config.Load(&api) // its faults are reported already
	p := loadPlaces()
	if api.BaseURL != "" || !p.DatabaseURL.Postgres() {
		return nil, nil //nolint:nilnil // the file in the data directory
	}
	db, err := postgres.New(postgres.Options{
		URL: string(p.DatabaseURL), Connections: 4, // each sign-in needs one short query
		Log:    log,
		Schema: postgres.Schema{Name: "signin", Migrations: issuer.Postgres()},
	})
	if err != nil {
		return nil, err // not db, which would be a DB that is not nil
	}
	return db, nil
}

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
	x, err := oauth.NewExchange(oauth.ExchangeOptions{
		URL: string(u.ExchangeURL), ClientID: u.ExchangeClient, Secret: u.ExchangeSecret.Reveal(), Audience: cmp.Or(u.Audience, o.BaseURL),
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
