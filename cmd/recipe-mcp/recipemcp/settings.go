// Package recipemcp is what recipe-mcp has of its own: its settings.
package recipemcp

import (
	"errors"

	"mcp-adapters/config"
	"mcp-adapters/mcp"
	"mcp-adapters/recipe/vault"
)

// Settings are the environment of recipe-mcp.
type Settings struct {
	config.API
	Key   config.Secret `env:"API_KEY" desc:"key of the REST API, sent as X-API-Key"`
	Email config.Email  `env:"USER_EMAIL" desc:"family member to act for, in visible ASCII, sent as X-User-Email; unset: everything the key may see"`
	config.Loop
	ToolErrors mcp.ToolErrors `env:"TOOL_ERRORS" default:"rpc" oneof:"rpc result" desc:"how a failed tool call is answered: rpc, a JSON-RPC error, or result, a result with isError"`
	config.Log
	config.Database

	// Path is the embedded vault's file, "" when an API is configured.
	Path string
}

// Load reads and checks the environment, and finds the embedded vault's file when no
// API is configured. Its error is [config.Faults], or says why there is no place for
// that file.
func (s *Settings) Load(getenv func(string) string) error {
	var faults config.Faults
	errors.As(config.Load(getenv, s), &faults)
	var err error
	if s.DatabaseURL != "" {
		s.Path, err = vault.ParseURL(s.DatabaseURL)
		faults.Add("DATABASE_URL", err)
	}
	switch {
	case len(faults) > 0:
		return faults
	case s.BaseURL != "":
		s.Path = ""
	case s.Path == "":
		s.Path, err = vault.DefaultPath(getenv)
	}
	return err
}

// Variables lists what recipe-mcp reads from its environment.
func Variables() []config.Variable { return config.Variables(&Settings{}) }
