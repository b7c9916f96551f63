package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"mcp-adapters/internal/screen"
	"mcp-adapters/program/buildinfo"
	"mcp-adapters/program/logsink"
	"mcp-adapters/program/usage"
	"mcp-adapters/recipe/transfer"
)

// Exit codes.
const (
	exitOK      = 0
	exitFailed  = 1 // it could not be done, or not any longer
	exitUsage   = 2 // arguments or environment
	exitAltered = 3 // an import is done, but not everything is as the files have it
)

// program is what a command needs of the world around it.
type program struct {
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
	log            zerolog.Logger
	wait           func(context.Context, time.Duration) error // [transfer.PauseFor], or a test's
}

// run is the whole program; it returns the exit code. A first SIGINT or SIGTERM
// ends it in order, a second one at once.
func run(ctx context.Context, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) int {
	return (&program{getenv: getenv, stdin: stdin, stdout: stdout, stderr: stderr, wait: transfer.PauseFor}).run(ctx, args)
}

func (p *program) run(ctx context.Context, args []string) int {
	ctx, stop := untilSignal(ctx)
	defer stop()
	var closeLog func()
	p.log, closeLog = newLog(p.stderr)
	root := p.root()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	closeLog()
	// Nobody may be reading any more.
	last := logsink.New(p.stderr)
	defer last.Close()
	var bad *usageError
	var altered *transfer.AlteredError
	code := exitFailed
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &bad):
		for _, line := range bad.lines {
			_, _ = fmt.Fprintf(last, "recipe-vault: %s\n", screen.Text(line))
		}
		return exitUsage
	case errors.As(err, &altered):
		code = exitAltered
	}
	_, _ = fmt.Fprintf(last, "recipe-vault: %s\n", screen.Text(err.Error()))
	return code
}

// untilSignal returns a context that ends with the first SIGINT or SIGTERM. The
// second one ends the process. [signal.NotifyContext] would swallow it if it
// came right behind the first.
func untilSignal(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	came := make(chan os.Signal, 2)
	signal.Notify(came, os.Interrupt, syscall.SIGTERM)
	over, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for range 2 {
			select {
			case <-over:
				return
			case <-came:
			}
			if ctx.Err() != nil {
				os.Exit(exitFailed)
			}
			cancel()
		}
	}()
	return ctx, func() {
		signal.Stop(came)
		close(over)
		<-gone
		cancel()
	}
}

// usageError is one or more faults in the arguments or the environment, a
// sentence each.
type usageError struct{ lines []string }

func (e *usageError) Error() string { return fmt.Sprintf("%d faults in the settings", len(e.lines)) }

const about = `recipe-vault keeps recipes in one SQLite file and serves them over HTTP.
Without a command it serves until it gets SIGINT or SIGTERM.

Environment:
  BIND_ADDRESS          where to listen (127.0.0.1:3000). Any address that other
                        machines reach needs a key of at least 16 characters.
  API_KEY               the key that clients send as X-API-Key. Unset: one is
                        made on the first start and kept beside the database.
  FAMILIES_CONFIG_PATH  a YAML file that says which addresses form a family:
                          families:
                            smith:
                              members: [alice@example.com, bob@example.com]
                        Unset: one household, every address sees everything.
                        SIGHUP has the file read again.
  DATABASE_URL          sqlite:PATH. Unset: the platform's data directory.

GET /health answers 200 when the database does, GET /openapi.json describes the
API; neither needs the key. The log goes to stderr.`

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "recipe-vault",
		Short:         "Serve a Recipe Vault over HTTP",
		Long:          about,
		Version:       buildinfo.Describe(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return p.serve(cmd.Context()) },
	}
	root.AddCommand(p.importCommand(), p.exportCommand(), p.familiesCommand(), p.healthCheckCommand())
	root.AddCommand(p.backupCommands()...)
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return seeHelp(usage.FlagError(cmd, err))
	})
	return root
}

func noArgs(cmd *cobra.Command, args []string) error { return seeHelp(usage.NoArgs(cmd, args)) }

// seeHelp makes an error of the command line one of usage.
func seeHelp(err error) error {
	if err == nil {
		return nil
	}
	return &usageError{[]string{err.Error() + " (see recipe-vault --help)"}}
}

// buildVersion is the version alone, for the log and for headers.
func buildVersion() string { return buildinfo.Version() }

// newLog writes to stderr: JSON lines, or readable ones for a person. The
// function it gives writes what is left.
func newLog(stderr io.Writer) (zerolog.Logger, func()) {
	sink := logsink.New(stderr)
	var out io.Writer = sink
	if isTerminal(stderr) {
		out = zerolog.ConsoleWriter{Out: sink, TimeFormat: "15:04:05"}
	}
	return zerolog.New(out).Level(zerolog.InfoLevel).With().Timestamp().Logger(), sink.Close
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
