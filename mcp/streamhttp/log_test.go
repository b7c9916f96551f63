package streamhttp_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

// locked is a buffer that several goroutines write to.
type locked struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// What a client sends, and what panics with it, is in no answer and no line of the
// log; the cause of an error is in the log alone.
func TestE6_Secrets(t *testing.T) {
	t.Parallel()
	var log locked
	e := serve(t, map[string]method{
		"panic": {jsonrpc.Read, func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) { panic("secret") }},
		"torn":  {jsonrpc.Read, func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) { return torn{100}, nil }},
		"plain": {jsonrpc.Read, func(context.Context, jsonrpc.Client, *jsonrpc.Request) (jsonrpc.Result, error) {
			return nil, errors.New("out of rope")
		}},
	}, func(o *streamhttp.Options) {
		o.Log = zerolog.New(&log)
		o.Allow = func(_ context.Context, method, _ string) error {
			if method == "secret" {
				panic("secret")
			}
			return nil
		}
		inner := o.Handler
		o.Handler = func(r *http.Request, version string) (jsonrpc.Handler, error) {
			if r.Header.Get("Test") != "" {
				panic("secret")
			}
			return inner(r, version)
		}
	})
	const params = `,"params":{"name":"secret","NAME":"secret","_meta":{}}}`
	for name, text := range map[string]string{
		"a call panics":       post(call(1, "panic")),
		"a result panics":     post(call(1, "torn")),
		"an error":            post(call(1, "plain")),
		"Allow panics":        post(call(1, "secret")),
		"Handler panics":      post(call(1, "ping"), "Test: secret"),
		"params":              post(`{"jsonrpc":"2.0","id":1,"method":"tools/call"` + params),
		"a header":            post(call(1, "ping"), "Mcp-Method: secret"),
		"a name":              modern(1, "tools/call", `"name":"secret"`, "Mcp-Name: secret2"),
		"a Host":              post(call(1, "ping"), "Host: secret.example.com"),
		"an Origin":           post(call(1, "ping"), "Origin: https://secret.example.com"),
		"a type":              post(call(1, "ping"), "Content-Type: text/secret"),
		"what is not JSON":    post("secret"),
		"half of something":   post(`{"jsonrpc":"2.0","id":1,"method":"secret`),
		"a token in the path": strings.Replace(post(call(1, "panic"), "Authorization: Bearer secret"), "/mcp", "/mcp?token=secret", 1),
	} {
		if got := e.ask(text); strings.Contains(got.body, "secret") || strings.Contains(got.body, "out of rope") {
			t.Errorf("%s: %s", name, got.body)
		}
	}
	if text := log.String(); strings.Contains(text, "secret") || !strings.Contains(text, "out of rope") {
		t.Errorf("the log holds %s", text)
	}
}

const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

func TestTraceID(t *testing.T) {
	t.Parallel()
	for traceparent, want := range map[string]string{
		"00-" + traceID + "-00f067aa0ba902b7-01":                               traceID,
		"00-" + traceID + "-00f067aa0ba902b7-00":                               traceID,
		"cc-" + traceID + "-00f067aa0ba902b7-01-what-comes-later":              traceID,
		"00-" + traceID + "-00f067aa0ba902b7-01-what-comes-later":              "",
		"ff-" + traceID + "-00f067aa0ba902b7-01":                               "",
		"00-" + strings.ToUpper(traceID) + "-00f067aa0ba902b7-01":              "",
		"00-" + strings.Repeat("0", 32) + "-00f067aa0ba902b7-01":               "",
		"00-" + traceID + "-0000000000000000-01":                               "",
		"00-" + traceID + "-00f067aa0ba902b7":                                  "",
		"00-" + traceID[1:] + "-00f067aa0ba902b7-01":                           "",
		" 00-" + traceID + "-00f067aa0ba902b7-01":                              "",
		"00-" + traceID + "-00f067aa0ba902b7-01\n":                             "",
		"cc-" + traceID + "-00f067aa0ba902b7-01-" + strings.Repeat("x", 1<<10): "",
		"hunter2": "",
		"":        "",
	} {
		if got := streamhttp.TraceID(traceparent); got != want {
			t.Errorf("%.80q: %q, want %q", traceparent, got, want)
		}
	}
}

// TestObserve_Trace has the trace that a message names in its _meta. No spelling of it refuses
// a message, which has always been answered whatever else its _meta holds.
func TestObserve_Trace(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	const parent = `"00-` + traceID + `-00f067aa0ba902b7-01"`
	for members, want := range map[string]string{
		`"traceparent":` + parent:                       traceID,
		`"Traceparent":` + parent:                       "",
		`"traceparent":"x","traceparent":` + parent:     traceID,
		`"TRACEPARENT":"x","traceparent":` + parent:     traceID,
		`"traceparent":"hunter2"`:                       "",
		`"traceparent":7`:                               "",
		`"other":` + parent:                             "",
		`"tracestate":"a=b","traceparent":` + parent:    traceID,
		`"progressToken":1,"baggage":"` + traceID + `"`: "",
	} {
		got := e.ask(post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{` + members + `}}}`))
		if got.status != 200 {
			t.Errorf("%s: status %d: %s", members, got.status, got.body)
		}
		if event := <-e.events; event.Trace != want {
			t.Errorf("%s: %q, want %q", members, event.Trace, want)
		}
	}
}
