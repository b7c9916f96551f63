// Package cli is the frame of every program: its command line, log, signals, exit code,
// version, and the questions that it asks at a terminal.
//
// [Main] runs a [Program]. What its commands return decides the exit code: [OK] for nil,
// [Usage] for mistakes in the command line or the environment, [Failed] for the rest.
package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/internal/screen"
)

// Program is a program of this repository. Without a command it serves.
type Program struct {
	Name  string
	Short string // what it does, in half a sentence
	Long  string // what it does in at most ten lines, for --help

	Variables []config.Variable
	// Start names the half dozen variables that --help shows.
	Start []string
	// Serve serves until ctx ends.
	Serve func(ctx context.Context, r *Run) error
	// Commands returns the commands of the program.
	Commands func(r *Run) []*cobra.Command
	// Reported, if set, is called with the error of the program after it was printed.
	Reported func(ctx context.Context, r *Run, err error)
	// Leave, if set, ends what would outlive the process, before a second signal ends it.
	Leave func()
}

// Run is one run of a program.
type Run struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	sink           *Sink
	later          held
}

// Log returns a logger to stderr, of JSON lines or of readable ones for a person. It never
// waits for whoever reads stderr.
func (r *Run) Log(settings config.Log) zerolog.Logger { return r.LogTo(r.sink, settings) }

// LogTo is [Run.Log] with another writer.
func (r *Run) LogTo(out io.Writer, settings config.Log) zerolog.Logger {
	if settings.LogFormat == "console" || settings.LogFormat == "" && IsTerminal(r.Stderr) {
		out = zerolog.ConsoleWriter{Out: out, TimeFormat: time.TimeOnly, NoColor: !Colour(r.Stderr)}
	}
	level, _ := zerolog.ParseLevel(settings.LogLevel) // it is one of zerolog's names
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}

// Later returns a writer of log lines that are printed after the outcome of a command.
func (r *Run) Later() io.Writer { return &r.later }

// maxHeld bounds the log lines that are held; the rest is dropped.
const maxHeld = 1 << 20

// held is a log that is printed later.
type held struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (h *held) Write(line []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lines.Len()+len(line) <= maxHeld {
		h.lines.Write(line)
	}
	return len(line), nil
}

func (h *held) print(out io.Writer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lines.Len() > 0 {
		sink := NewSink(out)
		_, _ = sink.Write(h.lines.Bytes())
		sink.Close()
	}
}

// Main is the main function of a program. It does not return.
func Main(p *Program) {
	// net/http writes bytes of answers on idle connections to the standard logger, and people's
	// text must not be logged.
	log.SetOutput(io.Discard)
	// A closed pipe must return an error: the server still has calls to finish.
	signal.Ignore(syscall.SIGPIPE)
	came := Signals(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	stdin, restore := pollable(os.Stdin, os.Stdout, os.Stderr) //nolint:forbidigo // a program's main function
	ctx := Until(context.Background(), came, func() {
		restore()
		if p.Leave != nil {
			p.Leave()
		}
	})
	code := Execute(ctx, p, os.Args[1:], stdin, os.Stdout, os.Stderr) //nolint:forbidigo // a program's main function
	restore()
	os.Exit(code)
}

// Execute runs the program with args, which do not begin with its name, and returns the exit
// code. A server stops in order when ctx ends.
func Execute(ctx context.Context, p *Program, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	r := &Run{Stdin: stdin, Stdout: stdout, Stderr: stderr, sink: NewSink(stderr)}
	var err error
	if len(args) == 0 { // a server starts without making the commands
		err = failed(p.Serve(ctx, r))
	} else {
		root := p.root(r)
		root.SetArgs(args)
		err = root.ExecuteContext(ctx)
	}
	r.sink.Close()
	code := report(stderr, p.Name, err)
	r.later.print(stderr)
	if p.Reported != nil {
		p.Reported(ctx, r, err)
	}
	return code
}

// Command returns the command line of the program, for its man pages.
func (p *Program) Command() *cobra.Command {
	return p.root(&Run{})
}

func (p *Program) root(r *Run) *cobra.Command {
	root := &cobra.Command{
		Use:           p.Name,
		Short:         p.Short,
		Long:          p.Long,
		Version:       Describe(),
		Args:          NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return p.Serve(cmd.Context(), r) },
	}
	root.SetFlagErrorFunc(FlagError)
	root.SetIn(r.Stdin)
	root.SetOut(r.Stdout)
	root.SetErr(r.Stderr)
	root.AddCommand(p.Commands(r)...)
	root.AddCommand(&cobra.Command{
		Use: "version", Short: "Print the version", Args: NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), p.Name, "version", Describe())
			return err
		},
	})
	mark(root)
	p.addHelp(root)
	return root
}

// mark marks the errors of commands as failures: only their arguments and flags are the
// command line's.
func mark(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		mark(c)
	}
	if run := cmd.RunE; run != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error { return failed(run(cmd, args)) }
	}
}

// failed marks an error as a failure, unless the environment is at fault.
func failed(err error) error {
	if _, ok := errors.AsType[config.Faults](err); ok {
		return err
	}
	return Failure(err)
}

// report prints err to stderr, and returns the exit code.
func report(stderr io.Writer, name string, err error) int {
	if err == nil {
		return OK
	}
	text, code := verdict(name, err)
	last := NewSink(stderr) // no one may read it any more
	defer last.Close()
	_, _ = fmt.Fprintf(last, "%s: %s\n", name, screen.Text(text))
	return code
}

func verdict(name string, err error) (text string, code int) {
	if faults, ok := errors.AsType[config.Faults](err); ok {
		return "the environment has mistakes:\n" + faults.Error(), Usage
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err.Error(), ExitCode(err)
	}
	return err.Error() + "\nRun " + name + " --help to see what there is.", Usage
}
