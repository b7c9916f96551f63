package jsonrpc_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// A client that takes no answers holds up the calls behind the first one: what
// has been answered and not taken is bounded by the concurrency.
func TestConn_TurnLastsUntilTheAnswerIsWritten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := &script.Handler{}
		conn := jsonrpc.NewConn(h, jsonrpc.Options{MaxConcurrency: 2})
		out := stalled{answered: make(chan string, 9), letGo: make(chan struct{})}
		for i := range 5 {
			if _, err := conn.Deliver(t.Context(), []byte(req(i, "read")), out); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if n := len(h.Events()); n != 4 {
			t.Errorf("%q ran while no one took an answer; want the first two", h.Events())
		}
		close(out.letGo)
		if err := conn.Drain(time.Minute); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(5, len(out.answered)); diff != "" {
			t.Errorf("answers (-want +got):\n%s", diff)
		}
	})
}
