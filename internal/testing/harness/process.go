package harness

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

// Process is a command that was started, and the test's ends of its pipes. The
// test's end kills it if it still runs.
type Process struct {
	In  *os.File      // its stdin; nil if the test has set that itself
	Out *bufio.Reader // its stdout, likewise
	Log *Log          // its stderr; empty if the test has set that itself

	tb     testing.TB
	cmd    *Command
	stderr *os.File      // what Log is read from
	over   chan struct{} // closed when it has ended
	end    error         // of the process; valid when over is closed
}

// Start starts the command.
func (c *Command) Start() *Process {
	c.tb.Helper()
	p := &Process{tb: c.tb, cmd: c, Log: NewLog(), over: make(chan struct{})}
	var ours, theirs []*os.File
	pipe := func() (r, w *os.File) {
		r, w, err := os.Pipe()
		if err != nil {
			c.tb.Fatal(err)
		}
		return r, w
	}
	if c.Stdin == nil {
		r, w := pipe()
		c.Stdin, p.In = r, w
		ours, theirs = append(ours, w), append(theirs, r)
	}
	if c.Stdout == nil {
		r, w := pipe()
		c.Stdout, p.Out = w, bufio.NewReader(r)
		ours, theirs = append(ours, r), append(theirs, w)
	}
	if c.Stderr == nil {
		r, w := pipe()
		c.Stderr, p.stderr = w, r
		ours, theirs = append(ours, r), append(theirs, w)
	}
	err := c.Cmd.Start()
	for _, f := range theirs {
		_ = f.Close()
	}
	c.tb.Cleanup(func() {
		if err == nil {
			_ = p.cmd.Process.Kill()
			<-p.over
		}
		for _, f := range ours {
			_ = f.Close()
		}
	})
	if err != nil {
		c.tb.Fatal(err)
	}
	c.hurry()
	go func() {
		p.end = c.ended()
		close(p.over)
	}()
	if p.stderr == nil {
		p.Log.Close()
	} else {
		go p.Log.fill(p.stderr)
	}
	// What the process has started may hold its pipes after its death.
	context.AfterFunc(c.ctx, func() {
		for _, f := range ours {
			_ = f.SetDeadline(time.Now().Add(leftover))
		}
	})
	return p
}

// Write writes to its input.
func (p *Process) Write(text string) {
	p.tb.Helper()
	if _, err := io.WriteString(p.In, text); err != nil {
		p.tb.Fatalf("write to %s: %v; stderr:\n%s", p.cmd.name(), err, p.Log)
	}
}

// Ask writes a line to its input, and returns the next one of its output.
func (p *Process) Ask(line string) string {
	p.tb.Helper()
	p.Write(line + "\n")
	return p.ReadLine()
}

// CloseInput ends its input; doing it again does nothing.
func (p *Process) CloseInput() {
	p.tb.Helper()
	if err := p.In.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		p.tb.Errorf("close the input of %s: %v", p.cmd.name(), err)
	}
}

// ReadLine returns the next line of its output, with the line's end.
func (p *Process) ReadLine() string {
	p.tb.Helper()
	line, err := p.Out.ReadString('\n')
	if err != nil {
		p.tb.Fatalf("read from %s: %v (%q); stderr:\n%s", p.cmd.name(), err, line, p.Log)
	}
	return line
}

// Rest returns what is left of its output, to the end.
func (p *Process) Rest() string {
	p.tb.Helper()
	text, err := io.ReadAll(p.Out)
	if err != nil {
		p.tb.Errorf("read from %s: %v", p.cmd.name(), err)
	}
	return string(text)
}

// CloseLog closes the test's end of its stderr: no one reads the log any more.
func (p *Process) CloseLog() {
	p.tb.Helper()
	if err := p.stderr.Close(); err != nil {
		p.tb.Fatal(err)
	}
	p.Log.wait()
}

// Signal sends it a signal.
func (p *Process) Signal(signal os.Signal) {
	p.tb.Helper()
	if err := p.cmd.Process.Signal(signal); err != nil {
		p.tb.Fatalf("%s to %s: %v; stderr:\n%s", signal, p.cmd.name(), err, p.Log)
	}
}

// Kill ends it as kill -9 does, and waits for that. It does nothing if it has
// ended.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	<-p.over
	if p.stderr != nil {
		p.Log.wait()
	}
}

// Wait waits for its end and returns its exit code, -1 if a signal ended it. The
// log is complete then.
func (p *Process) Wait() int {
	p.tb.Helper()
	<-p.over
	p.Log.wait()
	return p.cmd.code(p.end)
}

// End ends its input and waits for its end, which must go well.
func (p *Process) End() {
	p.tb.Helper()
	p.CloseInput()
	if code := p.Wait(); code != 0 {
		p.tb.Errorf("exit code %d of %s\n%s", code, p.cmd.name(), p.Log)
	}
}

// Pid returns its process id.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// State is what the system says of it when it has ended.
func (p *Process) State() *os.ProcessState { return p.cmd.ProcessState }

// Over is closed when the process has ended.
func (p *Process) Over() <-chan struct{} { return p.over }
