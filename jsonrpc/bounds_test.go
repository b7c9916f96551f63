package jsonrpc_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

const overhead = 512 // what a call counts beside its message

// Deliver waits when calls that are not done hold too much, and goes on.
func TestConn_DeliverWaitsForRoom(t *testing.T) {
	t.Parallel()
	one := len(req(1, "write:1s")) + overhead
	tests := []struct {
		name  string
		bound int
		taken int // how many of the calls are taken at once
	}{
		// One more than counts is in the hands of Deliver.
		{"room for three", 3 * one, 4},
		{"room for less than one", 10, 2},
		{"room for all", 100 * one, 9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := start(t, &script.Handler{}, jsonrpc.Options{MaxQueuedBytes: tt.bound})
				taken := make(chan int, 9)
				go func() {
					defer close(taken)
					for i := range 9 {
						c.send(req(i, "write:1s"))
						taken <- i
					}
				}()
				synctest.Wait()
				if got := len(taken); got != tt.taken {
					t.Errorf("%d messages were taken, want %d", got, tt.taken)
				}
				time.Sleep(1500 * time.Millisecond) // fake time: the first call ends
				synctest.Wait()
				if got, want := len(taken), min(tt.taken+1, 9); got != want {
					t.Errorf("%d messages were taken after one call, want %d", got, want)
				}
				time.Sleep(10 * time.Second)
				synctest.Wait()
				answers, err := c.end()
				if len(answers) != 9 || err != nil {
					t.Errorf("%d answers, %v; want 9, nil", len(answers), err)
				}
			})
		})
	}
}

// Without Wait a call that finds no room is answered at once, also within a
// batch, and what was accepted goes on.
func TestConn_FullQueueIsAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := &script.Handler{}
		conn := jsonrpc.NewConn(h, jsonrpc.Options{MaxQueuedBytes: len(req(1, "write:1s")) + overhead})
		answers := make(chan string, 10)
		deliver := func(message string) *reply {
			r := &reply{t: t, answers: answers}
			owed, err := conn.Deliver(t.Context(), []byte(message), r)
			if !owed || err != nil {
				t.Errorf("Deliver = %v, %v", owed, err)
			}
			return r
		}
		deliver(req(1, "write:1s"))
		refused := deliver(req(2, "read"))
		deliver(array(req(3, "ping"), req(4, "write")))
		if refused.err != jsonrpc.ErrFull {
			t.Errorf("Answer.Err = %v", refused.err)
		}
		full := func(id int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32603,"message":%q,"data":{"kind":"busy","retry_after_seconds":1}}}`, id, jsonrpc.ErrFull.Message)
		}
		if err := conn.Drain(time.Minute); err != nil {
			t.Error(err)
		}
		close(answers)
		var got []string
		for a := range answers {
			got = append(got, a)
		}
		if diff := cmp.Diff([]string{full(2), array(pong(3), full(4)), ok(1)}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"ping 3", "end ping 3", "write 1", "end write 1"}, sortedEvents(h)); diff != "" {
			t.Errorf("what ran (-want +got):\n%s", diff)
		}
	})
}

// What queued calls counted is given back by every way out of the queue.
func TestConn_RoomComesBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		bound := 4 * (len(req(100, "write:1s")) + overhead)
		c := start(t, &script.Handler{}, jsonrpc.Options{MaxQueuedBytes: bound})
		for i := range 1000 {
			switch i % 4 {
			case 0:
				c.send(req(i, "write:1h"), cancelOf(i))
			case 1:
				c.send(req(i, "read"))
			case 2:
				c.send(array(req(i, "fail"), req(-i, "panic")))
			case 3:
				c.send(req(i, "write:1ms"), req(-i, "read:1h"), cancelOf(-i))
			}
		}
		answers, err := c.end()
		if err != nil || len(answers) != 750 {
			t.Errorf("%d answers, %v; want 750, nil", len(answers), err)
		}
	})
}

// A Conn of its own for each message, as a transport without connections makes
// one, costs little.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestConn_CostsLittle(t *testing.T) {
	message := []byte(req(1, "x"))
	h, r := fixed{}, discard{}
	allocations := testing.AllocsPerRun(100, func() {
		if _, err := jsonrpc.NewConn(h, jsonrpc.Options{}).Deliver(t.Context(), message, r); err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("%.0f allocations", allocations)
	if allocations > 10 {
		t.Errorf("%.0f allocations for a Conn and its one message, want at most 10", allocations)
	}
}

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
