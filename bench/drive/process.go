package drive

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// stopLimit is how long a process may take to end behind the end of its input.
const stopLimit = 10 * time.Second

// Command says how to start a server. Env is its whole environment.
type Command struct {
	Args []string
	Env  []string
}

// Process is a running server. It is for one goroutine.
type Process struct {
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stdout  *bufio.Reader
	stderr  *tail
	started time.Time
	line    []byte // of an answer that is longer than stdout's buffer
	next    int    // id of the next request
}

// Start starts a server; the end of ctx kills it.
func Start(ctx context.Context, c Command) (*Process, error) {
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...) //nolint:gosec // the benchmark's own contestants
	cmd.Env = c.Env
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe: %w", err)
	}
	p := &Process{cmd: cmd, stdin: stdin, stdout: bufio.NewReaderSize(stdout, 256<<10), stderr: &tail{}, next: 1}
	cmd.Stderr = p.stderr
	p.started = time.Now()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return p, nil
}

const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}` + "\n"
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
)

// Initialize does the handshake and returns the time from exec until the answer
// of initialize.
func (p *Process) Initialize() (time.Duration, error) {
	if _, err := io.WriteString(p.stdin, initialize); err != nil {
		return 0, p.failure(err)
	}
	answer, err := p.read()
	took := time.Since(p.started)
	if err != nil {
		return 0, p.failure(err)
	}
	if id, ok := ID(answer); !ok || id != 1 || !bytes.Contains(answer, []byte(`"serverInfo"`)) {
		return 0, p.failure(errors.New("initialize was not answered with a result"))
	}
	p.next = 2
	if _, err := io.WriteString(p.stdin, initialized); err != nil {
		return 0, p.failure(err)
	}
	return took, nil
}

// Close ends the input and waits for the process to end.
func (p *Process) Close() error {
	_ = p.stdin.Close()
	late := time.AfterFunc(stopLimit, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	_, _ = io.Copy(io.Discard, p.stdout)
	if err := p.cmd.Wait(); err != nil {
		return p.failure(fmt.Errorf("end: %w", err))
	}
	return nil
}

// Kill ends a process that has failed; its end is awaited.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// read returns the next line, valid until the next call.
func (p *Process) read() ([]byte, error) {
	line, err := p.stdout.ReadSlice('\n')
	if err == nil {
		return line, nil
	}
	p.line = p.line[:0]
	for errors.Is(err, bufio.ErrBufferFull) {
		p.line = append(p.line, line...)
		line, err = p.stdout.ReadSlice('\n')
	}
	p.line = append(p.line, line...)
	return p.line, err
}

// failure adds what the process said last, as far as that is known by the time
// the error is told.
func (p *Process) failure(err error) error { return &failure{p, err} }

type failure struct {
	process *Process
	err     error
}

func (f *failure) Error() string {
	return fmt.Sprintf("%s: %v; stderr ends with: %q", f.process.cmd.Args[0], f.err, f.process.stderr.text())
}

func (f *failure) Unwrap() error { return f.err }
