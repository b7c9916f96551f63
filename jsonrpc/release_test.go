package jsonrpc_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"mcp-adapters/jsonrpc"
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

func (l *ledger) result() jsonrpc.Result {
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

// lender answers with borrowed results. A call of "cancelled" returns one
// although its client has cancelled it.
type lender struct{ l *ledger }

func (lender) Notify(*jsonrpc.Request) {}

func (h lender) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Read, Run: func(ctx context.Context) (jsonrpc.Result, error) {
		if req.Method == "cancelled" {
			<-ctx.Done()
		}
		return h.l.result(), nil
	}}
}

func TestServe_ReleasesEachResultOnce(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		made     int
		out      io.Writer
	}{
		{"single calls", `{"jsonrpc":"2.0","id":1,"method":"a"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"a"}`, 2, nil},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"a"}]`, 2, nil},
		{"cancelled", `{"jsonrpc":"2.0","id":1,"method":"cancelled"}` + "\n" + cancelOf("1"), 1, nil},
		{"cancelled in a batch", `[{"jsonrpc":"2.0","id":1,"method":"cancelled"},{"jsonrpc":"2.0","id":2,"method":"a"},` + cancelOf("1") + `]`, 2, nil},
		{"a closed output", `{"jsonrpc":"2.0","id":1,"method":"a"}`, 1, closedWriter{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := &ledger{}
			out := tt.out
			if out == nil {
				out = new(bytes.Buffer)
			}
			err := jsonrpc.New(lender{l}, jsonrpc.Options{}).Serve(t.Context(), strings.NewReader(tt.in+"\n"), out)
			if (err != nil) != (tt.out != nil) {
				t.Fatal(err)
			}
			l.mu.Lock()
			defer l.mu.Unlock()
			// A call that was cancelled in the queue never ran.
			if l.made > tt.made || l.released != l.made || l.early {
				t.Errorf("%d made (want %d), %d released, used after release: %v", l.made, tt.made, l.released, l.early)
			}
		})
	}
}

type closedWriter struct{}

func (closedWriter) Write([]byte) (int, error) { return 0, errors.New("closed") }
