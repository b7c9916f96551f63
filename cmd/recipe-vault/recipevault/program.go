// Package recipevault is the program recipe-vault: it serves a vault over HTTP, and has
// commands that import, export, move, back up and manage what is in it.
package recipevault

import (
	"context"
	"errors"
	"os"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/place"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

// Name is the name of the program.
const Name = "recipe-vault"

// Program returns recipe-vault.
func Program() *cli.Program {
	return &cli.Program{
		Name:  Name,
		Short: "Serve a Recipe Vault over HTTP",
		Long: `recipe-vault keeps recipes in one SQLite file, or a PostgreSQL database, and serves them
over HTTP.
Without a command it serves until it gets SIGINT or SIGTERM.

GET /healthz returns 200 while the program runs, GET /readyz (or /health) while the database
can be used, and GET /openapi.json describes the API; none of them needs the key. The log
goes to stderr.`,
		Variables: config.Variables(&serve.Settings{}),
		Start:     []string{"HTTP_ADDR", "API_KEY", "DATABASE_URL", "FAMILIES_CONFIG_PATH", "ADMIN_KEY", "METRICS_ADDR"},
		Serve: func(ctx context.Context, r *cli.Run) error {
			hangups := cli.Hangups()
			settings, err := serve.Load()
			if err != nil {
				return err
			}
			return settings.Serve(ctx, cli.Version(), hangups, r.Log(config.Log{LogLevel: "info"}))
		},
		Commands: func(r *cli.Run) []*cobra.Command {
			p := &program{r, r.Log(config.Log{LogLevel: "warn"})}
			commands := []*cobra.Command{p.importCommand(), p.exportCommand(), p.familyCommand(), p.migrateCommand(), p.healthCheckCommand()}
			return append(commands, place.BackupCommands(Name, p.ownFile)...)
		},
	}
}

// program is one run of the program.
type program struct {
	*cli.Run
	log zerolog.Logger
}

// healthCheckCommand is for containers, which have no shell and no curl.
func (p *program) healthCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use: "healthcheck", Short: "Ask the server at HTTP_ADDR whether it is healthy", Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serve.CheckHealth(cmd.Context()) },
	}
}

// ownDatabase returns the database of the vault on this computer. API_BASE_URL means another
// vault, so the command must not run.
func (p *program) ownDatabase() (*place.Database, error) {
	if os.Getenv("API_BASE_URL") != "" {
		return nil, cli.Mistake("API_BASE_URL must not be set: this command works on the vault's database, on the computer that serves it")
	}
	d := &place.Database{}
	var faults config.Faults
	errors.As(config.Load(d), &faults)
	if len(faults) == 0 {
		faults.Add(d.Find())
	}
	if len(faults) > 0 {
		return nil, cli.Mistake(faults.Error())
	}
	return d, nil
}

// ownFile returns the file of the vault on this computer.
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

// onVault runs work on the vault at that place.
func (p *program) onVault(at *place.Database, families *vault.Families, work func(*vault.Vault) error) (err error) {
	v, err := at.Vault(vault.Options{Families: families, Log: p.log})
	if err != nil {
		return cli.Mistake(err.Error())
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	return work(v)
}
