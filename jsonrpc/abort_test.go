package jsonrpc_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func sortedEvents(h *script.Handler) []string {
	events := h.Events()
	slices.SortStableFunc(events, func(a, b string) int {
		return strings.Compare(strings.TrimPrefix(a, "end "), strings.TrimPrefix(b, "end "))
	})
	return events
}

func TestConn_Abort(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   []string
		ran  []string
		took time.Duration
	}{
		{"idle", nil, nil, 0},
		{"reads are cancelled at once", []string{req(1, "read:1h"), req(2, "read:1h")},
			[]string{"read 1", "end read 1", "read 2", "end read 2"}, 0},
		{"a write may finish, what is queued is dropped", []string{req(1, "write:5s"), req(2, "write"), req(3, "read")},
			[]string{"write 1", "end write 1"}, 5 * time.Second},
		{"a write has its limit", []string{req(1, "write:1h")}, []string{"write 1", "end write 1"}, 10 * time.Second},
		{"a read that doesn't listen", []string{req(1, "stuck:1h")}, []string{"stuck 1"}, 2 * time.Second},
		{"a batch", []string{array(req(1, "write:1s"), req(2, "read"))}, []string{"write 1", "end write 1"}, time.Second},
		{"a call that waits for room", []string{req(1, "write:1s"), req(2, "read")}, []string{"write 1", "end write 1"}, time.Second},
	}
	for _, tt := range tests {
		for _, when := range []string{"before the drain", "within the drain"} {
			t.Run(tt.name+" "+when, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					h := &script.Handler{}
					c := start(t, h, jsonrpc.Options{MaxQueuedBytes: 1500})
					c.limit = 10 * time.Second
					for _, message := range tt.in {
						c.send(message)
						synctest.Wait()
					}
					began := time.Now()
					defer close(c.in)
					if when == "within the drain" && tt.in != nil {
						c.stop()
						synctest.Wait()
						c.conn.Abort()
					} else {
						c.conn.Abort()
						c.stop()
					}
					if answers, err := c.wait(); err != nil || answers != nil {
						t.Errorf("Drain = %v, answered %q", err, answers)
					}
					if took := time.Since(began); took != tt.took {
						t.Errorf("took %v, want %v", took, tt.took)
					}
					if diff := cmp.Diff(tt.ran, sortedEvents(h)); diff != "" {
						t.Errorf("events (-want +got):\n%s", diff)
					}
					if _, err := c.conn.Deliver(t.Context(), []byte(req(9, "ping")), &reply{t: t}); !errors.Is(err, jsonrpc.ErrClosed) {
						t.Errorf("Deliver = %v", err)
					}
					time.Sleep(2 * time.Hour) // fake time: lets go what is stuck
					if late := c.settled(); late != nil {
						t.Errorf("late answers: %q", late)
					}
				})
			})
		}
	}
}

// gone is a client that leaves instead of taking its first answer.
type gone struct {
	discard
	conn *jsonrpc.Conn
}

func (g gone) Answer(jsonrpc.Answer) { g.conn.Abort() }

// Once an answer could not be written, no call begins: its client would never
// learn what it did.
func TestConn_AbortStartsNothing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   []string
	}{
		{"write after a write", []string{req(1, "write:1s"), req(2, "write")}},
		{"read after a write", []string{req(1, "write:1s"), req(2, "read")}},
		{"write after a read", []string{req(1, "read:1s"), req(2, "write")}},
		{"all after a write", []string{req(1, "write:1s"), req(2, "read"), req(3, "read"), req(4, "write"), req(5, "read")}},
		{"batch after a write", []string{req(1, "write:1s"), array(req(2, "write"), req(3, "read"))}},
		{"inline", []string{req(1, "ping"), req(2, "ping"), array(req(3, "ping"), req(4, "write"))}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := &script.Handler{}
				conn := jsonrpc.NewConn(h, jsonrpc.Options{})
				for _, message := range tt.in {
					_, _ = conn.Deliver(t.Context(), []byte(message), gone{conn: conn})
				}
				if err := conn.Drain(time.Minute); err != nil {
					t.Error(err)
				}
				if n := len(h.Events()); n != 2 {
					t.Errorf("events %q; want those of call 1", h.Events())
				}
			})
		})
	}
}

// A batch that fails on its way begins no more of its own calls either.
func TestConn_AbortWithinABatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := &script.Handler{}
		c := start(t, h, jsonrpc.Options{MaxConcurrency: 1})
		c.send(array(req(1, "read:1s"), req(2, "read"), req(3, "write")))
		synctest.Wait()
		c.conn.Abort()
		if answers, err := c.end(); answers != nil || err != nil {
			t.Errorf("got %q, %v", answers, err)
		}
		if diff := cmp.Diff([]string{"read 1", "end read 1"}, h.Events()); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	})
}
