package jsonrpc

import (
	"context"
	"encoding/json"
	"testing"
)

// unexpected is a handler whose calls must not run.
type unexpected struct{ t *testing.T }

func (h unexpected) Prepare(*Request) Call {
	return Call{Order: Write, Run: func(context.Context, Client) (Result, error) {
		h.t.Error("the call ran")
		return nil, nil
	}}
}

func (unexpected) Notify(context.Context, *Request) {}

// last keeps the error of an answer.
type last struct{ err *Error }

func (*last) Notify(json.RawMessage) error { return nil }
func (l *last) Answer(a Answer)            { l.err = a.Err() }

// A call that has its turn, and whose goroutine comes too late to begin it, is
// not run.
func TestWork_TooLateToBegin(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		end  func(*Conn)
		want string
	}{
		"drain":  {func(c *Conn) { c.expire() }, notRunError().Message},
		"abort":  {func(c *Conn) { c.Abort() }, ""},
		"cancel": {func(c *Conn) { c.cancel([]byte("1")) }, ""},
	} {
		c := NewConn(unexpected{t}, Options{})
		m := message{kind: KindRequest, id: []byte("1"), method: "x"}
		r := &last{}
		d := c.newDelivery(t.Context(), r, []message{m}, false)
		call := d.add(&m, false)
		c.calls["1"] = call
		c.prepare(call)
		c.queue.push(call)
		if c.queue.pop() != call {
			t.Fatal("no turn")
		}
		tt.end(c)
		c.mu.Lock()
		c.closeLocked()
		c.mu.Unlock()
		c.work(call)
		if (r.err == nil) != (tt.want == "") || (r.err != nil && r.err.Message != tt.want) {
			t.Errorf("%s: answered with %v, want %q", name, r.err, tt.want)
		}
		if !c.idleLocked() || c.queue.held != 0 {
			t.Errorf("%s: something is left", name)
		}
	}
}
