package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mcp-adapters/cmd/recipe-mcp/recipemcp"
	"mcp-adapters/config"
	"mcp-adapters/internal/screen"
	"mcp-adapters/program/buildinfo"
	"mcp-adapters/program/logsink"
	"mcp-adapters/program/usage"
)

// Exit codes. A failed call has a code of its own for each kind, see exitCode.
const (
	exitOK    = 0
	exitFault = 1 // something failed while running
	exitUsage = 2 // the command line or the environment is wrong
)

// run is the whole program: args without the program's name, the environment
// from the process.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := execute(ctx, args, stdin, stdout, stderr)
	if err == nil {
		return exitOK
	}
	text, code := verdict(err)
	last := logsink.New(stderr) // perhaps no one reads it any more
	_, _ = fmt.Fprintf(last, "recipe-mcp: %s\n", screen.Text(text))
	if logged, ok := errors.AsType[*loggedError](err); ok {
		_, _ = last.Write(logged.log)
	}
	last.Close()
	if failed, ok := errors.AsType[*startError](err); ok {
		failed.answer(ctx, stdin, stdout)
	}
	return code
}

// verdict gives what to say about err, and the exit code.
func verdict(err error) (text string, code int) {
	var faults config.Faults
	var failed *callError
	var failure *runError
	switch {
	case errors.As(err, &failed):
		return err.Error(), failed.exitCode()
	case errors.As(err, &faults):
		return "the environment has mistakes:\n" + err.Error(), exitUsage
	case errors.As(err, &failure):
		return err.Error(), exitFault
	default:
		return err.Error() + "\nRun recipe-mcp --help to see what there is.", exitUsage
	}
}

// execute runs the command that args name. Without any it is the server, which
// starts without making the other commands.
func execute(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return serve(ctx, stdin, stdout, stderr)
	}
	root := rootCommand()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return root.ExecuteContext(ctx)
}

// runError is a failure that isn't the command line's fault.
type runError struct{ err error }

func (e *runError) Error() string { return e.err.Error() }
func (e *runError) Unwrap() error { return e.err }

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "recipe-mcp",
		Short: "Lets an assistant talk to a Recipe Vault",
		Long: `recipe-mcp is an MCP server: an assistant such as Claude Desktop starts it and
speaks JSON-RPC with it, one message a line, over stdin and stdout. Its tools
list, read, save and change recipes in a Recipe Vault.

Without API_BASE_URL it keeps the recipes in an embedded vault on this computer.

Environment:
` + environmentHelp(),
		Args:          usage.NoArgs,
		Version:       buildinfo.Describe(),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	root.SetFlagErrorFunc(usage.FlagError)
	root.AddCommand(callCommand(), toolsCommand(), installCommand(), uninstallCommand(), doctorCommand())
	root.AddCommand(backupCommands()...)
	return root
}

// environmentHelp lists the variables from the one table in package config.
func environmentHelp() string {
	var b strings.Builder
	for _, v := range recipemcp.Variables() {
		fmt.Fprintf(&b, "  %-18s %s", v.Name, v.Meaning)
		if v.Default != "" {
			fmt.Fprintf(&b, " (%s)", v.Default)
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// greet tells a person who started the server by hand what it is: it would
// wait in silence otherwise.
func greet(stdin io.Reader, stderr io.Writer) {
	if isTerminal(stdin) {
		fmt.Fprint(stderr, "recipe-mcp is a server for assistants such as Claude Desktop: it now waits for JSON-RPC messages on stdin.\n"+
			"To end it press Ctrl-D; to learn how an assistant starts it, run: recipe-mcp --help\n")
	}
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
