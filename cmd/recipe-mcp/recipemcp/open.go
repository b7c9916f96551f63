package recipemcp

import (
	"context"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
	recipewidget "github.com/mcp-adapters/mcp-adapters/recipe/widget"
)

// Open opens the configured API, or the embedded vault, and the recipe tools on it.
func (s *Settings) Open(ctx context.Context, log zerolog.Logger) (*program.Backend, error) {
	b := &program.Backend{Close: func() {}}
	page, err := recipewidget.New()
	if err != nil {
		return nil, err
	}
	api, err := s.connect(ctx, b, log)
	if err == nil {
		tools := recipe.Tools(api, s.tools())
		recipewidget.Attach(page, tools)
		endpoint.Rights(tools, s.HTTP, read, write)
		options := s.ServerOptions(Name, Title, log)
		options.ToolErrors = s.ToolErrors
		options.Instructions = recipe.Instructions(s.tools()) + s.notice()
		options.Templates, options.Listing = recipe.Templates(api), recipe.Listing(api)
		options.Prompts, options.Resources = recipe.Prompts(api, tools), page.Resources()
		b.Server, err = mcp.New(options, tools)
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	b.Act = api.As
	return b, nil
}

// tools says which tools the settings ask for.
func (s *Settings) tools() recipe.ToolOptions {
	return recipe.ToolOptions{Sets: s.Toolsets, ReadOnly: s.ReadOnly, MaxResultBytes: s.MaxResultBytes, Timeout: s.Timeout}
}

// embeddedURL is the base URL of requests that never leave the process.
const embeddedURL = "http://embedded.invalid"

// connect returns the client of the configured API, or of the embedded vault, and
// completes b with what is known of it.
func (s *Settings) connect(ctx context.Context, b *program.Backend, log zerolog.Logger) (*recipe.Client, error) {
	options := recipe.Options{Options: s.APIOptions(Name, s.API, log), Key: s.Key.Reveal(), Email: s.Email.Reveal(), Authors: s.ShowAuthors}
	var embedded *vault.Vault
	path := "" // of the families file
	if s.BaseURL == "" {
		var err error
		if embedded, err = s.embed(ctx, b, log); err != nil {
			return nil, err
		}
		path = s.FamiliesPath
		options.BaseURL = embeddedURL
		options.Characters, options.Pages = true, true
		options.Transport = embedded.Transport()
	}
	b.Hangups = func(ctx context.Context, came <-chan os.Signal) { serve.Reload(ctx, embedded, path, came, log) }
	client, err := recipe.NewClient(options)
	if err != nil {
		return nil, err
	}
	closeVault := b.Close
	b.Close = func() {
		client.Close()
		closeVault()
	}
	return client, nil
}

// Warn logs what the owner may not have meant. Nothing set at all is the usual
// set-up of a home without a server, and worth an info.
func (s *Settings) Warn(log zerolog.Logger) {
	s.Common.Warn(log)
	switch {
	case s.BaseURL != "" && s.Key == "":
		log.Warn().Msg("API_KEY is not set: the API will refuse every call")
	case s.BaseURL == "" && s.Key == "":
		log.Info().Stringer("vault", &s.Database).Msg("API_BASE_URL and API_KEY are not set: recipes are kept in the embedded vault" + s.here())
	case s.BaseURL == "":
		log.Warn().Stringer("vault", &s.Database).Msg("API_BASE_URL is not set, though API_KEY is: recipes are kept in the embedded vault" + s.here())
	}
	if s.Addr != "" && s.Auth != config.AuthNone && s.AllFamilies == "1" {
		log.Warn().Msg("ALLOW_ALL_FAMILIES is 1: where nothing says who sees which recipes, everyone who gets in sees all; set USER_EMAIL or FAMILIES_CONFIG_PATH instead, or keep families in the database")
	}
	if s.author {
		log.Warn().Msg("DEFAULT_AUTHOR_EMAIL is set but not used: USER_EMAIL says for whom recipes are saved")
	}
}

// notice is the same warning for the model, when a key without an address makes it
// likely that a variable's name was mistyped. It is not for people who sign in.
func (s *Settings) notice() string {
	if s.BaseURL != "" || s.Key == "" || s.Addr != "" && s.Auth != config.AuthNone {
		return ""
	}
	return "\n\nTell the person: API_KEY is set but API_BASE_URL is not, so recipes are kept in the embedded vault" + s.here() + " (" + s.String() + ") and not in the family's vault."
}

// here is where the embedded vault is, if that is this computer.
func (s *Settings) here() string {
	if s.File == "" {
		return ""
	}
	return " on this computer"
}

// embed opens the embedded vault, which b closes, and completes b with what is known of it.
func (s *Settings) embed(ctx context.Context, b *program.Backend, log zerolog.Logger) (*vault.Vault, error) {
	v, err := s.Vault(vault.Options{Families: s.families, Log: log})
	if err != nil {
		return nil, err
	}
	b.Ready = v.Ping
	b.Close = func() {
		if err := v.Close(); err != nil {
			log.Warn().Err(err).Msg("the embedded vault did not close cleanly")
		}
	}
	b.MaySignIn = func(ctx context.Context, email string) bool {
		known, err := v.Knows(ctx, email)
		// A database that is away signs no one out: the vault asks it again at each call.
		return known || err != nil
	}
	return v, s.checkFamilies(ctx, v, log)
}

// closed reports whether people who sign in see recipes only by families in the embedded
// vault's database, since nothing else says who sees which.
func (s *Settings) closed() bool {
	return s.Addr != "" && s.Auth == config.AuthOAuth && s.BaseURL == "" && s.FamiliesPath == "" && s.AllFamilies != "1"
}

// errUnscoped says that there are none.
var errUnscoped error = &cli.Error{Code: cli.Usage, Err: config.Faults{{
	Variable: "FAMILIES_CONFIG_PATH",
	Rule:     "must be set for AUTH=oauth without API_BASE_URL, unless the database has families (recipe-vault family add)" + unless,
}}}

// checkFamilies fails if [Settings.closed] and there are none. A database that can't be used
// yet, as a server that starts too, is no reason not to start: no one sees anything until then.
func (s *Settings) checkFamilies(ctx context.Context, v *vault.Vault, log zerolog.Logger) error {
	if !s.closed() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	some, err := v.Registry().Any(ctx)
	switch {
	case err != nil:
		log.Warn().Err(err).Msg("it is not known yet whether the database has families; without any, no one who signs in sees a recipe")
	case !some:
		return errUnscoped
	}
	return nil
}
