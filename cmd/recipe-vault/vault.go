package main

import (
	"errors"

	"github.com/rs/zerolog"

	"mcp-adapters/apiclient"
	"mcp-adapters/config"
	"mcp-adapters/program/buildinfo"
	"mcp-adapters/program/exit"
	"mcp-adapters/recipe"
	"mcp-adapters/recipe/transfer"
	"mcp-adapters/recipe/vault"
	"mcp-adapters/recipe/vault/serve"
)

// vaultSettings is the checked part of the environment that says which vault
// recipes are brought to or taken from: the one of API_BASE_URL, or else the file
// of DATABASE_URL.
type vaultSettings struct {
	config.API
	Key   config.Secret `env:"API_KEY"`
	Email config.Email  `env:"USER_EMAIL"`
	config.Database
	families *vault.Families
	path     string
}

// readVaultSettings reports all faults at once, each naming its variable.
func readVaultSettings(getenv func(string) string) (vaultSettings, error) {
	var s vaultSettings
	var faults config.Faults
	errors.As(config.Load(getenv, &s), &faults)
	var err error
	if s.path, err = vault.Locate(s.DatabaseURL, getenv); s.BaseURL == "" || s.DatabaseURL != "" {
		faults.Add("DATABASE_URL", err)
	}
	if path := getenv("FAMILIES_CONFIG_PATH"); s.BaseURL == "" && path != "" {
		_, s.families, err = serve.ReadFamilies(path)
		faults.Add("FAMILIES_CONFIG_PATH", err)
	}
	return s, faults.Err()
}

func openVault(s vaultSettings, log zerolog.Logger) (*transfer.Vault, error) {
	v, err := transfer.Open(recipe.Options{
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
	}, s.path, s.families)
	if err != nil {
		return nil, exit.Mistake(err.Error())
	}
	return v, nil
}

// ownDatabase is the path of the vault's file. Whoever set the address of a
// served vault means that one, whose file is elsewhere.
func (p *program) ownDatabase() (string, error) {
	if p.getenv("API_BASE_URL") != "" {
		return "", exit.Mistake("API_BASE_URL must not be set: this command works on the vault's file, on the computer that serves it")
	}
	path, err := vault.Locate(config.Trim(p.getenv("DATABASE_URL")), p.getenv)
	if err != nil {
		return "", exit.Mistake("DATABASE_URL " + err.Error())
	}
	return path, nil
}
