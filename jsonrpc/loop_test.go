package jsonrpc_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mcp-adapters/jsonrpc"
)

// script is a handler whose methods say what they do:
//
//	ping             inline, answers "pong"
//	read, write      answer their params
//	read:10ms        takes that long, unless its context ends first
//	stuck:10m        takes that long, whatever its context says
//	fail, plain      answer with an *Error, or with an error that has no code
//	panic            panics with a secret
//
// It records what ran and which notifications came.
type script struct {
	mu      sync.Mutex
	ran     []string // "read 1" at the start, "end read 1" at the end
	notices []string

	reads, writes, peak atomic.Int32
	overlap             atomic.Bool // a write ran beside something
}

func (h *script) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	verb, arg, _ := strings.Cut(req.Method, ":")
	order := jsonrpc.Read
	switch {
	case verb == "ping":
		order = jsonrpc.Inline
	case strings.HasPrefix(verb, "write"):
		order = jsonrpc.Write
	case verb == "preparepanic":
		panic("secret")
	}
	return jsonrpc.Call{Order: order, Run: func(ctx context.Context) (jsonrpc.Result, error) {
		defer h.track(order)()
		h.record(verb + " " + string(req.ID))
		defer h.record("end " + verb + " " + string(req.ID))
		return act(ctx, verb, arg, req)
	}}
}

func act(ctx context.Context, verb, arg string, req *jsonrpc.Request) (jsonrpc.Result, error) {
	wait, err := time.ParseDuration(arg)
	if arg != "" && err != nil {
		return nil, err
	}
	done := ctx.Done()
	if verb == "stuck" || verb == "writestuck" {
		done = nil
	}
	if wait > 0 {
		select {
		case <-time.After(wait):
		case <-done:
			return nil, ctx.Err()
		}
	}
	switch verb {
	case "ping":
		return jsonrpc.Raw(`"pong"`), nil
	case "fail":
		err := &jsonrpc.Error{Code: -32001, Message: "not <found>", Data: &jsonrpc.Data{Kind: "not_found", Status: 404}}
		return nil, fmt.Errorf("wrapped: %w", err)
	case "plain":
		return nil, fmt.Errorf("dial tcp 10.0.0.1: refused")
	case "panic":
		panic("secret")
	case "index":
		return jsonrpc.Raw(req.Params[len(req.Params):][:1][1:]), nil
	case "nil":
		return nil, nil
	case "big":
		return jsonrpc.Raw(`"` + strings.Repeat("x", 40<<20) + `"`), nil
	case "writebig":
		return jsonrpc.Raw(`"` + strings.Repeat("y", 40<<20) + `"`), nil
	}
	return jsonrpc.Raw(req.Params), nil
}

func (h *script) Notify(req *jsonrpc.Request) {
	if req.Method == "panic" {
		panic("secret")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notices = append(h.notices, req.Method+" "+string(req.Params))
}

func (h *script) track(order jsonrpc.Order) (done func()) {
	switch order {
	case jsonrpc.Read:
		n := h.reads.Add(1)
		for p := h.peak.Load(); n > p && !h.peak.CompareAndSwap(p, n); p = h.peak.Load() {
		}
		if h.writes.Load() > 0 {
			h.overlap.Store(true)
		}
		return func() { h.reads.Add(-1) }
	case jsonrpc.Write:
		if h.writes.Add(1) > 1 || h.reads.Load() > 0 {
			h.overlap.Store(true)
		}
		return func() { h.writes.Add(-1) }
	default:
		return func() {}
	}
}

func (h *script) record(event string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ran = append(h.ran, event)
}

func (h *script) events() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string(nil), h.ran...)
}

// client talks to a running server over pipes, inside a synctest bubble.
type client struct {
	t       *testing.T
	in      *io.PipeWriter
	stop    context.CancelFunc
	served  chan error
	lines   chan string // what the server wrote, closed at its end
	outRead *io.PipeReader
}

func start(t *testing.T, h jsonrpc.Handler, o jsonrpc.Options) *client {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	c := &client{t: t, in: inWrite, stop: stop, served: make(chan error, 1), lines: make(chan string, 10000), outRead: outRead}
	go func() {
		c.served <- jsonrpc.New(h, o).Serve(ctx, inRead, outWrite)
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
func pipe(t *testing.T, h jsonrpc.Handler, o jsonrpc.Options, input string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := jsonrpc.New(h, o).Serve(t.Context(), strings.NewReader(input), &out); err != nil {
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

func req(id any, method string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"method":%q,"params":{"n":%v}}`, id, method, id)
}

func cancelOf(id any) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%v}}`, id)
}

func ok(id any) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"result":{"n":%v}}`, id, id)
}
