package serve

import (
	"context"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// reloadLimit bounds the look at the recipes that no family sees any more.
const reloadLimit = 30 * time.Second

// Reload reads the families of v again from the file at path, at each of hangups and
// until ctx ends. They stay as they were when the file isn't right. Without a path there
// is nothing to read, and v isn't used.
func Reload(ctx context.Context, v *vault.Vault, path string, hangups <-chan os.Signal, log zerolog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-hangups:
			reload(ctx, v, path, log)
		}
	}
}

func reload(ctx context.Context, v *vault.Vault, path string, log zerolog.Logger) {
	if path == "" {
		log.Info().Msg("ignoring SIGHUP: there is no families file to read again")
		return
	}
	_, families, err := ReadFamilies(path)
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

// warnUnseen logs how many recipes no one sees. Their titles are taken, and a person who
// looks for them believes that they are lost.
func warnUnseen(ctx context.Context, v *vault.Vault, log zerolog.Logger) {
	titles, err := v.Unseen(ctx)
	switch {
	case err != nil:
		log.Warn().Err(err).Msg("cannot check for recipes that no family sees")
	case len(titles) > 0:
		log.Warn().Int("recipes", len(titles)).Msg("no family sees some recipes: they were saved without an address, or by someone who is in no family now; recipe-vault family adopt gives them to one")
	}
}
