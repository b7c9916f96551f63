package jsonrpc_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/jsonrpc"
)

// waiting is a handler whose first call runs until the last has been prepared.
// A call is of the order that its method begins with.
type waiting struct {
	last string // id
	seen chan struct{}

	mu  sync.Mutex
	ran []string
}

func (h *waiting) Prepare(r *jsonrpc.Request) jsonrpc.Call {
	id := string(r.ID)
	if id == h.last {
		close(h.seen)
	}
	order := map[string]jsonrpc.Order{"inline": jsonrpc.Inline, "read": jsonrpc.Read, "write": jsonrpc.Write}[r.Method]
	return jsonrpc.Call{Order: order, Run: func(context.Context) (jsonrpc.Result, error) {
		h.mu.Lock()
		h.ran = append(h.ran, id)
		h.mu.Unlock()
		<-h.seen
		return jsonrpc.Raw("1"), nil
	}}
}

func (h *waiting) Notify(*jsonrpc.Request) {}

// Once an answer could not be written, no call begins: its client would never
// learn what it did.
func TestServe_FailedOutputStartsNothing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, last string
		in         []string
	}{
		{"write behind a write", "2", []string{req(1, "write"), req(2, "write")}},
		{"read behind a write", "2", []string{req(1, "write"), req(2, "read")}},
		{"write behind a read", "2", []string{req(1, "read"), req(2, "write")}},
		{"all behind a write", "5", []string{req(1, "write"), req(2, "read"), req(3, "read"), req(4, "write"), req(5, "read")}},
		{"batch behind a write", "3", []string{req(1, "write"), array(req(2, "write"), req(3, "read"))}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for range 50 { // who is faster, worker or drain, must not matter
				h := &waiting{last: tt.last, seen: make(chan struct{})}
				err := jsonrpc.New(h, jsonrpc.Options{}).
					Serve(t.Context(), strings.NewReader(strings.Join(tt.in, "\n")+"\n"), broken{})
				if !errors.Is(err, jsonrpc.ErrOutputClosed) {
					t.Fatalf("Serve = %v", err)
				}
				if diff := cmp.Diff([]string{"1"}, h.ran); diff != "" {
					t.Fatalf("calls that ran (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// A call that the reading goroutine would run itself doesn't begin either.
func TestServe_FailedOutputStartsNothingInline(t *testing.T) {
	t.Parallel()
	h := &waiting{last: "1", seen: make(chan struct{})}
	err := jsonrpc.New(h, jsonrpc.Options{}).
		Serve(t.Context(), strings.NewReader(req(1, "inline")+"\n"+req(2, "inline")+"\n"+array(req(3, "inline"), req(4, "write"))+"\n"), broken{})
	if !errors.Is(err, jsonrpc.ErrOutputClosed) {
		t.Fatalf("Serve = %v", err)
	}
	if diff := cmp.Diff([]string{"1"}, h.ran); diff != "" {
		t.Errorf("calls that ran (-want +got):\n%s", diff)
	}
}

// broken is an output whose reader has gone.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
