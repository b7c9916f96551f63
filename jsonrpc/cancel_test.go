package jsonrpc_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func TestConn_CancelRightAfterItsCall(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"read:1h", "write:1h"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				c := start(t, &script.Handler{}, jsonrpc.Options{})
				for i := range 2000 {
					c.send(req(i, method), cancelOf(i))
				}
				lines, err := c.end()
				if err != nil || lines != nil {
					t.Errorf("%d answers, %v; want none, nil", len(lines), err)
				}
				if took := time.Since(began); took != 0 {
					t.Errorf("took %v: a cancel was lost", took)
				}
			})
		})
	}
}

func TestConn_CancelExactID(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id, cancel string
		hit        bool
	}{
		{"1", "1", true},
		{"1", `"1"`, false},
		{`"1"`, "1", false},
		{`"1"`, `"1"`, true},
		{"1", "1.0", false},
		{"9007199254740993", "9007199254740992", false},
		{"9007199254740993", "9007199254740993", true},
		{`"a"`, `"\u0061"`, false},
		{`""`, `null`, false},
		{"1", `1,"requestId":2`, false},
		{"2", `1,"requestId":2`, false},
		{"1", `2,"REQUESTID":1`, false},
		{"1", `1,"reason":"the user left"`, true},
	}
	for _, tt := range tests {
		t.Run(tt.id+" by "+tt.cancel, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := start(t, &script.Handler{}, jsonrpc.Options{})
				c.send(`{"jsonrpc":"2.0","id":`+tt.id+`,"method":"read:1s"}`, cancelOf(tt.cancel))
				lines, err := c.end()
				if err != nil || (len(lines) == 0) != tt.hit {
					t.Errorf("got %q, %v; cancelled should be %v", lines, err, tt.hit)
				}
			})
		})
	}
}

func TestConn_CancelQueued(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := &script.Handler{}
		c := start(t, h, jsonrpc.Options{})
		c.send(req(1, "read:1s"), req(2, "write:1s"), req(3, "read:1s"))
		synctest.Wait()
		c.send(cancelOf(2))
		synctest.Wait()
		// The read after the write starts as soon as the write is gone.
		if diff := cmp.Diff([]string{"read 1", "read 3"}, h.Events()); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
		lines, err := c.end()
		if err != nil || len(lines) != 2 {
			t.Errorf("got %q, %v; want the answers of 1 and 3", lines, err)
		}
		if got := strings.Join(h.Events(), ","); strings.Contains(got, "write") {
			t.Errorf("a cancelled call ran: %s", got)
		}
	})
}

func TestConn_CancelEveryPlaceInTheQueue(t *testing.T) {
	t.Parallel()
	for _, order := range [][]int{{1, 2, 3}, {3, 2, 1}, {2, 1, 3}, {2, 3, 1}} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := start(t, &script.Handler{}, jsonrpc.Options{})
				c.send(req(0, "write:1s"), req(1, "write"), req(2, "write"), req(3, "write"))
				for _, id := range order {
					c.send(cancelOf(id))
				}
				c.send(req(4, "read"))
				lines, err := c.end()
				if diff := cmp.Diff([]string{ok(0), ok(4)}, lines); diff != "" || err != nil {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
			})
		})
	}
}

// A cancelled write keeps its turn until it has returned: what it does may not
// be over yet.
func TestConn_CancelledWriteKeepsItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := &script.Handler{}
		c := start(t, h, jsonrpc.Options{})
		c.send(req(1, "writestuck:1s"), req(2, "read"))
		synctest.Wait()
		c.send(cancelOf(1))
		lines, err := c.end()
		if diff := cmp.Diff([]string{ok(2)}, lines); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		want := []string{"writestuck 1", "end writestuck 1", "read 2", "end read 2"}
		if diff := cmp.Diff(want, h.Events()); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}

func TestConn_CancelAfterTheAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, jsonrpc.Options{})
		c.send(req(1, "read"))
		if diff := cmp.Diff([]string{ok(1)}, c.settled()); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		c.send(cancelOf(1), req(1, "read")) // the id is free again
		lines, err := c.end()
		if diff := cmp.Diff([]string{ok(1)}, lines); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

func TestConn_DuplicateID(t *testing.T) {
	t.Parallel()
	const refused = "a request with this id is still running; give each request an id of its own"
	for _, first := range []string{"read:1s", "write:1s"} {
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := &script.Handler{}
				c := start(t, h, jsonrpc.Options{})
				c.send(req(7, first), req(7, "ping"), req(7, "write"))
				if diff := cmp.Diff([]string{fault("7", refused), fault("7", refused)}, c.settled()); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				synctest.Wait()
				c.send(req(`"7"`, "read:2s")) // another id
				lines, err := c.end()
				if diff := cmp.Diff([]string{ok(7), ok(`"7"`)}, lines); diff != "" || err != nil {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
				if n := len(h.Events()); n != 4 {
					t.Errorf("%d events, want those of two calls: %q", n, h.Events())
				}
			})
		})
	}
}
