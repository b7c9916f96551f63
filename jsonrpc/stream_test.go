package jsonrpc_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// listening is a script with a stream, which says when its context has ended.
type listening struct{ script.Handler }

func (h *listening) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	if req.Method != "listen" {
		return h.Handler.Prepare(req)
	}
	return jsonrpc.Call{Order: jsonrpc.Stream, Run: func(ctx context.Context, client jsonrpc.Client) (jsonrpc.Result, error) {
		_ = client.Notify(ctx, "begun", nil) // fails when the context has ended already
		<-ctx.Done()
		return jsonrpc.Raw(`"over"`), nil
	}}
}

const begun = `{"jsonrpc":"2.0","method":"begun"}`

func over(id int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":"over"}`, id) }

// A stream neither waits nor makes anything wait, and Drain ends it at once.
func TestStream_RunsBesideEverything(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &listening{}, jsonrpc.Options{MaxConcurrency: 1})
		c.send(req(1, "write:1h"), req(2, "listen"))
		if diff := cmp.Diff([]string{begun}, c.settled()); diff != "" {
			t.Errorf("beside a write (-want +got):\n%s", diff)
		}
		c.send(cancelOf(1), req(3, "write"), req(4, "read"))
		if diff := cmp.Diff([]string{ok(3), ok(4)}, c.settled()); diff != "" {
			t.Errorf("calls beside a stream (-want +got):\n%s", diff)
		}
		start := time.Now()
		answers, err := c.end()
		if diff := cmp.Diff([]string{over(2)}, answers); diff != "" || err != nil {
			t.Errorf("the end: %v (-want +got):\n%s", err, diff)
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("Drain took %v", took)
		}
	})
}

func TestStream_EndsWithItsCancel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &listening{}, jsonrpc.Options{})
		c.send(req(1, "listen"))
		synctest.Wait()
		c.send(cancelOf(1))
		if diff := cmp.Diff([]string{begun}, c.settled()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if answers, err := c.end(); answers != nil || err != nil {
			t.Errorf("got %q, %v", answers, err)
		}
	})
}

// One stream too many is refused, as is one that finds no room; room comes back.
func TestStream_Bounds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &listening{}, jsonrpc.Options{})
		for i := range 65 {
			c.send(req(i, "listen"))
		}
		got := strings.Join(c.settled(), "\n")
		if strings.Count(got, begun) != 64 || strings.Count(got, `"kind":"busy"`) != 1 {
			t.Errorf("got %s", got)
		}
		for i := range 64 {
			c.send(cancelOf(i))
		}
		c.settled()
		c.send(req(100, "listen"))
		if diff := cmp.Diff([]string{begun}, c.settled()); diff != "" {
			t.Errorf("after the others (-want +got):\n%s", diff)
		}
		if answers, err := c.end(); len(answers) != 1 || err != nil {
			t.Errorf("got %q, %v", answers, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &listening{}, jsonrpc.Options{MaxQueuedBytes: len(req(1, "listen")) + overhead})
		c.send(req(1, "listen"), req(2, "listen"))
		if got := c.settled(); len(got) != 2 || !strings.Contains(strings.Join(got, ""), `"kind":"busy"`) {
			t.Errorf("got %q", got)
		}
		if answers, err := c.end(); len(answers) != 1 || err != nil {
			t.Errorf("got %q, %v", answers, err)
		}
	})
}

// A stream that has not begun when the Conn drains ends like one that has.
func TestStream_DrainComesFirst(t *testing.T) {
	t.Parallel()
	for range 50 {
		conn := jsonrpc.NewConn(&listening{}, jsonrpc.Options{})
		answers := make(chan string, 2)
		if _, err := conn.Deliver(t.Context(), []byte(req(1, "listen")), &reply{t: t, answers: answers}); err != nil {
			t.Fatal(err)
		}
		if err := conn.Drain(time.Minute); err != nil {
			t.Fatal(err)
		}
		got := <-answers
		if got == begun {
			got = <-answers
		}
		if got != over(1) {
			t.Fatalf("got %s", got)
		}
	}
}
