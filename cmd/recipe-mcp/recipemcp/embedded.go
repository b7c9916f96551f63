package recipemcp

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

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

// familiesLimit bounds the look for families at the start.
const familiesLimit = 10 * time.Second

// checkFamilies fails if [Settings.closed] and there are none. A database that can't be used
// yet, as a server that starts too, is no reason not to start: no one sees anything until then.
func (s *Settings) checkFamilies(ctx context.Context, v *vault.Vault, log zerolog.Logger) error {
	if !s.closed() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, familiesLimit)
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
