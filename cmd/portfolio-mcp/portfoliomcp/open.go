package portfoliomcp

import (
	"context"
	"net/url"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	portfoliowidget "github.com/mcp-adapters/mcp-adapters/portfolio/widget"
)

// pageNote is said after the address of a page that only this computer can open.
const pageNote = "The page is on this computer alone, and can be opened while this program runs; set PUBLIC_URL to the address at which others reach it."

// Open opens the configured API, or the embedded back end, and the portfolio tools on it.
func (s *Settings) Open(ctx context.Context, log zerolog.Logger) (*program.Backend, error) {
	b := &program.Backend{Close: func() {}}
	o, err := s.open(ctx, b, log)
	if err == nil {
		options := mcp.Options{
			Name:       Name,
			Title:      Title,
			Version:    cli.Version(),
			ToolErrors: s.ToolErrors,
			Templates:  portfolio.Templates(o.api, photo.NewShrinker()),
			Resources:  o.page.Resources(),
			Extensions: map[string]any{widget.Extension: map[string]any{}},
			Logging:    true,
			StateKeys:  s.StateKeys(),
			Principal:  endpoint.Principal,
			Log:        log,
		}
		portfolio.Declare(&options)
		options.Instructions += s.notice()
		b.Server, err = mcp.New(options, o.tools)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// opened is what a server is made of.
type opened struct {
	api   *portfolio.Client
	tools []mcp.Tool
	page  *widget.Widget
}

// open opens what the tools call, and completes b with what is known of it.
func (s *Settings) open(ctx context.Context, b *program.Backend, log zerolog.Logger) (o opened, err error) {
	options := portfolio.Options{
		Options: s.APIOptions(Name, s.API, log),
		Token:   s.Token.Reveal(),
	}
	if err := s.callAs(&options, b); err != nil {
		return o, err
	}
	fetcher := newFetcher()
	atEnd(b, fetcher.Close)
	shown := portfolio.ToolOptions{Trade: s.Trade, Fetch: fetchPhoto(fetcher), Challenge: oauth.Challenge}
	if s.Addr == "" && s.MediaRoot != "" {
		shown.Files = readPhoto(s.MediaRoot)
	}
	if s.BaseURL == "" {
		e, err := s.embed(ctx, fetcher, log)
		if err != nil {
			return o, err
		}
		atEnd(b, e.close)
		e.serve(b, s.Addr == "")
		options.BaseURL, options.Token, options.Transport = embeddedURL, "", e.transport(s.Addr == "" || s.Auth != config.AuthOAuth)
		shown.Site, shown.Uploads = e.base.String(), e.uploads()
		if s.PublicURL == "" {
			shown.PageNote = pageNote
		}
	} else if s.APIAuth == byToken && s.Email.Secret != "" {
		owner := owner(s.Email.Reveal())
		b.Act, b.MaySignIn = owner.act, owner.maySignIn
	}
	if o.api, err = portfolio.NewClient(options); err != nil {
		return o, err
	}
	atEnd(b, o.api.Close)
	if o.page, err = s.widget(shown.Site); err == nil {
		shown.Attach = portfoliowidget.Attach(o.page)
		o.tools = portfolio.Tools(o.api, shown)
		endpoint.Rights(o.tools, s.HTTP, read, write)
	}
	return o, err
}

// widget returns the page that hosts show. Its photos are at the site, or at the API.
func (s *Settings) widget(site string) (*widget.Widget, error) {
	return portfoliowidget.New(portfoliowidget.Options{
		Site: origin(site), Media: []string{origin(string(s.BaseURL))},
		Domain: s.WidgetDomain,
	})
}

// origin is that of an address, "" if there is none.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// atEnd has done called when b is closed, before all that was to be called then.
func atEnd(b *program.Backend, done func()) {
	before := b.Close
	b.Close = func() {
		done()
		before()
	}
}

// Warn logs what the owner may not have meant.
func (s *Settings) Warn(log zerolog.Logger) {
	switch {
	case s.Addr != "":
		s.Common.Warn(log)
	case s.Auth != config.AuthNone:
		log.Warn().Msg("AUTH is not used without HTTP_ADDR, and the server speaks over stdin and stdout: set HTTP_ADDR to serve over HTTP")
	}
	switch {
	case s.APIAuth == passthrough:
		log.Warn().Msg("PORTFOLIO_API_AUTH=passthrough sends the token of each caller to the API at API_BASE_URL, which could use it here: set it only for an API that is made so, such as the original")
	case s.BaseURL != "" && s.Token == "" && s.APIAuth == byToken:
		log.Warn().Msg("API_TOKEN is not set: the API will refuse every call")
	case s.BaseURL == "" && s.Token == "":
		log.Info().Str("directory", s.dir).Msg("API_BASE_URL is not set: projects and photos are kept on this computer")
	case s.BaseURL == "":
		log.Warn().Str("directory", s.dir).Msg("API_BASE_URL is not set, though API_TOKEN is: projects and photos are kept on this computer")
	}
	if s.MediaRoot != "" && s.Addr != "" {
		log.Warn().Msg("PORTFOLIO_MEDIA_ROOT is not used with HTTP_ADDR: photos are taken from files over stdin and stdout alone")
	}
}

// notice is the same warning for the model, when a token without an address makes it likely
// that a variable's name was mistyped. It is not for people who sign in.
func (s *Settings) notice() string {
	if s.BaseURL != "" || s.Token == "" || s.Addr != "" && s.Auth != config.AuthNone {
		return ""
	}
	return "\n\nTell the person: API_TOKEN is set but API_BASE_URL is not, so projects and photos are kept on this computer (" + s.dir + ") and not at the portfolio API."
}

// public is the address at which what is published is reached.
func (s *Settings) public(addr string) (*url.URL, error) {
	h := s.HTTP
	if h.Addr == "" {
		h.Addr = config.Address(addr)
	}
	return url.Parse(h.Base())
}
