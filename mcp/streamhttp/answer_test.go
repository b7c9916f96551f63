package streamhttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// event is a message as an event.
func event(message string) string { return "event: message\ndata: " + message + "\n\n" }

func note(i int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":%d}`, i)
}

func TestS1_OneObjectUnlessNotified(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", 300<<10)
	e := serve(t, map[string]method{
		"large": {jsonrpc.Read, func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
			return jsonrpc.Raw(`"` + large + `"`), nil
		}},
		"notifylarge": {jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
			return jsonrpc.Raw(`"` + large + `"`), client.Notify(ctx, "notifications/progress", json.RawMessage("0"))
		}},
	}, nil)
	for _, tt := range []struct {
		name, text, want string
		events           bool
	}{
		{"handshake", post(call(1, "echo")), result(1, "null"), false},
		{"modern", modern(1, "ping", ""), result(1, `"pong"`), false},
		{"a large one", post(call(1, "large")), result(1, `"`+large+`"`), false},
		{"notified", post(call(1, "notify")), event(note(0)) + event(note(1)) + event(note(2)) + event(result(1, `"done"`)), true},
		{"modern and notified", modern(1, "notify", ""), event(note(0)) + event(note(1)) + event(note(2)) + event(result(1, `"done"`)), true},
		{"a large one after a notification", post(call(1, "notifylarge")), event(note(0)) + event(result(1, `"`+large+`"`)), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := e.ask(tt.text)
			check(t, got, http.StatusOK, tt.want)
			wantType, wantLength := "application/json", strconv.Itoa(len(tt.want))
			if tt.events {
				wantType, wantLength = "text/event-stream", ""
			}
			if typ, length := got.header.Get("Content-Type"), got.header.Get("Content-Length"); typ != wantType || length != wantLength {
				t.Errorf("Content-Type %q, Content-Length %q; want %q, %q", typ, length, wantType, wantLength)
			}
		})
	}
}

func TestS2_NotificationsComeFirstAndInOrder(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	want := event(note(0)) + event(note(1)) + event(note(2))
	var clients sync.WaitGroup
	for client := range 8 {
		clients.Go(func() {
			c := e.dial()
			for i := range 25 {
				text := post(call(i, "notify"))
				if client%2 == 0 {
					text = modern(i, "notify", "")
				}
				c.send(text)
				if got := c.answer(); got.body != want+event(result(i, `"done"`)) {
					t.Errorf("call %d: %q", i, got.body)
				}
			}
		})
	}
	clients.Wait()
	// Nothing can be sent after the answer.
	leave := make(chan jsonrpc.Client, 1)
	e = serve(t, map[string]method{"late": {jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
		leave <- client
		return jsonrpc.Raw("1"), client.Notify(ctx, "notifications/progress", json.RawMessage("0"))
	}}}, nil)
	check(t, e.ask(post(call(1, "late"))), http.StatusOK, event(note(0))+event(result(1, 1)))
	if err := (<-leave).Notify(t.Context(), "notifications/progress", nil); err == nil {
		t.Error("a notification after the answer was taken")
	}
}

func TestS4_Streams(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	e := serve(t, map[string]method{"slow": {jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
		if err := client.Notify(ctx, "notifications/progress", json.RawMessage("0")); err != nil {
			return nil, err
		}
		<-release
		return jsonrpc.Raw("1"), nil
	}}}, func(o *streamhttp.Options) { o.KeepAlive = 10 * time.Millisecond })
	c := e.dial()
	c.send(post(call(1, "slow")))
	res := c.response()
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	read := func(want string) {
		t.Helper()
		got := make([]byte, len(want))
		if _, err := io.ReadFull(res.Body, got); err != nil || string(got) != want {
			t.Fatalf("got %q, %v; want %q", got, err, want)
		}
	}
	read(event(note(0))) // at once, while the call runs
	read(": keep-alive\n\n: keep-alive\n\n")
	close(release)
	rest, err := io.ReadAll(res.Body)
	if trimmed := strings.ReplaceAll(string(rest), ": keep-alive\n\n", ""); err != nil || trimmed != event(result(1, 1)) {
		t.Errorf("%q, %v", rest, err)
	}
	if !strings.HasSuffix(string(rest), event(result(1, 1))) {
		t.Errorf("something after the answer: %q", rest)
	}
}

func TestE1_Status(t *testing.T) {
	t.Parallel()
	known := map[string]method{}
	for _, code := range []jsonrpc.Code{-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32020, -32021, -32022, 7} {
		known[fmt.Sprint("fail", int(code))] = failing(code)
	}
	e := serve(t, known, nil)
	for method, status := range map[string]int{
		"ping": 200, "no/such": 404, "fail-32601": 404,
		"fail-32700": 400, "fail-32600": 400, "fail-32602": 400, "fail-32020": 400, "fail-32021": 400, "fail-32022": 400,
		"fail-32603": 200, "fail-32000": 200, "fail-32001": 200, "fail-32002": 200, "fail7": 200,
	} {
		if got := e.ask(modern(1, method, "")); got.status != status || !strings.Contains(got.body, `"id":1`) {
			t.Errorf("modern, %s: status %d, want %d: %s", method, got.status, status, got.body)
		}
		for _, v := range []string{"", "2025-06-18", "2025-11-25"} {
			if got := e.ask(post(call(1, method), "MCP-Protocol-Version: "+v)); got.status != 200 || !strings.Contains(got.body, `"id":1`) {
				t.Errorf("version %q, %s: status %d: %s", v, method, got.status, got.body)
			}
		}
	}
}

// What is refused has a body of JSON-RPC, in which an id that is known stands.
func TestE2_Refusals(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, func(o *streamhttp.Options) {
		o.MaxMessageBytes = 200
		inner := o.Handler
		o.Handler = func(r *http.Request, version string) (jsonrpc.Handler, error) {
			switch r.Header.Get("Test") {
			case "refusal":
				return nil, fmt.Errorf("wrapped: %w", &streamhttp.Refusal{Status: 404, Err: &jsonrpc.Error{Code: -32600, Message: "no such server"}})
			case "error":
				return nil, &jsonrpc.Error{Code: -32602, Message: "not today"}
			case "plain":
				return nil, errors.New("secret")
			case "panic":
				panic("secret")
			}
			return inner(r, version)
		}
	})
	const internal = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Something went wrong inside the server; its log has the cause.","data":{"kind":"internal"}}}`
	tests := []struct {
		name   string
		text   string
		status int
		body   string
	}{
		{"405", request("GET", ""), 405, fault(nil, -32600, "this endpoint accepts only POST: send each message in a request of its own", "invalid_request")},
		{"413", post(call(1, "ping") + strings.Repeat(" ", 200)), 413, fault(nil, -32600, "the message is longer than 200 bytes", "invalid_request")},
		{"415", post(call(1, "ping"), "Content-Type: text/plain"), 415, fault(nil, -32600, "the header Content-Type must be application/json", "invalid_request")},
		{"a refusal of the handler's", post(call(1, "ping"), "Test: refusal"), 404, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no such server"}}`},
		{"its error, handshake", post(call(1, "ping"), "Test: error"), 200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"not today"}}`},
		{"its error, modern", modern(1, "ping", "", "Test: error"), 400, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"not today"}}`},
		{"any other error", post(call(1, "ping"), "Test: plain"), 200, internal},
		{"its panic", post(call(1, "ping"), "Test: panic"), 200, internal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := e.ask(tt.text)
			check(t, got, tt.status, tt.body)
			if typ := got.header.Get("Content-Type"); typ != "application/json" {
				t.Errorf("Content-Type: %s", typ)
			}
		})
	}
}

// torn breaks off halfway.
type torn struct{ size int }

func (r torn) Len() int { return r.size }

func (r torn) WriteTo(w io.Writer) (int64, error) {
	_, _ = io.WriteString(w, `"`+strings.Repeat("x", r.size/2))
	panic("secret")
}

func TestC8_Panics(t *testing.T) {
	t.Parallel()
	broken := func(size int, notify bool) method {
		return method{jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
			if notify {
				return torn{size}, client.Notify(ctx, "notifications/progress", json.RawMessage("0"))
			}
			return torn{size}, nil
		}}
	}
	e := serve(t, map[string]method{
		"panic":       {jsonrpc.Read, func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) { panic("secret") }},
		"small":       broken(1000, false),
		"smallstream": broken(1000, true),
		"large":       broken(1<<20, false),
		"largestream": broken(1<<20, true),
	}, nil)
	internal := fault(1, -32603, "Something went wrong inside the server; its log has the cause.", "internal")
	for _, name := range []string{"panic", "small"} {
		check(t, e.ask(post(call(1, name))), http.StatusOK, internal)
		check(t, e.ask(modern(1, name, "")), http.StatusOK, internal)
	}
	check(t, e.ask(post(call(1, "smallstream"))), http.StatusOK, event(note(0))+event(internal))
	for _, name := range []string{"large", "largestream"} {
		c := e.dial()
		c.send(post(call(1, name)))
		body, err := io.ReadAll(c.response().Body)
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %d bytes, %v: an answer that looks whole", name, len(body), err)
		}
		if got := outcome(t, e, name); got.Outcome != streamhttp.Torn {
			t.Errorf("%s: %+v", name, got)
		}
	}
	check(t, e.ask(post(call(1, "ping"))), http.StatusOK, result(1, `"pong"`))
}

// outcome returns the last of the events so far, and waits for one.
func outcome(t *testing.T, e *endpoint, what string) streamhttp.Event {
	t.Helper()
	select {
	case got := <-e.events:
		for len(e.events) > 0 {
			got = <-e.events
		}
		return got
	case <-time.After(patience):
		t.Fatalf("%s: no event", what)
		return streamhttp.Event{}
	}
}

func TestServer_Observe(t *testing.T) {
	t.Parallel()
	e := serve(t, map[string]method{"tools/call": failing(-32602)}, nil)
	for _, tt := range []struct {
		text string
		want streamhttp.Event
	}{
		{post(call(1, "ping")), streamhttp.Event{Method: "ping", Outcome: streamhttp.OK, Status: 200, In: 40}},
		{post(call(1, "notify")), streamhttp.Event{Method: "other", Outcome: streamhttp.OK, Status: 200, In: 42, Stream: true}},
		{post(call(1, "tools/call")), streamhttp.Event{Method: "tools/call", Outcome: streamhttp.Failed, Status: 200, Code: -32602, In: 46}},
		{post("[" + call(1, "ping") + "]"), streamhttp.Event{Method: "batch", Outcome: streamhttp.OK, Status: 200, In: 42}},
		{post(`{"jsonrpc":"2.0","method":"x"}`), streamhttp.Event{Method: "other", Outcome: streamhttp.Accepted, Status: 202, In: 30}},
		{post("{"), streamhttp.Event{Outcome: streamhttp.Refused, Status: 400, Code: -32700, In: 1}},
		{request("GET", ""), streamhttp.Event{Outcome: streamhttp.Refused, Status: 405, Code: -32600}},
	} {
		tt.want.Out = len(e.ask(tt.text).body)
		got := <-e.events
		if got.Duration <= 0 {
			t.Errorf("%s: took %v", tt.text, got.Duration)
		}
		got.Duration = 0
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}
