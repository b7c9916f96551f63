package recipemcp

import (
	"mcp-adapters/config"
	"mcp-adapters/mcp"
	"mcp-adapters/program"
	"mcp-adapters/recipe/vault"
)

// Settings are the environment of recipe-mcp.
type Settings struct {
	config.API
	Key   config.Secret `env:"API_KEY" desc:"key of the REST API, sent as X-API-Key"`
	Email config.Email  `env:"USER_EMAIL" desc:"family member to act for, in visible ASCII, sent as X-User-Email; unset: everything the key may see"`
	program.Common
	ToolErrors mcp.ToolErrors `env:"TOOL_ERRORS" default:"auto" oneof:"auto rpc result" desc:"how a failed tool call is answered: rpc, a JSON-RPC error; result, a result with isError; auto, result to clients of MCP 2026-07-28 and rpc to earlier ones"`
	config.Database

	// Path is the embedded vault's file, "" when an API is configured.
	Path string

	author bool // DEFAULT_AUTHOR_EMAIL is set, which the original server's own adapter has
}

// Check finds the embedded vault's file when no API is configured.
func (s *Settings) Check(getenv func(string) string) (err error) {
	s.author = config.Trim(getenv("DEFAULT_AUTHOR_EMAIL")) != ""
	if s.DatabaseURL != "" {
		if s.Path, err = vault.ParseURL(s.DatabaseURL); err != nil {
			return config.Faults{{Variable: "DATABASE_URL", Rule: err.Error()}}
		}
	}
	switch {
	case s.BaseURL != "":
		s.Path = ""
	case s.Path == "":
		s.Path, err = vault.DefaultPath(getenv)
	}
	return err
}
