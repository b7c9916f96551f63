package main

import (
	"errors"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

// vaultSettings is the checked part of the environment that says which vault
// recipes are brought to or taken from: the one of API_BASE_URL, or else the file
// of DATABASE_URL.
type vaultSettings struct {
	config.API
	Key   config.Secret `env:"API_KEY"`
	Email config.Email  `env:"USER_EMAIL"`
	place.Database
	families *vault.Families
}

// readVaultSettings reports all faults at once, each naming its variable.
func readVaultSettings(getenv func(string) string) (vaultSettings, error) {
	var s vaultSettings
	var faults config.Faults
	errors.As(config.Load(getenv, &s), &faults)
	faults.Add(s.ReadFile())
	if variable, err := s.Find(getenv); s.BaseURL == "" {
		faults.Add(variable, err)
	}
	if path := getenv("FAMILIES_CONFIG_PATH"); s.BaseURL == "" && path != "" {
		var err error
		_, s.families, err = serve.ReadFamilies(path)
		faults.Add("FAMILIES_CONFIG_PATH", err)
	}
	return s, faults.Err()
}

func openVault(s vaultSettings, log zerolog.Logger) (*transfer.Vault, error) {
	v, err := transfer.Open(recipe.Options{
		Options: apiclient.Options{
			BaseURL:    string(s.BaseURL),
			UserAgent:  "recipe-vault/" + cli.Version(),
			Proxy:      string(s.Proxy),
			Timeout:    s.Timeout,
			MaxRetries: s.MaxRetries,
			Log:        log,
		},
		Key:   s.Key.Reveal(),
		Email: s.Email.Reveal(),
	}, &s.Database, s.families)
	if err != nil {
		return nil, cli.Mistake(err.Error())
	}
	return v, nil
}

// ownDatabase is where the vault's recipes are. Whoever set the address of a served vault
// means that one, whose database is elsewhere.
func (p *program) ownDatabase() (*place.Database, error) {
	if p.getenv("API_BASE_URL") != "" {
		return nil, cli.Mistake("API_BASE_URL must not be set: this command works on the vault's database, on the computer that serves it")
	}
	d := &place.Database{}
	var faults config.Faults
	errors.As(config.Load(p.getenv, d), &faults)
	faults.Add(d.ReadFile())
	if len(faults) == 0 {
		faults.Add(d.Find(p.getenv))
	}
	if len(faults) > 0 {
		return nil, cli.Mistake(faults.Error())
	}
	return d, nil
}

// ownFile is [program.ownDatabase] for a command that needs a file.
func (p *program) ownFile() (string, error) {
	d, err := p.ownDatabase()
	if err != nil {
		return "", err
	}
	if variable, err := d.CheckFile(); err != nil {
		return "", cli.Mistake(variable + " " + err.Error())
	}
	return d.File, nil
}
