package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"mcp-adapters/config"
	"mcp-adapters/internal/screen"
	"mcp-adapters/program/doctor"
	"mcp-adapters/program/exit"
	"mcp-adapters/program/logsink"
)

// Main is the main function of a program. It does not return.
func Main(p *Program) {
	// net/http logs what it finds on idle connections through the standard
	// logger, bytes of answers included; what people keep is for the answer alone.
	log.SetOutput(io.Discard)
	// A closed pipe must come back as an error: the drain still has work.
	signal.Ignore(syscall.SIGPIPE)
	came := signals()
	stdin, restore := pollable(os.Stdin, os.Stdout, os.Stderr) //nolint:forbidigo // a program's main function
	ctx := untilSignal(context.Background(), came, func() {
		restore()
		doctor.Kill()
	})
	code := Run(ctx, p, os.Args[1:], os.Getenv, stdin, os.Stdout, os.Stderr) //nolint:forbidigo // a program's main function
	restore()
	os.Exit(code)
}

// Run runs the program to its end and returns the exit code. args are without the
// program's name. The end of ctx ends a server in order.
func Run(ctx context.Context, p *Program, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) int {
	r := &run{p, getenv, stdin, stdout, stderr}
	err := r.execute(ctx, args)
	if err == nil {
		return exit.OK
	}
	text, code := verdict(p.Name, err)
	last := logsink.New(stderr) // perhaps no one reads it any more
	_, _ = fmt.Fprintf(last, "%s: %s\n", p.Name, screen.Text(text))
	if logged, ok := errors.AsType[*loggedError](err); ok {
		_, _ = last.Write(logged.log)
	}
	last.Close()
	if failed, ok := errors.AsType[*startError](err); ok {
		r.refuse(ctx, failed)
	}
	return code
}

// run is one run of a program.
type run struct {
	*Program
	getenv         func(string) string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// execute runs the command that args name. Without any it is the server, which
// starts without making the other commands.
func (r *run) execute(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return r.serve(ctx)
	}
	root := r.root()
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// verdict returns what to say about err, and the exit code.
func verdict(name string, err error) (text string, code int) {
	if faults, ok := errors.AsType[config.Faults](err); ok {
		return "the environment has mistakes:\n" + faults.Error(), exit.Usage
	}
	if _, ok := errors.AsType[*exit.Error](err); ok {
		return err.Error(), exit.Code(err)
	}
	return err.Error() + "\nRun " + name + " --help to see what there is.", exit.Usage
}
