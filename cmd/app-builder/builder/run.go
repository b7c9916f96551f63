// Package builder is the program app-builder: its settings, what it serves, what doctor looks
// at, backup, restore and takedown. All else is in package appbuilder and those below it.
package builder

import (
	"context"
	"io"
	"os/signal"
	"syscall"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// Name is the name of the program.
const Name = "app-builder"

// program is what a command needs of the world around it.
type program struct {
	getenv func(string) string
	stderr io.Writer
	sink   *cli.Sink
}

// Run is the whole program; it returns the exit code. The end of ctx ends it in order.
func Run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{getenv: getenv, stderr: stderr, sink: cli.NewSink(stderr)}
	root := p.root()
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	p.sink.Close()
	return cli.Report(stderr, Name, err)
}

// Command returns the command line, for documents about it.
func Command() *cobra.Command { return (&program{getenv: func(string) string { return "" }}).root() }

const about = `app-builder serves a web application: describe an app in words, refine it by chat beside a
live preview, and publish it as an MCP server with one tool and one page.
Without a command it serves until it gets SIGINT or SIGTERM. It prints the address to
open in a browser, and logs to stderr.

  /                        the pages on which apps are made
  /api/                    the same as a REST API
  /servers/SLUG/mcp        a published app, for MCP clients
  /servers/SLUG            a page that says how to connect to it
  /healthz                 200 while the program runs
  /readyz                  200 while the database can be used`

func (p *program) root() *cobra.Command {
	root := cli.Root(&cobra.Command{
		Use:   Name,
		Short: "Make apps by describing them, and publish them as MCP servers",
		Long:  about,
		RunE:  func(cmd *cobra.Command, _ []string) error { return p.serve(cmd) },
	}, config.Variables(&Settings{}), nil, nil, nil)
	root.AddCommand(p.healthCheckCommand(), p.takedownCommand(), p.versionCommand(), p.doctorCommand())
	root.AddCommand(p.backupCommands()...)
	return root
}

func (p *program) serve(cmd *cobra.Command) error {
	// A log that no one reads any more must not end the program.
	signal.Ignore(syscall.SIGPIPE)
	s, err := Load(p.getenv)
	if err != nil {
		return err
	}
	return cli.Failure(s.Serve(cmd.Context(), cmd.OutOrStdout(), p.log(s.Log)))
}

func (p *program) log(settings config.Log) zerolog.Logger {
	return cli.Log(p.sink, p.stderr, p.getenv, settings)
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), Name+" "+cli.Describe()+"\n")
			return cli.Failure(err)
		},
	}
}
