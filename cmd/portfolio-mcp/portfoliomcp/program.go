// Package portfoliomcp is the program portfolio-mcp: its settings, the contractors it acts
// for, what install asks, what doctor looks at, backup and restore. All else is in packages
// program and portfolio.
package portfoliomcp

import (
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/program/install"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// The names of the program and of its system.
const (
	Name  = "portfolio-mcp"
	Title = "MCP Contractor Interface"
)

// The rights that a person gives to a client.
var (
	read  = issuer.Scope{Name: "portfolio:read", Meaning: "See your projects and their photos"}
	write = issuer.Scope{Name: "portfolio:write", Meaning: "Change your projects, and publish them for everyone"}
)

// accountClaim is how the original's tokens, and those of whoever follows it, name a
// contractor.
const accountClaim = "contractor_id"

// Program returns portfolio-mcp.
func Program() *program.Program {
	return &program.Program{
		Name:  Name,
		Title: Title,
		Short: "Lets an assistant publish a contractor's finished jobs",
		Long: `portfolio-mcp is an MCP server: an assistant such as Claude Desktop starts it and
speaks JSON-RPC with it, one message a line, over stdin and stdout. Its tools turn
what a contractor tells about a finished job, and photos of it, into a public page.

Without API_BASE_URL it keeps projects, photos and pages on this computer, and
serves them from a port of this computer alone, or at HTTP_ADDR.`,
		Start:    []string{"API_BASE_URL", "API_TOKEN", "PORTFOLIO_BUSINESS_NAME", "DATABASE_URL", "HTTP_ADDR", "AUTH"},
		Settings: func() program.Settings { return &Settings{} },
		Read:     read,
		Write:    write,
		Data:     dataDirectory,
		Accounts: accounts,
		Tools:    func() []mcp.Tool { return portfolio.Tools(nil, portfolio.ToolOptions{}) },
		CallExample: `  portfolio-mcp call list_projects
  portfolio-mcp call create_project_draft '{"title": "Chimney rebuild", "project_type": "Chimney"}'
  portfolio-mcp call publish_project '{"project_id": "a0ed89a2-378e-4d87-8594-d07e63c07749"}'`,
		Install: install.Program{
			About:   "Without an address, projects and photos are kept on this computer.",
			Try:     "Make a case study of the job I finished this week.",
			Example: `portfolio-mcp install --business "Acme Masonry" --city Denver --state CO`,
			Questions: []install.Question{
				{
					Variable: "API_BASE_URL", Flag: "url", Noun: "address",
					Usage: "address of a portfolio API, such as https://portfolio.example.com; empty: take it out of the entry",
					Text:  "Address of your portfolio API, such as https://portfolio.example.com (empty: keep projects and photos on this computer): ",
				},
				{
					Variable: "API_TOKEN", Flag: "api-token", Noun: "token", Needs: "API_BASE_URL",
					Usage: "its token; the shell's history will keep it, --api-token-stdin avoids that",
					Text:  "Its token (not shown while you type): ",
				},
				{
					Variable: "PORTFOLIO_BUSINESS_NAME", Flag: "business", Noun: "business name", Unless: "API_BASE_URL",
					Usage: "name of your business, as your pages show it; empty: take it out of the entry",
					Text:  "Name of your business, as your pages show it: ",
				},
				{
					Variable: "PORTFOLIO_CITY", Flag: "city", Noun: "city", Unless: "API_BASE_URL",
					Usage: "city of your business, which new projects get; empty: take it out of the entry",
					Text:  "City, such as Denver (new projects get it): ",
				},
				{
					Variable: "PORTFOLIO_STATE", Flag: "state", Noun: "state", Unless: "API_BASE_URL",
					Usage: "state of your business, which new projects get; empty: take it out of the entry",
					Text:  "State, such as CO: ",
				},
				{
					Variable: "PORTFOLIO_EMAIL", Flag: "email", Noun: "e-mail address", Unless: "API_BASE_URL",
					Usage: "your e-mail address, which pages do not show; empty: take it out of the entry",
					Text:  "Your e-mail address (pages do not show it; empty: none): ",
				},
			},
			Local: []string{"DATA_DIR", "PUBLIC_URL"},
			Portable: func(values map[string]string) error {
				return install.Absolute(values, "DATABASE_URL", "DATA_DIR", "DATABASE_URL_FILE", "API_TOKEN_FILE", "PORTFOLIO_MEDIA_ROOT")
			},
		},
		Checks:   func(s program.Settings) []doctor.Check { return s.(*Settings).checks() },
		Faults:   []doctor.Trouble{unnamed, unknown, foreignPhotos},
		Commands: commands,

		AccountClaim: accountClaim,
	}
}

// commands are those that work on what is kept on this computer.
func commands(p *program.Program, r *cli.Run) []*cobra.Command {
	load := func() (*Settings, error) {
		settings, err := p.Load()
		if err != nil {
			return nil, err
		}
		s := settings.(*Settings)
		if s.BaseURL != "" {
			return nil, config.Faults{{Variable: "API_BASE_URL", Rule: "must not be set: what is at that address is looked after on the computer that serves it"}}
		}
		return s, nil
	}
	return append(backups(load).Commands(), (&contractors{program: p, load: load}).command())
}
