package jsonrpc_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// ledger notes what becomes of each result.
type ledger struct {
	mu       sync.Mutex
	made     int
	released int
	early    bool // one was used after its release
}

type borrowed struct {
	l    *ledger
	gone *bool
}

func (l *ledger) result() borrowed {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.made++
	return borrowed{l, new(bool)}
}

func (b borrowed) Len() int { return 2 }

func (b borrowed) WriteTo(w io.Writer) (int64, error) {
	b.l.mu.Lock()
	defer b.l.mu.Unlock()
	b.l.early = b.l.early || *b.gone
	n, err := io.WriteString(w, "{}")
	return int64(n), err
}

func (b borrowed) Release() {
	b.l.mu.Lock()
	defer b.l.mu.Unlock()
	b.l.early = b.l.early || *b.gone
	*b.gone = true
	b.l.released++
}

// panicking is a result that fails when its size is asked for.
type panicking struct{ borrowed }

func (panicking) Len() int { panic("secret") }

// lender answers with borrowed results. A call of "cancelled" returns one
// although its client has cancelled it.
type lender struct{ l *ledger }

func (lender) Notify(context.Context, *jsonrpc.Request) {}

func (h lender) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Read, Run: func(ctx context.Context, _ jsonrpc.Client) (jsonrpc.Result, error) {
		if req.Method == "cancelled" {
			<-ctx.Done()
		}
		b := h.l.result()
		if req.Method == "panics" {
			return panicking{b}, nil
		}
		return b, nil
	}}
}

func TestConn_ReleasesEachResultOnce(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		made     int
		reply    func(*jsonrpc.Conn) jsonrpc.Reply
	}{
		{"single calls", req(1, "a") + "\n" + req(2, "a"), 2, nil},
		{"a batch", array(req(1, "a"), req(2, "a")), 2, nil},
		{"cancelled", req(1, "cancelled") + "\n" + cancelOf(1), 1, nil},
		{"cancelled in a batch", array(req(1, "cancelled"), req(2, "a")) + "\n" + cancelOf(1), 2, nil},
		{"a closed output", req(1, "a"), 1, func(c *jsonrpc.Conn) jsonrpc.Reply { return gone{conn: c} }},
		{"a batch of an output that closed", array(req(1, "cancelled"), req(2, "cancelled")) + "\n" + req(3, "a"), 3,
			func(c *jsonrpc.Conn) jsonrpc.Reply { return gone{conn: c} }},
		{"a result that panics", req(1, "panics"), 1, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := &ledger{}
				conn := jsonrpc.NewConn(lender{l}, options(jsonrpc.Options{}))
				for message := range strings.SplitSeq(tt.in, "\n") {
					var r jsonrpc.Reply = &reply{t: t, answers: make(chan string, 9)}
					if tt.reply != nil {
						r = tt.reply(conn)
					}
					_, _ = conn.Deliver(t.Context(), []byte(message), r)
					synctest.Wait()
				}
				if err := conn.Drain(time.Minute); err != nil {
					t.Error(err)
				}
				l.mu.Lock()
				defer l.mu.Unlock()
				if l.made != tt.made || l.released != l.made || l.early {
					t.Errorf("%d made (want %d), %d released, used after release: %v", l.made, tt.made, l.released, l.early)
				}
			})
		})
	}
}
