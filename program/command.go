package program

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mcp-adapters/program/buildinfo"
	"mcp-adapters/program/doctor"
	"mcp-adapters/program/install"
	"mcp-adapters/program/usage"
)

// Command returns the program's command line, for man pages.
func (p *Program) Command() *cobra.Command {
	return (&run{Program: p, getenv: func(string) string { return "" }}).root()
}

// root returns the command of the program with all others below it.
func (r *run) root() *cobra.Command {
	root := &cobra.Command{
		Use:           r.Name,
		Short:         r.Short,
		Long:          r.Long + "\n\nEnvironment:\n" + r.environmentHelp(),
		Args:          usage.NoArgs,
		Version:       buildinfo.Describe(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return r.serve(cmd.Context()) },
	}
	root.SetIn(r.stdin)
	root.SetOut(r.stdout)
	root.SetErr(r.stderr)
	root.SetFlagErrorFunc(usage.FlagError)
	root.AddCommand(r.callCommand(), r.toolsCommand())
	root.AddCommand(install.Commands(r.installation(), r.getenv)...)
	root.AddCommand(doctor.Command(r.System(), r.getenv))
	if r.Commands != nil {
		root.AddCommand(r.Commands(r.Program, r.getenv)...)
	}
	return root
}

// environmentHelp lists the settings.
func (r *run) environmentHelp() string {
	var lines []string
	for _, v := range r.Variables() {
		line := fmt.Sprintf("  %-18s %s", v.Name, v.Meaning)
		if v.Default != "" {
			line += " (" + v.Default + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// installation is what install needs to know of the program.
func (r *run) installation() install.Program {
	p := r.Install
	p.Name, p.Variables = r.Name, r.Variables()
	system := r.System()
	p.Check = func(values map[string]string) []string { return doctor.Settings(system, values) }
	return p
}
