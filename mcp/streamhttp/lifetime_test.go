package streamhttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// gate is a call that says that it runs, and then waits for its context or until it
// is let through.
type gate struct {
	running chan struct{}
	through chan struct{}
	ended   chan error // what its context said at the end
}

func newGate() *gate {
	return &gate{make(chan struct{}, 100), make(chan struct{}), make(chan error, 100)}
}

func (g *gate) method(order jsonrpc.Order, notify bool) method {
	return method{order, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
		if notify {
			if err := client.Notify(ctx, "notifications/progress", json.RawMessage("0")); err != nil {
				return nil, err
			}
		}
		g.running <- struct{}{}
		select {
		case <-ctx.Done():
		case <-g.through:
		}
		g.ended <- ctx.Err()
		return jsonrpc.Raw("1"), ctx.Err()
	}}
}

func TestC1_ModernConnectionsEndCancels(t *testing.T) {
	t.Parallel()
	g := newGate()
	e := serve(t, map[string]method{
		"read": g.method(jsonrpc.Read, false), "write": g.method(jsonrpc.Write, false), "progress": g.method(jsonrpc.Read, true),
	}, nil)
	for _, name := range []string{"read", "write", "progress"} {
		c := e.dial()
		c.send(modern(1, name, ""))
		<-g.running
		if name == "progress" { // what was written has been written
			res := c.response()
			first := make([]byte, len(event(note(0))))
			if _, err := io.ReadFull(res.Body, first); err != nil || string(first) != event(note(0)) {
				t.Fatalf("%q, %v", first, err)
			}
		}
		if err := c.Conn.(*net.TCPConn).CloseWrite(); err != nil { // so what comes back is seen
			t.Fatal(err)
		}
		if err := <-g.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: the context ended with %v", name, err)
		}
		if rest, err := io.ReadAll(c.r); err != nil || len(rest) > 0 {
			t.Errorf("%s: %q, %v after the cancel", name, rest, err)
		}
		if got := outcome(t, e, name); got.Outcome != streamhttp.Gone {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestC2_LeavingIsNotCancelling(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"write", "progress"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate()
			gone := make(chan struct{})
			e := serve(t, map[string]method{"write": g.method(jsonrpc.Write, false), "progress": g.method(jsonrpc.Write, true)},
				noticing(gone))
			c := e.dial()
			c.send(post(call(1, name)))
			await(t, g.running, "the call has begun")
			_ = c.Close()
			await(t, gone, "the server knows")
			close(g.through)
			if err := await(t, g.ended, "the call has ended"); err != nil {
				t.Errorf("the context ended with %v", err)
			}
			await(t, e.events, "the message is done")
		})
	}
	// A batch goes on too, also what has not begun.
	g := newGate()
	gone := make(chan struct{})
	e := serve(t, map[string]method{"write": g.method(jsonrpc.Write, false)}, noticing(gone))
	c := e.dial()
	c.send(post(script.Array(call(1, "write"), call(2, "write"))))
	await(t, g.running, "the first call has begun")
	_ = c.Close()
	await(t, gone, "the server knows")
	for ended := 0; ended < 2; {
		select {
		case g.through <- struct{}{}:
		case err := <-g.ended:
			if ended++; err != nil {
				t.Errorf("the context of a call of a batch ended with %v", err)
			}
		case <-time.After(patience):
			t.Fatalf("%d calls of a batch have ended", ended)
		}
	}
}

// noticing closes gone when the server knows that a client has left.
func noticing(gone chan struct{}) func(*streamhttp.Options) {
	return func(o *streamhttp.Options) {
		inner := o.Handler
		o.Handler = func(r *http.Request, version string) (jsonrpc.Handler, error) {
			context.AfterFunc(r.Context(), func() { close(gone) })
			return inner(r, version)
		}
	}
}

// All are under way at the same time, writes too, and each gets its own answer.
func TestC3_FiftyClientsWithOneID(t *testing.T) {
	t.Parallel()
	const clients = 50
	for _, order := range []jsonrpc.Order{jsonrpc.Read, jsonrpc.Write} {
		var barrier sync.WaitGroup
		barrier.Add(clients)
		e := serve(t, map[string]method{"meet": {order, func(ctx context.Context, client jsonrpc.Client, req *jsonrpc.Request) (jsonrpc.Result, error) {
			barrier.Done()
			barrier.Wait()
			return echo(ctx, client, req)
		}}}, nil)
		var all sync.WaitGroup
		for i := range clients {
			all.Go(func() {
				mine := fmt.Sprintf(`{"client":%d}`, i)
				text := post(`{"jsonrpc":"2.0","id":1,"method":"meet","params":` + mine + `}`)
				if i%2 == 1 {
					mine = fmt.Sprintf(`{%s,"client":%d}`, meta, i)
					text = modern(1, "meet", fmt.Sprintf(`"client":%d`, i))
				}
				c := e.dial()
				c.send(text)
				if got := c.answer(); got.body != result(1, mine) {
					t.Errorf("client %d got %s", i, got.body)
				}
			})
		}
		all.Wait()
	}
	var pair sync.WaitGroup
	pair.Add(2)
	e := serve(t, map[string]method{"meet": {jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, req *jsonrpc.Request) (jsonrpc.Result, error) {
		pair.Done()
		pair.Wait()
		return echo(ctx, client, req)
	}}}, nil)
	check(t, e.ask(post(script.Array(call(1, "meet"), call(2, "meet")))), http.StatusOK, script.Array(result(1, "null"), result(2, "null")))
}

// listening is what a server of subscriptions does.
func listening(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
	err := client.Notify(ctx, "notifications/subscriptions/acknowledged", nil)
	<-ctx.Done()
	return jsonrpc.Raw(`"over"`), err
}

const acknowledged = `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged"}`

// read reads exactly what is wanted.
func read(t *testing.T, r io.Reader, want string) {
	t.Helper()
	got := make([]byte, len(want))
	if n, err := io.ReadFull(r, got); err != nil || string(got) != want {
		t.Fatalf("got %q, %v; want %q", got[:n], err, want)
	}
}

func TestC7_Shutdown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, map[string]method{
			"subscriptions/listen": {jsonrpc.Stream, listening},
			"quick":                {jsonrpc.Read, sleep(10 * time.Second)},
			"slow":                 {jsonrpc.Read, sleep(time.Hour)},
			"stuck": {jsonrpc.Write, func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
				time.Sleep(time.Hour)
				return jsonrpc.Raw("1"), nil
			}},
		}, nil)
		streams, quick, slow, stuck, half := b.dial(), b.dial(), b.dial(), b.dial(), b.dial()
		streams.send(modern(1, "subscriptions/listen", ""))
		stream := streams.response().Body
		read(t, stream, event(acknowledged))
		quick.send(post(call(2, "quick")))
		slow.send(post(call(3, "slow")))
		stuck.send(post(call(4, "stuck")))
		text := post(call(5, "quick"))
		half.send(text[:len(text)-1])
		synctest.Wait()
		if calls, streams := b.server.Active(); calls != 3 || streams != 1 {
			t.Errorf("%d calls and %d streams are active", calls, streams)
		}

		began := time.Now()
		ended := make(chan error, 1)
		go func() { ended <- b.server.Shutdown(context.Background()) }()
		after := func(what string, want time.Duration) {
			t.Helper()
			if took := time.Since(began); took != want {
				t.Errorf("%s after %v, want %v", what, took, want)
			}
		}
		synctest.Wait()
		rest, err := io.ReadAll(stream)
		if diff := cmp.Diff(event(result(1, `"over"`)), string(rest)); diff != "" || err != nil {
			t.Errorf("the stream: %v (-want +got):\n%s", err, diff)
		}
		stopping := `{"jsonrpc":"2.0",%s"error":{"code":-32603,"message":"the server is stopping and did not run this call, ` +
			`so it changed nothing; try again in a moment","data":{"kind":"busy","retry_after_seconds":1}}}`
		got := b.ask(post(call(6, "quick")))
		check(t, got, http.StatusServiceUnavailable, fmt.Sprintf(stopping, ""))
		if wait := got.header.Get("Retry-After"); wait != "1" {
			t.Errorf("Retry-After: %q", wait)
		}
		half.send(text[len(text)-1:])
		check(t, half.answer(), http.StatusServiceUnavailable, fmt.Sprintf(stopping, `"id":5,`))
		after("what needs no waiting", 0)
		check(t, quick.answer(), http.StatusOK, result(2, "1"))
		after("a quick call", 10*time.Second)
		timedOut := fault(3, -32603, "the server was stopping and gave up on this call; if it was meant to change something, check before trying again", "timeout")
		check(t, slow.answer(), http.StatusOK, timedOut)
		after("a slow call", 35*time.Second)
		check(t, stuck.answer(), http.StatusOK, strings.Replace(timedOut, `"id":3`, `"id":4`, 1))
		after("a stuck call", 36*time.Second)
		if err := <-ended; err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		after("Shutdown", 36*time.Second)
		if err := b.server.Shutdown(context.Background()); err != nil {
			t.Errorf("a second Shutdown: %v", err)
		}
		time.Sleep(time.Hour) // the stuck one was left behind
		synctest.Wait()
		if calls, streams := b.server.Active(); calls != 0 || streams != 0 {
			t.Errorf("%d calls and %d streams are active", calls, streams)
		}
	})
}

func TestC7_ShutdownsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := serveBubble(t, map[string]method{"slow": {jsonrpc.Read, sleep(10 * time.Second)}}, nil)
		c := b.dial()
		c.send(post(call(1, "slow")))
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := b.server.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Shutdown: %v", err)
		}
		check(t, c.answer(), http.StatusOK, result(1, "1"))
		if err := b.server.Shutdown(t.Context()); err != nil {
			t.Errorf("a second Shutdown: %v", err)
		}
	})
}

// sleep takes that long, unless its context ends first.
func sleep(d time.Duration) func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
	return func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
		select {
		case <-time.After(d):
			return jsonrpc.Raw("1"), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
