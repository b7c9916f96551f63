package program

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
	"github.com/mcp-adapters/mcp-adapters/internal/program/install"
)

// Command returns the program's command line, for man pages.
func (p *Program) Command() *cobra.Command {
	return (&run{Program: p, getenv: func(string) string { return "" }}).root()
}

// root returns the command of the program with all others below it.
func (r *run) root() *cobra.Command {
	root := cli.Root(&cobra.Command{
		Use:   r.Name,
		Short: r.Short,
		Long:  r.Long,
		RunE:  func(cmd *cobra.Command, _ []string) error { return r.serve(cmd.Context()) },
	}, r.Variables(), r.stdin, r.stdout, r.stderr)
	root.AddCommand(r.callCommand(), r.toolsCommand())
	if r.Read.Name != "" {
		root.AddCommand(r.signInCommand())
	}
	root.AddCommand(install.Commands(r.installation(), r.getenv)...)
	root.AddCommand(doctor.Command(r.System(), r.getenv))
	if r.Commands != nil {
		root.AddCommand(r.Commands(r.Program, r.getenv)...)
	}
	return root
}

// installation is what install needs to know of the program.
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
