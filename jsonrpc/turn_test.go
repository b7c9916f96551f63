package jsonrpc_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"mcp-adapters/jsonrpc"
)

// announced tells of each write that runs.
type announced struct{ ran chan struct{} }

func (announced) Notify(*jsonrpc.Request) {}

func (h announced) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Write, Run: func(context.Context) (jsonrpc.Result, error) {
		h.ran <- struct{}{}
		return jsonrpc.Raw(`{}`), nil
	}}
}

// held takes nothing until it is let go.
type held struct {
	bytes.Buffer

	letGo chan struct{}
}

func (h *held) Write(b []byte) (int, error) {
	<-h.letGo
	return h.Buffer.Write(b)
}

// A client that takes no answers holds up the calls behind the first one: what
// has been answered and not taken is bounded by the concurrency.
func TestServe_TurnLastsUntilTheAnswerIsWritten(t *testing.T) {
	t.Parallel()
	h := announced{make(chan struct{}, 3)}
	out := &held{letGo: make(chan struct{})}
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"w"}
{"jsonrpc":"2.0","id":2,"method":"w"}
{"jsonrpc":"2.0","id":3,"method":"w"}
`)
	served := make(chan error, 1)
	go func() { served <- jsonrpc.New(h, jsonrpc.Options{}).Serve(t.Context(), in, out) }()
	<-h.ran
	// Nothing comes that could be waited for; a call that may run does so long
	// before this.
	select {
	case <-h.ran:
		t.Error("a second call has run while nobody took the first answer")
	case <-time.After(100 * time.Millisecond):
	}
	close(out.letGo)
	if err := <-served; err != nil {
		t.Error(err)
	}
	if got := strings.Count(out.String(), "\n"); got != 3 {
		t.Errorf("%d answers, want 3", got)
	}
}
