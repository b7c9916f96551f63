package main

import (
	"context"
	"errors"
	"io"
	"os/signal"
	"syscall"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/recipe/backup"
	"github.com/mcp-adapters/mcp-adapters/recipe/transfer"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault/serve"
)

// exitAltered says that an import is done, but not everything is as the files have it.
const exitAltered = 3

// program is what a command needs of the world around it.
type program struct {
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
	log            zerolog.Logger
	wait           func(context.Context, time.Duration) error // [transfer.PauseFor], or a test's
}

// run is the whole program; it returns the exit code. The end of ctx ends it in order.
func run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&program{getenv: getenv, stdin: stdin, stdout: stdout, stderr: stderr, wait: transfer.PauseFor}).run(ctx, args)
}

func (p *program) run(ctx context.Context, args []string) int {
	sink := cli.NewSink(p.stderr)
	p.log = cli.Log(sink, p.stderr, p.getenv, config.Log{LogLevel: "info"})
	root := p.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	sink.Close()
	return cli.Report(p.stderr, "recipe-vault", err)
}

const about = `recipe-vault keeps recipes in one SQLite file, or a PostgreSQL database, and serves them
over HTTP.
Without a command it serves until it gets SIGINT or SIGTERM.

The file of FAMILIES_CONFIG_PATH has the form

  families:
    smith:
      members: [alice@example.com, bob@example.com]

Families in the database, which have keys of their own and limits, count in its place: see
recipe-vault family --help.

GET /healthz answers 200 while the program runs, GET /readyz (or /health) while the
database does, and GET /openapi.json describes the API; none of them needs the key. The log goes to stderr.`

func (p *program) root() *cobra.Command {
	root := cli.Root(&cobra.Command{
		Use:   "recipe-vault",
		Short: "Serve a Recipe Vault over HTTP",
		Long:  about,
		RunE:  func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context()) },
	}, config.Variables(&serve.Settings{}), p.stdin, p.stdout, p.stderr)
	root.AddCommand(p.importCommand(), p.exportCommand(), p.familyCommand(), p.migrateCommand(), p.healthCheckCommand())
	root.AddCommand(backup.Commands("recipe-vault", cli.Args(1, 1), p.ownFile)...)
	withCodes(root)
	return root
}

func (p *program) serve(ctx context.Context) error {
	// A log that no one reads any more must not end the vault, nor SIGHUP.
	signal.Ignore(syscall.SIGPIPE)
	hangups := cli.Hangups()
	settings, err := serve.Load(p.getenv)
	if err != nil {
		return err
	}
	return settings.Serve(ctx, cli.Version(), hangups, p.log)
}

// healthCheckCommand is for containers, whose image has no shell and no curl.
func (p *program) healthCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "healthcheck",
		Short: "Ask the server on this machine whether it is healthy",
		Long: `Ask the server that HTTP_ADDR names whether it is healthy.

Exit codes: 0 it is; 1 it is not, or is not running; 2 HTTP_ADDR is wrong.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serve.CheckHealth(cmd.Context(), p.getenv) },
	}
}

// withCodes gives the errors of all commands the exit code of a failure, unless they
// have another.
func withCodes(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		withCodes(c)
	}
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		if errors.Is(err, transfer.ErrAltered) {
			return &cli.Error{Code: exitAltered, Err: err}
		}
		return cli.Failure(err)
	}
}
