package program

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
	"github.com/mcp-adapters/mcp-adapters/internal/program/doctor"
)

// Main is the main function of a program. It does not return.
func Main(p *Program) {
	// net/http logs what it finds on idle connections through the standard
	// logger, bytes of answers included; what people keep is for the answer alone.
	log.SetOutput(io.Discard)
	// A closed pipe must come back as an error: the drain still has work.
	signal.Ignore(syscall.SIGPIPE)
	came := cli.Signals(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	stdin, restore := pollable(os.Stdin, os.Stdout, os.Stderr) //nolint:forbidigo // a program's main function
	ctx := cli.Until(context.Background(), came, func() {
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
	code := cli.Report(stderr, p.Name, err)
	if logged, ok := errors.AsType[*loggedError](err); ok {
		sink := cli.NewSink(stderr)
		_, _ = sink.Write(logged.log)
		sink.Close()
	}
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
