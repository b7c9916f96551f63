package jsonrpc_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func TestConn_DrainLimit(t *testing.T) {
	t.Parallel()
	const limit = 10 * time.Second
	tests := []struct {
		name string
		in   []string
		want []string // in any order
		took time.Duration
	}{
		{"calls that end in time", []string{req(1, "read:9s")}, []string{ok(1)}, 9 * time.Second},
		{"a read that obeys its context", []string{req(1, "read:1h")}, []string{timedOut(1)}, limit},
		{"a read whose handler has an error of its own", []string{req(1, "typed:1h")}, []string{timedOut(1)}, limit},
		{"a write that obeys its context", []string{req(1, "write:1h")}, []string{timedOut(1)}, limit},
		{"a write whose handler has an error of its own", []string{req(1, "writetyped:1h")}, []string{script.Own(1)}, limit},
		{"calls that wait behind it", []string{req(1, "write:1h"), req(2, "write"), req(3, "read")},
			[]string{notRun(2), notRun(3), timedOut(1)}, limit},
		{"a call that returns within the grace", []string{req(1, "stuck:10500ms")}, []string{ok(1)}, limit + time.Second/2},
		{"a call that doesn't return", []string{req(1, "stuck:1h"), req(2, "read:1s")}, []string{timedOut(1), ok(2)}, limit + time.Second},
		{"a write that doesn't return", []string{req(1, "writestuck:1h"), req(2, "read")}, []string{notRun(2), timedOut(1)}, limit + time.Second},
		{"a batch", []string{array(req(1, "writestuck:1h"), req(2, "read"), req(3, "ping"))},
			[]string{array(timedOut(1), notRun(2), pong(3))}, limit + time.Second},
	}
	for _, tt := range tests {
		for _, end := range []string{"end of input", "stop"} {
			t.Run(tt.name+" at "+end, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					c := start(t, &script.Handler{}, jsonrpc.Options{})
					c.limit = limit
					c.send(tt.in...)
					synctest.Wait()
					began := time.Now()
					if end == "stop" {
						c.stop()
						defer close(c.in)
					} else {
						close(c.in)
					}
					answers, err := c.wait()
					took := time.Since(began)
					slices.Sort(answers)
					if diff := cmp.Diff(slices.Sorted(slices.Values(tt.want)), answers); diff != "" || err != nil {
						t.Errorf("%v (-want +got):\n%s", err, diff)
					}
					if took != tt.took {
						t.Errorf("took %v, want %v", took, tt.took)
					}
					time.Sleep(2 * time.Hour) // fake time: what is left behind returns, and stays silent
					if late := c.settled(); late != nil {
						t.Errorf("late answers: %q", late)
					}
				})
			})
		}
	}
}

// What is queued is answered in order.
func TestConn_DrainAnswersTheQueueInOrder(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, jsonrpc.Options{})
		c.send(req(0, "write:1h"))
		var want []string
		for i := 1; i < 100; i++ {
			c.send(req(i, "read"))
			want = append(want, notRun(i))
		}
		answers, err := c.end()
		answers = slices.DeleteFunc(answers, func(a string) bool { return a == timedOut(0) })
		if diff := cmp.Diff(want, answers); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

// A call that waits for room when the drain begins was accepted.
func TestConn_DrainWhileDeliverWaits(t *testing.T) {
	t.Parallel()
	for _, limit := range []time.Duration{time.Minute, time.Second} {
		t.Run(limit.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := start(t, &script.Handler{}, jsonrpc.Options{MaxQueuedBytes: 1000})
				c.limit = limit
				c.send(req(1, "write:10s"), req(2, "write"))
				synctest.Wait()
				c.stop()
				defer close(c.in)
				answers, err := c.wait()
				want := []string{ok(1), ok(2)}
				if limit == time.Second {
					want = []string{timedOut(1), notRun(2)}
				}
				slices.Sort(answers)
				if diff := cmp.Diff(want, answers); diff != "" || err != nil {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
			})
		})
	}
}

// hesitant takes its time to prepare a call of the order that it is.
type hesitant struct {
	order jsonrpc.Order
	ran   bool
}

func (h *hesitant) Prepare(*jsonrpc.Request) jsonrpc.Call {
	time.Sleep(time.Hour)
	return jsonrpc.Call{Order: h.order, Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
		h.ran = true
		return nil, nil
	}}
}

func (h *hesitant) Notify(context.Context, *jsonrpc.Request) {}

// A call that had not begun at the drain's limit never does, and its answer says
// so.
func TestConn_DrainBeforeACallBegan(t *testing.T) {
	t.Parallel()
	for _, order := range []jsonrpc.Order{jsonrpc.Inline, jsonrpc.Read, jsonrpc.Write} {
		synctest.Test(t, func(t *testing.T) {
			h := &hesitant{order: order}
			c := start(t, h, jsonrpc.Options{})
			c.send(req(1, "x"))
			synctest.Wait()
			c.stop()
			defer close(c.in)
			answers, err := c.wait()
			if diff := cmp.Diff([]string{notRun(1)}, answers); diff != "" || err != nil {
				t.Errorf("order %d: %v (-want +got):\n%s", order, err, diff)
			}
			time.Sleep(2 * time.Hour) // fake time: Prepare returns
			if late := c.settled(); late != nil || h.ran {
				t.Errorf("order %d: ran %v, answered %q", order, h.ran, late)
			}
		})
	}
}

// Nothing is accepted after the beginning of the drain.
func TestConn_ClosedByDrain(t *testing.T) {
	t.Parallel()
	h := &script.Handler{}
	conn := jsonrpc.NewConn(h, jsonrpc.Options{})
	for range 2 {
		if err := conn.Drain(0); err != nil {
			t.Error(err)
		}
	}
	r := &reply{t: t}
	if owed, err := conn.Deliver(t.Context(), []byte(req(1, "ping")), r); owed || !errors.Is(err, jsonrpc.ErrClosed) {
		t.Errorf("Deliver = %v, %v", owed, err)
	}
	if err := conn.Refuse(&jsonrpc.Error{}, r); !errors.Is(err, jsonrpc.ErrClosed) {
		t.Errorf("Refuse = %v", err)
	}
	if h.Events() != nil {
		t.Errorf("ran %q", h.Events())
	}
}

// stalled takes no answer until it is let go.
type stalled struct {
	discard
	answered chan string
	letGo    chan struct{}
}

func (s stalled) Answer(a jsonrpc.Answer) {
	<-s.letGo
	s.answered <- text(a)
}

// An answer that no one takes doesn't hold the drain for ever, whether the call
// ran or not.
func TestConn_DrainGivesUpTheOutput(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   []string
		took time.Duration
	}{
		{"of a call that is done", []string{req(1, "read")}, 13 * time.Second},
		{"of a call that does not end", []string{req(1, "stuck:1h")}, 13 * time.Second},
		{"of calls that never ran", []string{req(1, "write"), req(2, "write"), req(3, "read")}, 13 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				conn := jsonrpc.NewConn(&script.Handler{}, jsonrpc.Options{})
				out := stalled{answered: make(chan string, 9), letGo: make(chan struct{})}
				for _, message := range tt.in {
					if _, err := conn.Deliver(t.Context(), []byte(message), out); err != nil {
						t.Fatal(err)
					}
				}
				began := time.Now()
				if err := conn.Drain(10 * time.Second); !errors.Is(err, jsonrpc.ErrBlocked) {
					t.Errorf("Drain = %v", err)
				}
				if took := time.Since(began); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
				close(out.letGo)
				time.Sleep(2 * time.Hour) // fake time: lets go what is stuck
				if len(out.answered) != len(tt.in) {
					t.Errorf("%d answers, want %d", len(out.answered), len(tt.in))
				}
			})
		})
	}
}
