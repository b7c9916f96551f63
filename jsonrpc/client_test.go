package jsonrpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// The tests spell messages with these.
var (
	req, cancelOf, array       = script.Request, script.Cancel, script.Array
	ok, pong                   = script.OK, script.Pong
	fault, parseFault          = script.Fault, script.ParseFault
	internal, notRun, timedOut = script.Internal, script.NotRun, script.TimedOut
)

// reply takes the answer to one message, and checks what every answer promises.
type reply struct {
	t        testing.TB
	answers  chan<- string
	answered atomic.Bool
	err      *jsonrpc.Error // of the answer, once that is there
}

func (r *reply) Notify(message json.RawMessage) error {
	if r.answered.Load() {
		r.t.Errorf("a notification after the answer: %s", message)
	}
	r.answers <- string(message)
	return nil
}

func (r *reply) Answer(a jsonrpc.Answer) {
	var b bytes.Buffer
	a.AppendTo(&b)
	if r.answered.Swap(true) {
		r.t.Errorf("a second answer: %.200s", b.Bytes())
	}
	if a.Len() != b.Len() || !json.Valid(b.Bytes()) || bytes.ContainsRune(b.Bytes(), '\n') {
		r.t.Errorf("Len is %d; not one JSON value of %d bytes: %.200q", a.Len(), b.Len(), b.Bytes())
	}
	r.err = a.Err()
	r.answers <- b.String()
}

// fixed answers every request with the same result, at once.
type fixed struct{}

func (fixed) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) { return jsonrpc.Raw("{}"), nil }}
}

func (fixed) Notify(context.Context, *jsonrpc.Request) {}

// discard takes answers without looking at them.
type discard struct{}

func (discard) Notify(json.RawMessage) error { return nil }
func (discard) Answer(jsonrpc.Answer)        {}

// client delivers messages to a Conn as a transport does, inside a synctest
// bubble.
type client struct {
	t       testing.TB
	conn    *jsonrpc.Conn
	limit   time.Duration // of the drain; set it before the end
	in      chan string
	answers chan string
	stopped chan struct{}
	drained chan error
}

func options(o jsonrpc.Options) jsonrpc.Options {
	o.Wait = true
	o.CancelMethod = "notifications/cancelled"
	return o
}

func start(t testing.TB, h jsonrpc.Handler, o jsonrpc.Options) *client {
	t.Helper()
	c := &client{
		t: t, conn: jsonrpc.NewConn(h, options(o)), limit: 35 * time.Second,
		in: make(chan string), answers: make(chan string, 10000),
		stopped: make(chan struct{}), drained: make(chan error, 1),
	}
	delivered := make(chan struct{})
	go func() {
		defer close(delivered)
		for message := range c.in {
			_, _ = c.conn.Deliver(context.Background(), []byte(message), &reply{t: t, answers: c.answers})
		}
	}()
	go func() {
		select {
		case <-delivered:
		case <-c.stopped:
		}
		c.drained <- c.conn.Drain(c.limit)
	}()
	return c
}

// send hands messages over, one after the other.
func (c *client) send(messages ...string) {
	for _, m := range messages {
		c.in <- m
	}
}

// settled returns what was answered once nothing moves any more.
func (c *client) settled() []string {
	synctest.Wait()
	var got []string
	for len(c.answers) > 0 {
		got = append(got, <-c.answers)
	}
	return got
}

// end says that no more messages come, and waits for the drain.
func (c *client) end() ([]string, error) {
	close(c.in)
	return c.wait()
}

// stop begins the drain, though more messages may come.
func (c *client) stop() { close(c.stopped) }

func (c *client) wait() ([]string, error) {
	err := <-c.drained
	return c.settled(), err
}

// deliver delivers a message a line, drains, and returns the answers.
func deliver(t testing.TB, h jsonrpc.Handler, o jsonrpc.Options, lines string) []string {
	t.Helper()
	conn := jsonrpc.NewConn(h, options(o))
	answers := make(chan string, 20000)
	for line := range strings.Lines(lines) {
		message := []byte(strings.TrimSuffix(line, "\n"))
		if _, err := conn.Deliver(t.Context(), message, &reply{t: t, answers: answers}); err != nil {
			t.Fatalf("Deliver: %v", err)
		}
		clear(message) // it is the caller's again
	}
	if err := conn.Drain(time.Minute); err != nil {
		t.Fatalf("Drain: %v", err)
	}
	close(answers)
	var got []string
	for a := range answers {
		got = append(got, a)
	}
	return got
}
