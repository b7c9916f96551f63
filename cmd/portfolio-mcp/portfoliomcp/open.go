package portfoliomcp

import (
	"context"
	"net/url"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/guardedhttp"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
	"github.com/mcp-adapters/mcp-adapters/portfolio/photo"
	portfoliowidget "github.com/mcp-adapters/mcp-adapters/portfolio/widget"
)

// pageNote follows the address of a page that only this computer can open.
const pageNote = "The page is on this computer alone, and can be opened while this program runs; set PUBLIC_URL to the address at which others reach it."

// Open opens the configured API, or the embedded back end, and the portfolio tools on it.
func (s *Settings) Open(ctx context.Context, log zerolog.Logger) (*program.Backend, error) {
	b := &program.Backend{Close: func() {}}
	if err := s.open(ctx, b, log); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func (s *Settings) open(ctx context.Context, b *program.Backend, log zerolog.Logger) error {
	o := portfolio.Options{Options: s.APIOptions(Name, s.API, log), Token: s.Token.Reveal()}
	if err := s.callAs(&o, b); err != nil {
		return err
	}
	fetcher := guardedhttp.New(guardedhttp.Options{
		MaxBytes: photo.MaxBytes, Timeout: 20 * time.Second, AtOnce: 8, Redirects: 3,
		UserAgent: Name + "/" + cli.Version(),
	})
	atEnd(b, fetcher.Close)
	shown := portfolio.ToolOptions{Trade: s.Trade, Fetch: fetchPhoto(fetcher), Challenge: oauth.Challenge}
	if s.Addr == "" && s.MediaRoot != "" {
		shown.Files = readPhoto(s.MediaRoot)
	}
	if s.BaseURL == "" {
		e, err := s.embed(ctx, fetcher, log)
		if err != nil {
			return err
		}
		atEnd(b, e.close)
		e.serve(b)
		alone := s.Addr == "" || s.Auth != config.AuthOAuth
		o.BaseURL, o.Token, o.Transport = embeddedURL, "", &acting{e.site, e.site.Transport(), e.people, alone}
		shown.Site, shown.Uploads = e.base.String(), uploads{e.site.Transport(), e.base.String() + "/"}
		if s.PublicURL == "" {
			shown.PageNote = pageNote
		}
	} else if s.APIAuth == byToken && s.Email.Secret != "" {
		owner := owner(s.Email.Reveal())
		b.Act, b.MaySignIn = owner.act, owner.maySignIn
	}
	api, err := portfolio.NewClient(o)
	if err != nil {
		return err
	}
	atEnd(b, api.Close)
	page, err := portfoliowidget.New(portfoliowidget.Options{
		Site: origin(shown.Site), Media: []string{origin(string(s.BaseURL))}, Domain: s.WidgetDomain,
	})
	if err != nil {
		return err
	}
	shown.Attach = portfoliowidget.Attach(page)
	tools := portfolio.Tools(api, shown)
	endpoint.Rights(tools, s.HTTP, read, write)
	options := s.ServerOptions(Name, Title, log)
	options.ToolErrors = s.ToolErrors
	options.Templates, options.Resources = portfolio.Templates(api, photo.NewShrinker()), page.Resources()
	portfolio.Declare(&options)
	options.Instructions += s.notice()
	b.Server, err = mcp.New(options, tools)
	return err
}

// origin returns the origin of an address, "" if there is none.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// atEnd has b.Close call done first.
func atEnd(b *program.Backend, done func()) {
	before := b.Close
	b.Close = func() {
		done()
		before()
	}
}

// Warn logs what the owner may not have meant.
func (s *Settings) Warn(log zerolog.Logger) {
	if s.Addr != "" {
		s.Common.Warn(log)
	} else if s.Auth != config.AuthNone { // PUBLIC_URL is used without HTTP_ADDR too
		log.Warn().Msg("AUTH is not used without HTTP_ADDR, and the server speaks over stdin and stdout: set HTTP_ADDR to serve over HTTP")
	}
	switch {
	case s.APIAuth == passthrough:
		log.Warn().Msg("PORTFOLIO_API_AUTH=passthrough sends the token of each caller to the API at API_BASE_URL, which could use it here: set it only for an API that is made for it, such as the original")
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

// notice tells the model what Warn tells the owner: a token without an address is likely a
// mistyped variable. People who sign in do not see it.
func (s *Settings) notice() string {
	if s.BaseURL != "" || s.Token == "" || s.Addr != "" && s.Auth != config.AuthNone {
		return ""
	}
	return "\n\nTell the person: API_TOKEN is set but API_BASE_URL is not, so projects and photos are kept on this computer (" + s.dir + ") and not at the portfolio API."
}
