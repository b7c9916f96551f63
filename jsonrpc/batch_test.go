package jsonrpc_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func TestConn_Batch(t *testing.T) {
	t.Parallel()
	const (
		note     = `{"jsonrpc":"2.0","method":"note"}`
		noObject = "a message must be a JSON object"
		again    = "a request with this id is still running; give each request an id of its own"
	)
	tests := []struct {
		name string
		in   string
		want []string
	}{
		{"one", array(req(1, "read")), []string{array(ok(1))}},
		{"in order, whoever is done first", array(req(1, "read:3ms"), req(2, "ping"), req(3, "read:1ms"), req(4, "write")),
			[]string{array(ok(1), pong(2), ok(3), ok(4))}},
		{"with faults and notifications", array(req(1, "read"), note, "1", `{"id":2}`, "[]", req(3, "fail:x")),
			[]string{array(ok(1), fault("null", noObject), fault("2", `the member jsonrpc is missing; it must be "2.0"`),
				fault("null", noObject), internal("3"))}},
		{"of notifications", array(note, note), nil},
		{"of responses", array(`{"jsonrpc":"2.0","id":1,"result":{}}`), nil},
		{"spaces", " [ " + req(1, "read") + " , " + req(2, "read") + " ] ", []string{array(ok(1), ok(2))}},
		{"same id twice", array(req(1, "ping"), req(1, "ping"), req(1, "read")), []string{array(pong(1), fault("1", again), fault("1", again))}},
		{"cancelled call left out", array(req(1, "read:1h"), cancelOf(1), req(2, "read")), []string{array(ok(2))}},
		{"all cancelled", array(req(1, "read:1h"), cancelOf(1), req(2, "write:1h"), cancelOf(2)), nil},
		{"cancel of an answer that waits", array(req(1, "ping"), cancelOf(1)), []string{array(pong(1))}},
		{"panic", array(req(1, "panic"), req(2, "read")), []string{array(internal("1"), ok(2))}},
		{"empty", "[]", []string{fault("null", "the batch is empty; send at least one message in it")}},
		{"empty with space", "[ ]", []string{fault("null", "the batch is empty; send at least one message in it")}},
		{"as many as allowed", array(req(1, "read"), req(2, "read"), req(3, "read"), note, note, note),
			[]string{array(ok(1), ok(2), ok(3))}},
		{"one too many", array(req(1, "read"), req(2, "write"), note, note, note, note, note),
			[]string{fault("null", "the batch holds 7 messages, and none was run; send at most 6 at once")}},
		{"fault of JSON at the end", array(req(1, "write"), req(2, "read")) + "]",
			[]string{parseFault("the message is not valid JSON, or is nested more than 10,000 deep: see byte 118")}},
		{"cut off", strings.TrimSuffix(array(req(1, "write")), "]"), []string{parseFault("the message is not valid JSON: it ends within a value, at byte 59")}},
		{"fault of JSON beyond the bound", array("1", "2", "3", "4", "5", "6", "7", "x"),
			[]string{parseFault("the message is not valid JSON, or is nested more than 10,000 deep: see byte 15")}},
		{"two, and a call after them", array(req(1, "write:2ms")) + "\n" + array(req(2, "write:1ms")) + "\n" + req(3, "write"),
			[]string{array(ok(1)), array(ok(2)), ok(3)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := &script.Handler{}
			got := deliver(t, h, jsonrpc.Options{MaxBatch: 6}, tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
			if len(got) == 1 && strings.Contains(got[0], `"id":null`) && got[0][0] == '{' && h.Events() != nil {
				t.Errorf("refused as a whole, and yet ran %q", h.Events())
			}
		})
	}
}

// A later line may cancel a call of a batch that has not been answered yet, and
// may not take one of its ids.
func TestConn_BatchStaysInFlight(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, jsonrpc.Options{})
		c.send(array(req(1, "read"), req(2, "write:1s"), req(3, "read:1h")))
		c.send(req(1, "ping"))
		if got := c.settled(); len(got) != 1 || !strings.Contains(got[0], "still running") {
			t.Errorf("an id of an open batch was taken: %q", got)
		}
		c.send(cancelOf(3))
		lines, err := c.end()
		if diff := cmp.Diff([]string{array(ok(1), ok(2))}, lines); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

// What a batch holds is bounded, but what a write did is always reported.
func TestConn_BatchHoldsSoMuch(t *testing.T) {
	t.Parallel()
	in := array(req(1, "big"), req(2, "big"), req(3, "writebig"), req(4, "read"))
	got := deliver(t, &script.Handler{}, jsonrpc.Options{MaxConcurrency: 1}, in)
	if len(got) != 1 {
		t.Fatalf("%d answers, want 1", len(got))
	}
	var sizes []int
	for _, part := range strings.Split(got[0], `{"jsonrpc"`)[1:] {
		sizes = append(sizes, len(part)>>20)
		if strings.Contains(part, `"id":2`) && !strings.Contains(part, "send this call on its own") {
			t.Errorf("answer of 2: %.200s", part)
		}
	}
	if diff := cmp.Diff([]int{40, 0, 40, 0}, sizes); diff != "" {
		t.Errorf("MiB of each answer (-want +got):\n%s", diff)
	}
	if !strings.HasSuffix(got[0], ok(4)+"]") {
		t.Error("a small result after it is not kept")
	}
}

func TestConn_BatchOfTenThousand(t *testing.T) {
	t.Parallel()
	in := array(strings.Split(strings.Repeat(req(1, "write")+"|", 9999)+req(1, "write"), "|")...)
	got := deliver(t, &script.Handler{}, jsonrpc.Options{}, in)
	want := []string{fault("null", "the batch holds 10000 messages, and none was run; send at most 1000 at once")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

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
