package harness

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is how long a process may live if its test does not say otherwise.
const patience = 2 * time.Minute

// leftover bounds the wait for output when a process has ended and what it
// started holds its pipes.
const leftover = 10 * time.Second

// Command is a program with its arguments and environment, not started yet. The
// streams that a test does not set are the harness's.
type Command struct {
	*exec.Cmd
	Patience time.Duration // the longest that it may live, and so that a wait for it may take

	tb   testing.TB
	ctx  context.Context // kills it when it ends
	kill context.CancelCauseFunc
}

// errLate is the cause of the end of a command whose time is over.
var errLate = errors.New("it lived too long")

// Program returns the command of a program of cmd, which is built if need be.
func Program(tb testing.TB, name string, args ...string) *Command {
	tb.Helper()
	return File(tb, Build(tb, name), args...)
}

// Part returns the command of a part that the test binary plays.
func Part(tb testing.TB, part string, args ...string) *Command {
	tb.Helper()
	path, setting := Self(tb, part)
	return File(tb, path, args...).Set(setting)
}

// File returns the command of an executable file. Its environment has a home,
// which is a directory of the test, and nothing that configures a program.
func File(tb testing.TB, path string, args ...string) *Command {
	tb.Helper()
	ctx, kill := context.WithCancelCause(context.Background()) // the test's own ends before its cleanups
	tb.Cleanup(func() { kill(nil) })
	c := &Command{exec.CommandContext(ctx, path, args...), patience, tb, ctx, kill} //nolint:gosec // a test says what it runs
	c.WaitDelay = leftover
	c.Env = []string{}
	home := tb.TempDir()
	return c.Set("HOME="+home, "XDG_DATA_HOME="+filepath.Join(home, "data"), "LOCALAPPDATA="+filepath.Join(home, "data"),
		"SYSTEMROOT="+os.Getenv("SYSTEMROOT"))
}

// Set adds NAME=value to the environment; of two of a name the later one counts.
func (c *Command) Set(settings ...string) *Command {
	c.Env = append(c.Env, settings...)
	return c
}

// Feed sets the input.
func (c *Command) Feed(input string) *Command {
	c.Stdin = strings.NewReader(input)
	return c
}

// Outcome is what became of a process.
type Outcome struct {
	Code           int // exit code; -1: a signal ended it
	Stdout, Stderr string
}

// Run runs the command to its end. Its input is empty if there is none.
func (c *Command) Run() Outcome {
	c.tb.Helper()
	var stdout, stderr bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &stdout
	}
	if c.Stderr == nil {
		c.Stderr = &stderr
	}
	if err := c.Cmd.Start(); err != nil {
		c.tb.Fatal(err)
	}
	c.hurry()
	code := c.code(c.ended())
	return Outcome{code, stdout.String(), stderr.String()}
}

// Lend returns the command to a library that starts it and waits for it.
func (c *Command) Lend() *exec.Cmd {
	c.hurry()
	return c.Cmd
}

// hurry kills the process when its time is over, and gives up what it started.
func (c *Command) hurry() {
	timer := time.AfterFunc(c.Patience, func() { c.kill(errLate) })
	c.tb.Cleanup(func() { timer.Stop() })
}

// ended waits for its end and releases it.
func (c *Command) ended() error {
	err := c.Wait()
	if cause := context.Cause(c.ctx); errors.Is(cause, errLate) {
		return cause
	}
	return err
}

// code returns the exit code that an error of ended stands for.
func (c *Command) code(err error) int {
	c.tb.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	case errors.Is(err, errLate):
		c.tb.Errorf("%s was killed: it had not ended after %s", c.name(), c.Patience)
	default:
		c.tb.Errorf("%s: %v", c.name(), err)
	}
	return -1
}

func (c *Command) name() string { return filepath.Base(c.Path) }
