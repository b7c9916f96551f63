package serve

import (
	"context"
	"os"
	"time"

	"github.com/rs/zerolog"

	"mcp-adapters/recipe/vault"
)

// reloadLimit bounds the look at the recipes that no family sees any more.
const reloadLimit = 30 * time.Second

// reload reads the families file again at each signal, until ctx ends.
func (s *Settings) reload(ctx context.Context, v *vault.Vault, hangups <-chan os.Signal, log zerolog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-hangups:
			s.reloadOnce(ctx, v, log)
		}
	}
}

// reloadOnce keeps the families as they are when the file isn't right.
func (s *Settings) reloadOnce(ctx context.Context, v *vault.Vault, log zerolog.Logger) {
	if s.FamiliesPath == "" {
		log.Info().Msg("SIGHUP came, and changes nothing: FAMILIES_CONFIG_PATH is not set")
		return
	}
	_, families, err := ReadFamilies(s.FamiliesPath)
	if err != nil {
		log.Error().Str("error", "FAMILIES_CONFIG_PATH "+err.Error()).Msg("the families stay as they were")
		return
	}
	v.SetFamilies(families)
	log.Info().Msg("the families file was read again")
	ctx, cancel := context.WithTimeout(ctx, reloadLimit)
	defer cancel()
	warnUnseen(ctx, v, log)
}

// warnUnseen logs how many recipes no one sees. Their titles are taken, and whoever
// looks for them believes that they are lost.
func warnUnseen(ctx context.Context, v *vault.Vault, log zerolog.Logger) {
	titles, err := v.Unseen(ctx)
	switch {
	case err != nil:
		log.Warn().Err(err).Msg("whether there are recipes that no family sees could not be found out")
	case len(titles) > 0:
		log.Warn().Int("recipes", len(titles)).Msg("no family sees some recipes: they were saved without an address, or by someone who is in no family now; recipe-vault families adopt gives them to one")
	}
}
