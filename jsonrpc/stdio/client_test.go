package stdio_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
)

// The tests spell messages with these.
var (
	req, cancelOf, array       = script.Request, script.Cancel, script.Array
	ok, pong                   = script.OK, script.Pong
	fault, parseFault          = script.Fault, script.ParseFault
	internal, notRun, timedOut = script.Internal, script.NotRun, script.TimedOut
)

// client talks to a running server over pipes, inside a synctest bubble.
type client struct {
	t       *testing.T
	in      *io.PipeWriter
	stop    context.CancelFunc
	served  chan error
	lines   chan string // what the server wrote, closed at its end
	outRead *io.PipeReader
}

func start(t *testing.T, h jsonrpc.Handler, o stdio.Options) *client {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	c := &client{t: t, in: inWrite, stop: stop, served: make(chan error, 1), lines: make(chan string, 10000), outRead: outRead}
	go func() {
		c.served <- stdio.Serve(ctx, inRead, outWrite, h, o)
		_ = outWrite.Close()
		_ = inRead.Close() // lets go a reader that a stop has left in Read
	}()
	go func() {
		defer close(c.lines)
		for r := bufio.NewReader(outRead); ; {
			line, err := r.ReadString('\n')
			if line != "" {
				c.lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	return c
}

// send writes lines; the server may refuse to take them.
func (c *client) send(lines ...string) {
	_, _ = io.WriteString(c.in, strings.Join(lines, "\n")+"\n")
}

// settled returns what the server has written once nothing moves any more.
func (c *client) settled() []string {
	synctest.Wait()
	var got []string
	for {
		select {
		case line, ok := <-c.lines:
			if !ok {
				return got
			}
			got = append(got, strings.TrimSuffix(line, "\n"))
		default:
			return got
		}
	}
}

// end closes the input, waits for the server and returns what it wrote.
func (c *client) end() ([]string, error) {
	_ = c.in.Close()
	return c.wait()
}

func (c *client) wait() ([]string, error) {
	err := <-c.served
	c.stop()
	return c.settled(), err
}

// pipe serves an input from beginning to end and returns the lines of output.
func pipe(t *testing.T, h jsonrpc.Handler, o stdio.Options, input string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := stdio.Serve(t.Context(), strings.NewReader(input), &out, h, o); err != nil {
		t.Fatalf("Serve: %v", err)
	}
	if out.Len() == 0 {
		return nil
	}
	text, ended := strings.CutSuffix(out.String(), "\n")
	if !ended {
		t.Errorf("output doesn't end with a newline: %.200q", out.String())
	}
	lines := strings.Split(text, "\n")
	for _, line := range lines {
		if !json.Valid([]byte(line)) {
			t.Errorf("output line is not JSON: %.200q", line)
		}
	}
	return lines
}
