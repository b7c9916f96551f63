package recipemcp

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

// Settings are the environment of recipe-mcp.
type Settings struct {
	config.API
	Key   config.Secret `envconfig:"API_KEY" desc:"key of the REST API, sent as X-API-Key"`
	Email config.Email  `envconfig:"USER_EMAIL" desc:"e-mail address of the family member to act for, in visible ASCII, sent as X-User-Email; unset: every recipe that the key may see"`
	program.Common
	Offer
	ToolErrors     mcp.ToolErrors `envconfig:"TOOL_ERRORS" default:"auto" oneof:"auto rpc result" desc:"form of a failed tool call: rpc (a JSON-RPC error), result (a result with isError) or auto (result for clients of MCP 2026-07-28, rpc for earlier ones)"`
	ShowAuthors    bool           `envconfig:"SHOW_AUTHORS" default:"false" desc:"true shows the model who saved and who last changed a recipe (e-mail addresses)"`
	MaxResultBytes int            `envconfig:"MAX_RESULT_BYTES" default:"140000" range:"0 1073741824" desc:"longest list result in bytes; longer lists are cut and continue with a cursor. 0: no limit"`
	place.Database
	FamiliesPath string `envconfig:"FAMILIES_CONFIG_PATH" desc:"YAML file that lists the e-mail addresses of each family, for the embedded vault; a server over HTTP reads it again at SIGHUP. Unset: the families in the database; without any, everyone sees every recipe"`
	AllFamilies  string `envconfig:"ALLOW_ALL_FAMILIES" oneof:"1 0" desc:"1 lets every signed-in user see all recipes when no families are defined"`

	families *vault.Families // of the embedded vault, unless its database has some; nil: one household
	author   bool            // DEFAULT_AUTHOR_EMAIL is set, which the original server's own adapter has
}

// Offer says which tools there are.
type Offer struct {
	Toolsets []string `envconfig:"TOOLSETS" default:"core" oneof:"core manage cook" desc:"sets of tools, separated by commas: core (list, get, create, update), manage (delete) and cook (scale, shopping list)"`
	ReadOnly bool     `envconfig:"READ_ONLY" default:"false" desc:"true removes every tool that changes something, whatever TOOLSETS is"`
}

// offered lists the tools, whatever the other settings are.
func offered() ([]mcp.Tool, error) {
	var o Offer
	if err := config.Load(&o); err != nil {
		return nil, err
	}
	return recipe.Tools(nil, recipe.ToolOptions{Sets: o.Toolsets, ReadOnly: o.ReadOnly}), nil
}

// Check finds the embedded vault's file and families when no API is configured, and
// refuses to serve recipes over HTTP when nothing says who sees which.
func (s *Settings) Check() error {
	s.author = config.Trim(os.Getenv("DEFAULT_AUTHOR_EMAIL")) != ""
	var faults config.Faults
	errors.As(s.Common.Check(), &faults)
	s.DrainTimeout = cmp.Or(s.DrainTimeout, s.Drain())
	if s.BaseURL == "" && s.FamiliesPath != "" {
		_, families, err := serve.ReadFamilies(s.FamiliesPath)
		faults.Add("FAMILIES_CONFIG_PATH", err)
		s.families = families
	}
	if s.Addr != "" && s.Auth == config.AuthToken && s.Email == (config.Email{}) && s.AllFamilies != "1" {
		faults.Add("USER_EMAIL", errors.New("must be set for AUTH=token"+unless))
	}
	if len(faults) > 0 || s.BaseURL != "" {
		return faults.Err()
	}
	if variable, err := s.Find(); err != nil {
		return fmt.Errorf("%s %w", variable, err)
	}
	if s.closed() {
		s.families, _ = vault.NewFamilies() // no one is in them
		if s.Missing() {
			return errUnscoped
		}
	}
	return nil
}

const unless = ", or ALLOW_ALL_FAMILIES to 1 so that everyone who gets in sees all recipes"
