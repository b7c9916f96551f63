package jsonrpc_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// An answer that was stuck in its write at the end of the drain counted as
// written: TestConn_DrainGivesUpTheOutput. A notification came with an empty id in place
// of none: TestHandler_GetsItsOwnBytes.

// A batch whose last open call is cancelled by a later line is written then,
// and not only when the cancelled call returns.
func TestConn_CancelCompletesBatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, jsonrpc.Options{})
		c.send(array(req(1, "read"), req(2, "stuck:1h")))
		synctest.Wait()
		began := time.Now()
		c.send(cancelOf(2))
		if got := c.settled(); len(got) != 1 || got[0] != array(ok(1)) || time.Since(began) != 0 {
			t.Errorf("got %q", got)
		}
		if _, err := c.end(); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Hour) // fake time: lets go what is stuck
	})
}

// The ids of a batch are free again once it has been answered.
func TestConn_IDsOfAnsweredBatchAreFree(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, jsonrpc.Options{})
		for range 2 {
			c.send(array(req(1, "read"), req(2, "write")))
			if got := c.settled(); len(got) != 1 || got[0] != array(ok(1), ok(2)) {
				t.Errorf("got %q", got)
			}
		}
		if _, err := c.end(); err != nil {
			t.Error(err)
		}
	})
}
