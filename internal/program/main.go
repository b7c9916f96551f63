package program

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/program/install"
)

// Main is the main function of a program. It does not return.
func Main(p *Program) { cli.Main(p.frame()) }

// Run runs the program with args, which do not begin with its name, and returns the exit code.
// A server stops in order when ctx ends.
func Run(ctx context.Context, p *Program, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Execute(ctx, p.frame(), args, stdin, stdout, stderr)
}

// Command returns the command line of the program, for its man pages.
func (p *Program) Command() *cobra.Command { return p.frame().Command() }

// run is one run of a program.
type run struct {
	*Program
	*cli.Run
}

func (p *Program) frame() *cli.Program {
	return &cli.Program{
		Name: p.Name, Short: p.Short, Long: p.Long, Start: p.Start,
		Variables: p.Variables(),
		Serve:     func(ctx context.Context, r *cli.Run) error { return (&run{p, r}).serve(ctx) },
		Commands:  func(r *cli.Run) []*cobra.Command { return (&run{p, r}).commands() },
		Reported: func(ctx context.Context, r *cli.Run, err error) {
			if failed, ok := errors.AsType[*startError](err); ok {
				(&run{p, r}).refuse(ctx, failed)
			}
		},
		Leave: doctor.Kill,
	}
}

func (r *run) commands() []*cobra.Command {
	commands := []*cobra.Command{r.callCommand(), r.toolsCommand()}
	if r.Read.Name != "" {
		commands = append(commands, r.signInCommand())
	}
	commands = append(commands, install.Commands(r.installation(), os.Getenv)...)
	commands = append(commands, doctor.Command(r.System(), os.Getenv))
	if r.Commands != nil {
		commands = append(commands, r.Commands(r.Program, r.Run)...)
	}
	return commands
}

// installation completes what install needs to know of the program.
func (r *run) installation() install.Program {
	p := r.Install
	p.Name, p.Variables = r.Name, r.Variables()
	for _, v := range config.Variables(&config.HTTP{}) {
		if !slices.Contains(p.Local, v.Name) {
			p.Served = append(p.Served, v.Name)
		}
	}
	system := r.System()
	p.Check = func(values map[string]string) []string { return doctor.Settings(system, values) }
	return p
}
