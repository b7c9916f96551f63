// Package recipemcp is the program recipe-mcp: its settings, what install asks, what
// doctor looks at. All else is in packages program and recipe.
package recipemcp

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/program/install"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/recipe"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
)

// The names of the program and of its system.
const (
	Name  = "recipe-mcp"
	Title = "Recipe Vault"
)

// The rights that a person gives to a client.
var (
	read  = issuer.Scope{Name: "recipes:read", Meaning: "See your family's recipes"}
	write = issuer.Scope{Name: "recipes:write", Meaning: "Save new recipes, and change or delete the ones there are"}
)

// Program returns recipe-mcp.
func Program() *program.Program {
	return &program.Program{
		Name:  Name,
		Title: Title,
		Short: "Lets an assistant talk to a Recipe Vault",
		Long: `recipe-mcp is an MCP server: an assistant such as Claude Desktop starts it and
speaks JSON-RPC with it, one message a line, over stdin and stdout. Its tools
list, read, save and change recipes in a Recipe Vault.

Without API_BASE_URL it keeps the recipes in an embedded vault on this computer.`,
		Start:    []string{"API_BASE_URL", "API_KEY", "USER_EMAIL", "DATABASE_URL", "HTTP_ADDR", "AUTH"},
		Settings: func() program.Settings { return &Settings{} },
		Read:     read,
		Write:    write,
		Data:     dataDirectory,
		Tools:    func() []mcp.Tool { return recipe.Tools(nil, recipe.ToolOptions{Sets: recipe.Sets()}) },
		Offered:  offered,
		CallExample: `  recipe-mcp call list_recipes
  recipe-mcp call get_recipe '{"recipe_id": "a0ed89a2-378e-4d87-8594-d07e63c07749"}'
  recipe-mcp call create_recipe - < soup.json`,
		Install: install.Program{
			About:   "Without an address, recipes are kept on this computer.",
			Try:     "What recipes do I have?",
			Example: "recipe-mcp install --url http://192.168.1.9:3000 --key-stdin < key.txt",
			Questions: []install.Question{
				{
					Variable: "API_BASE_URL", Flag: "url", Noun: "address",
					Usage: "address of the Recipe Vault, such as http://192.168.1.9:3000; empty: take it out of the entry",
					Text:  "Address of the Recipe Vault, such as http://192.168.1.9:3000 (empty: keep the recipes on this computer): ",
				},
				{
					Variable: "API_KEY", Flag: "key", Noun: "key", Needs: "API_BASE_URL",
					Usage: "its key; the shell's history will keep it, --key-stdin avoids that",
					Text:  "Its key (not shown while you type): ",
				},
				{
					Variable: "USER_EMAIL", Flag: "email", Noun: "e-mail address", Needs: "API_BASE_URL",
					Usage: "family member to act for; empty: take it out of the entry",
					Text:  "Your e-mail address in the family (empty: see all recipes): ",
				},
			},
			Portable: func(values map[string]string) error {
				return install.Absolute(values, "DATABASE_URL", "DATABASE_URL_FILE")
			},
		},
		Checks:   func(s program.Settings) []doctor.Check { return s.(*Settings).checks() },
		Refuse:   checkEmail,
		Commands: commands,
	}
}

// dataDirectory is where the embedded vault is unless DATABASE_URL says otherwise.
func dataDirectory() (string, error) {
	path, err := place.DefaultPath()
	return filepath.Dir(path), err
}

// commands back up and restore the embedded vault's file.
func commands(p *program.Program, r *cli.Run) []*cobra.Command {
	return place.BackupCommands(Name, func() (string, error) {
		settings, err := p.Load()
		if err != nil {
			return "", err
		}
		s := settings.(*Settings)
		if s.BaseURL != "" {
			return "", config.Faults{{Variable: "API_BASE_URL", Rule: "must not be set: the recipes at that address are backed up and restored on the computer that serves them, with recipe-vault"}}
		}
		if variable, err := s.CheckFile(); err != nil {
			return "", config.Faults{{Variable: variable, Rule: err.Error()}}
		}
		return s.File, nil
	})
}
