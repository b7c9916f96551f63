package main

import (
	"errors"

	"github.com/rs/zerolog"

	"mcp-adapters/apiclient"
	"mcp-adapters/config"
	"mcp-adapters/program/buildinfo"
	"mcp-adapters/recipe"
	"mcp-adapters/recipe/transfer"
	"mcp-adapters/recipe/vault"
)

// vaultSettings is the checked part of the environment that says which vault
// recipes are brought to or taken from: the one of API_BASE_URL, or else the file
// of DATABASE_URL.
type vaultSettings struct {
	config.API
	Key      config.Secret `env:"API_KEY"`
	Email    config.Email  `env:"USER_EMAIL"`
	families *vault.Families
	path     string
}

// readVaultSettings reports all faults at once, each naming its variable.
func readVaultSettings(getenv func(string) string) (vaultSettings, error) {
	var s vaultSettings
	var bad usageError
	var faults config.Faults
	errors.As(config.Load(getenv, &s), &faults)
	for _, f := range faults {
		bad.lines = append(bad.lines, f.Variable+" "+f.Rule)
	}
	var err error
	if s.path, err = databasePath(getenv); err != nil && (s.BaseURL == "" || getenv("DATABASE_URL") != "") {
		bad.lines = append(bad.lines, "DATABASE_URL "+err.Error())
	}
	if s.BaseURL == "" {
		if s.families, err = loadFamilies(getenv("FAMILIES_CONFIG_PATH")); err != nil {
			bad.lines = append(bad.lines, "FAMILIES_CONFIG_PATH "+err.Error())
		}
	}
	if len(bad.lines) > 0 {
		return s, &bad
	}
	return s, nil
}

func openVault(s vaultSettings, log zerolog.Logger) (*transfer.Vault, error) {
	v, err := transfer.Open(transfer.Options{
		Client: recipe.Options{
			Options: apiclient.Options{
				BaseURL:    string(s.BaseURL),
				UserAgent:  "recipe-vault/" + buildinfo.Version(),
				Proxy:      string(s.Proxy),
				Timeout:    s.Timeout,
				MaxRetries: s.MaxRetries,
				Log:        log,
			},
			Key:   s.Key.Reveal(),
			Email: s.Email.Reveal(),
		},
		Path: s.path, Families: s.families,
	})
	if err != nil {
		return nil, &usageError{[]string{err.Error()}}
	}
	return v, nil
}
