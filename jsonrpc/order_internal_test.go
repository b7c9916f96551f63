package jsonrpc

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// slowWrites is a handler that counts.
type slowWrites struct{ begun atomic.Int32 }

func (h *slowWrites) Prepare(*Request) Call {
	return Call{Order: Write, Run: func(context.Context) (Result, error) {
		h.begun.Add(1)
		time.Sleep(time.Second)
		return Raw("1"), nil
	}}
}

func (h *slowWrites) Notify(*Request) {}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// The worker itself sees that the output has failed. Nothing drains here, so it
// is certain that nobody else has emptied the queue before.
func TestWork_StopsWhenTheOutputHasFailed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := &slowWrites{}
		s := newSession(h, Options{}.withDefaults(), closed{})
		base, cancel := context.WithCancel(t.Context())
		defer cancel()
		for id := range 3 {
			s.line(base, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"x"}`, id))
		}
		time.Sleep(time.Hour) // fake time
		if n := h.begun.Load(); n != 1 {
			t.Errorf("%d writes began after the first answer failed", n-1)
		}
		// A cancel gives the next in line no turn either.
		s.cancel(base, []byte("1"))
		time.Sleep(time.Hour)
		if n := h.begun.Load(); n != 1 {
			t.Errorf("%d writes began after a cancel", n-1)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if left := s.takeQueueLocked(); len(left) != 1 {
			t.Errorf("%d calls are queued, want 1", len(left))
		}
	})
}
