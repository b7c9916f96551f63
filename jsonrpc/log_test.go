package jsonrpc_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func TestConn_LogHoldsNothingOfTheUser(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	in := strings.NewReplacer("ping", "read", "%", "secret").Replace(`{"jsonrpc":"2.0","id":"%","method":"ping","params":{"%":"%"}}
{"jsonrpc":"2.0","id":"1%","method":"panic","params":["%"]}
{"jsonrpc":"2.0","id":"2%","method":"preparepanic","params":["%"]}
{"jsonrpc":"2.0","id":"3%","method":"plain","params":["%"]}
{"jsonrpc":"2.0","id":"4%","method":"index","params":["%"]}
{"jsonrpc":"2.0","method":"panic","params":["%"]}
{"jsonrpc":"2.0","id":"5%","method":"%","params":{}}
{"jsonrpc":"2.0","%":"%","method":7}
["%",{"%":1}]
%
{"%`)
	out := strings.Join(deliver(t, &script.Handler{}, jsonrpc.Options{Log: zerolog.New(&syncWriter{w: &log}).Level(zerolog.TraceLevel)}, in), "\n")
	if strings.Contains(log.String(), "secret") {
		t.Errorf("the log holds what a user sent:\n%s", log.String())
	}
	for _, want := range []string{`"panic":"string"`, "debug.Stack", "script.go", "dial tcp 10.0.0.1: refused", `"method_bytes":4,"id_bytes":8`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
	for _, not := range []string{"goroutine", "script.go", "refused"} {
		if strings.Contains(out, not) {
			t.Errorf("the answers hold %q:\n%s", not, out)
		}
	}
}

type syncWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *syncWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// What the handler is given is its own: the message is the caller's again.
func TestHandler_GetsItsOwnBytes(t *testing.T) {
	t.Parallel()
	h := &keeper{}
	var in strings.Builder
	for i := range 100 {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"m%d","params":[%d]}`+"\n", i, i, i)
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","method":"n%d","params":{"n":%d}}`+"\n", i, i)
	}
	deliver(t, h, jsonrpc.Options{}, in.String())
	for i, r := range h.requests {
		if got, want := fmt.Sprintf("%s %s %s", r.ID, r.Method, r.Params), fmt.Sprintf("%d m%d [%d]", i, i, i); got != want {
			t.Errorf("request %d = %s, want %s", i, got, want)
		}
	}
	for i, r := range h.notices {
		if r.ID != nil || r.Method != fmt.Sprint("n", i) || string(r.Params) != fmt.Sprintf(`{"n":%d}`, i) {
			t.Errorf("notification %d = %s %s %s", i, r.ID, r.Method, r.Params)
		}
	}
	if len(h.requests) != 100 || len(h.notices) != 100 {
		t.Errorf("%d requests, %d notifications; want 100 each", len(h.requests), len(h.notices))
	}
}

type keeper struct {
	fixed
	requests, notices []*jsonrpc.Request
}

func (k *keeper) Prepare(r *jsonrpc.Request) jsonrpc.Call {
	k.requests = append(k.requests, r)
	return k.fixed.Prepare(r)
}

func (k *keeper) Notify(ctx context.Context, r *jsonrpc.Request) {
	if ctx.Done() != nil { // the one that was delivered with it
		k.notices = append(k.notices, r)
	}
}
