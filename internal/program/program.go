// Package program is an MCP server program over stdin and stdout, or over HTTP: its settings,
// its start, and the commands call, tools, signin, install, uninstall and doctor.
//
// A [Program] says how one program differs from the others. [Main] runs it:
//
//	command line, log, signals      program/cli
//	settings, tools, serving        serve.go
//	the system and its tools        Settings.Open
//	the loop over stdin and stdout  jsonrpc/stdio
//	or an endpoint at HTTP_ADDR     program/endpoint
package program

import (
	"context"
	"errors"
	"os"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/oauth/issuer"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/program/endpoint"
	"github.com/mcp-adapters/mcp-adapters/internal/program/install"
	"github.com/mcp-adapters/mcp-adapters/internal/widget"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// Program is a server program.
type Program struct {
	Name  string   // of the program, and of its entry in the config of a client
	Title string   // of the system, for people: "Recipe Vault"
	Short string   // what it does, in half a sentence
	Long  string   // what it does in at most ten lines, for --help
	Start []string // the half dozen variables that --help shows

	// Settings returns new settings, to be loaded. They are a pointer to a struct
	// that embeds [Common].
	Settings func() Settings
	// Accounts opens the database of the built-in authorization server where that isn't
	// the file signin.db in the directory of Data, and returns nil where it is. nil: it
	// always is.
	Accounts func(log zerolog.Logger) (issuer.DB, error)
	// Read and Write are the rights that a person who signs in gives to a client. Tools
	// that change something need Write, which includes Read; where there are none, it is
	// the zero Scope.
	Read, Write issuer.Scope
	// AccountClaim names the claim by which an authorization server that isn't built in
	// says which of the system's persons someone is; see [endpoint.System].
	AccountClaim string
	// Data returns the directory in which the program keeps things of its own where
	// DATA_DIR is not set; nil: there is none.
	Data func() (string, error)
	// Tools returns every tool that there may be, without a backend: what needs the right
	// Write is found here.
	Tools func() []mcp.Tool
	// Offered returns those that the settings offer, to be listed and never called; nil:
	// all. Its error is [config.Faults] of the settings that say which.
	Offered func() ([]mcp.Tool, error)
	// CallExample has lines that show call at work.
	CallExample string
	// Install says what install asks; its Name, Variables and Check are filled in.
	Install install.Program
	// Checks returns doctor's checks of what the settings lead to, and Faults lists what
	// they may find.
	Checks func(s Settings) []doctor.Check
	Faults []doctor.Trouble
	// Refuse returns the faults of settings with which a server starts and that can't be
	// meant; doctor and install report them. nil: there are none.
	Refuse func() config.Faults
	// Commands returns the program's own commands. nil: there are none.
	Commands func(p *Program, r *cli.Run) []*cobra.Command
}

// Settings are what a program reads from its environment.
type Settings interface {
	// Check checks what the types of the fields don't. Its error is
	// [config.Faults] where the settings are at fault.
	Check() error
	// Open opens what the program serves.
	Open(ctx context.Context, log zerolog.Logger) (*Backend, error)
	// Warn logs, when a server has started, what its owner may not have meant.
	Warn(log zerolog.Logger)
	// Shared returns the embedded [Common].
	Shared() *Common
}

// Backend is what a program serves.
type Backend = endpoint.Backend

// Common are the settings that every program has. A program with a check of its own
// calls Check in it.
type Common struct {
	config.Loop
	config.Log
	config.HTTP
}

// Check checks how the program is served over HTTP.
func (c *Common) Check() error {
	faults, _ := c.HTTP.Check()
	return faults.Err()
}

// Warn logs what the owner of a server over HTTP may not have meant. A program with
// warnings of its own calls it in its Warn.
func (c *Common) Warn(log zerolog.Logger) {
	_, warnings := c.HTTP.Check()
	for _, text := range warnings {
		log.Warn().Msg(text)
	}
	if c.Addr != "" && c.Auth == config.AuthToken && clients.Exposed(config.Trim(os.Getenv("AUTH_TOKEN_FILE"))) {
		log.Warn().Msg("other users of this computer can read the file of AUTH_TOKEN_FILE: make its mode 0600")
	}
}

// Shared returns c.
func (c *Common) Shared() *Common { return c }

// Load reads and checks settings. Its error is [config.Faults], or else a failure
// that is not the settings' fault.
func (p *Program) Load() (Settings, error) {
	settings := p.Settings()
	var faults, more config.Faults
	errors.As(config.Load(settings), &faults)
	common := settings.Shared()
	err := settings.Check()
	errors.As(err, &more)
	faults.Merge(more)
	if faults.Merge(common.Settle(common.Addr != "")); len(faults) > 0 {
		return nil, faults
	}
	return settings, err
}

// System is the program as doctor checks it.
func (p *Program) System() doctor.System {
	return doctor.System{
		Program: p.Name, Endpoint: "that of " + p.Name + " ends in /mcp.",
		Variables: p.Variables(), Faults: p.Faults,
		Load: func() ([]doctor.Check, error) {
			settings, err := p.Load()
			faults, are := errors.AsType[config.Faults](err)
			if p.Refuse != nil && (err == nil || are) {
				faults.Merge(p.Refuse())
				err = faults.Err()
			}
			if err != nil || p.Checks == nil {
				return nil, err
			}
			return p.Checks(settings), nil
		},
	}
}

// Variables lists what the program reads from its environment.
func (p *Program) Variables() []config.Variable { return config.Variables(p.Settings()) }

// ServerOptions returns the options that the servers of all programs have.
func (c *Common) ServerOptions(name, title string, log zerolog.Logger) mcp.Options {
	return mcp.Options{
		Name:       name,
		Title:      title,
		Version:    cli.Version(),
		Extensions: map[string]any{widget.Extension: map[string]any{}},
		Logging:    true,
		StateKeys:  c.StateKeys(),
		Principal:  endpoint.Principal,
		Log:        log,
	}
}

// APIOptions returns the options of the client that calls the REST API behind the tools. Its
// warnings go to the MCP client of the call.
func (c *Common) APIOptions(program string, api config.API, log zerolog.Logger) apiclient.Options {
	return apiclient.Options{
		BaseURL:    string(api.BaseURL),
		UserAgent:  program + "/" + cli.Version(),
		Proxy:      string(api.Proxy),
		Timeout:    api.Timeout,
		MaxRetries: api.MaxRetries,
		MaxConns:   c.MaxConcurrency,
		Remote:     endpoint.Remote,
		Warn: func(ctx context.Context, sentence string) {
			_ = mcp.LogMessage(ctx, "warning", map[string]string{"message": sentence}) // a client that is gone misses it
		},
		Log: log,
	}
}
