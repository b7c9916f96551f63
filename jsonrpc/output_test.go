package jsonrpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"mcp-adapters/jsonrpc"
)

func TestServe_OutputCloses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   []string
		ran  []string // without the ping that meets the closed output
		took time.Duration
	}{
		{"idle", nil, nil, 0},
		{"reads are cancelled at once", []string{req(1, "read:1h"), req(2, "read:1h")},
			[]string{"read 1", "read 2", "end read 1", "end read 2"}, 0},
		{"a write may finish, what is queued is dropped", []string{req(1, "write:5s"), req(2, "write"), req(3, "read")},
			[]string{"write 1", "end write 1"}, 5 * time.Second},
		{"a write has its limit", []string{req(1, "write:1h")}, []string{"write 1", "end write 1"}, 10 * time.Second},
		{"a read that doesn't listen", []string{req(1, "stuck:1h")}, []string{"stuck 1"}, 2 * time.Second},
		{"a batch", []string{array(req(1, "write:1s"), req(2, "read"))}, []string{"write 1", "end write 1"}, time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := &script{}
				c := start(t, h, jsonrpc.Options{DrainTimeout: 10 * time.Second})
				for _, line := range tt.in {
					c.send(line)
					synctest.Wait()
				}
				_ = c.outRead.CloseWithError(io.ErrClosedPipe)
				began := time.Now()
				c.send(req(99, "ping"))
				_, err := c.wait()
				if !errors.Is(err, jsonrpc.ErrOutputClosed) || !errors.Is(err, io.ErrClosedPipe) {
					t.Errorf("Serve = %v; want ErrOutputClosed and the cause", err)
				}
				if took := time.Since(began); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
				got := map[string]bool{}
				for _, e := range h.events() {
					got[e] = !strings.HasSuffix(e, "ping 99")
				}
				want := map[string]bool{"ping 99": false, "end ping 99": false}
				for _, e := range tt.ran {
					want[e] = true
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("events (-want +got):\n%s", diff)
				}
				time.Sleep(2 * time.Hour) // fake time: lets go what is stuck
			})
		})
	}
}

// An output that nobody reads must not hold the process for ever.
func TestServe_OutputBlocks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		inRead, inWrite := io.Pipe()
		outRead, outWrite := io.Pipe()
		served := make(chan error)
		go func() {
			served <- jsonrpc.New(&script{}, jsonrpc.Options{DrainTimeout: 10 * time.Second}).Serve(t.Context(), inRead, outWrite)
		}()
		began := time.Now()
		_, _ = io.WriteString(inWrite, req(1, "read")+"\n")
		_ = inWrite.Close()
		if err := <-served; !errors.Is(err, jsonrpc.ErrOutputClosed) {
			t.Errorf("Serve = %v", err)
		}
		if took := time.Since(began); took != 11*time.Second {
			t.Errorf("took %v, want 11s", took)
		}
		_ = outRead.Close()
	})
}

// The answers of calls that never ran can't be written either: three seconds
// after the limit the output is given up. This takes real time, since a wait for
// the writer's lock stops the time of a bubble.
func TestServe_OutputBlocksWithCallsQueued(t *testing.T) {
	t.Parallel()
	outRead, outWrite := io.Pipe()
	in := strings.NewReader(req(1, "write") + "\n" + req(2, "write") + "\n" + req(3, "read") + "\n")
	served := make(chan error, 1)
	go func() {
		served <- jsonrpc.New(&script{}, jsonrpc.Options{DrainTimeout: time.Millisecond}).Serve(context.Background(), in, outWrite)
	}()
	select {
	case err := <-served:
		if !errors.Is(err, jsonrpc.ErrOutputClosed) {
			t.Errorf("Serve = %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("Serve waits for an output that nobody reads")
	}
	_ = outRead.Close()
}

func TestServe_AnswersAreNotHeldBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script{}, jsonrpc.Options{})
		c.send(req(1, "read:1h"), req(2, "read:1s"))
		time.Sleep(time.Second) // fake time
		if diff := cmp.Diff([]string{ok(2)}, c.settled()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		c.send(cancelOf(1))
		if _, err := c.end(); err != nil {
			t.Error(err)
		}
	})
}

// custom is a handler with one answer.
type custom struct {
	result jsonrpc.Result
	err    error
}

func (h custom) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Write, Run: func(context.Context) (jsonrpc.Result, error) { return h.result, h.err }}
}

func (h custom) Notify(*jsonrpc.Request) {}

type torn struct{}

func (torn) Len() int { return 100 }

func (torn) WriteTo(w io.Writer) (int64, error) {
	_, _ = io.WriteString(w, `{"half":`)
	panic("secret")
}

// A result that breaks off leaves a line that can't be mended: it is the last.
func TestServe_ResultThatPanicsEndsTheOutput(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := jsonrpc.New(custom{result: torn{}}, jsonrpc.Options{}).
		Serve(t.Context(), strings.NewReader(req(1, "x")+"\n"+req(2, "x")+"\n"), &out)
	if !errors.Is(err, jsonrpc.ErrOutputClosed) || strings.Contains(err.Error(), "secret") {
		t.Errorf("Serve = %v", err)
	}
	if out.Len() != 0 {
		t.Errorf("half an answer was written: %q", out.String())
	}
}

func TestError_OnTheWire(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"no data", &jsonrpc.Error{Code: 7, Message: "m"}, `{"code":7,"message":"m"}`},
		{"all data", &jsonrpc.Error{Code: -32602, Data: &jsonrpc.Data{Kind: "k", Status: 400, Field: "f<>", RetryAfterSeconds: 3}},
			`{"code":-32602,"message":"","data":{"kind":"k","status":400,"field":"f<>","retry_after_seconds":3}}`},
		{"raw data is compacted", &jsonrpc.Error{Data: json.RawMessage("{\n \"a\": 1\n}")}, `{"code":0,"message":"","data":{"a":1}}`},
		{"broken raw data is left out", &jsonrpc.Error{Data: json.RawMessage(`{"a`)}, `{"code":0,"message":""}`},
		{"nil pointer as data", &jsonrpc.Error{Data: (*jsonrpc.Data)(nil)}, `{"code":0,"message":""}`},
		{"data that can't be encoded", &jsonrpc.Error{Data: make(chan int)}, `{"code":0,"message":""}`},
		{"awkward text", &jsonrpc.Error{Message: "a\n\"b\" <c> \xff \u2028 é \x00"}, `{"code":0,"message":"a\n\"b\" <c> ` + "\ufffd \u2028" + ` é \u0000"}`},
		{"wrapped", fmt.Errorf("outer: %w", &jsonrpc.Error{Message: "inner"}), `{"code":0,"message":"inner"}`},
		{"nil of the type", (*jsonrpc.Error)(nil), internal("1")[len(`{"jsonrpc":"2.0","id":1,"error":`) : len(internal("1"))-1]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := pipe(t, custom{err: tt.err}, jsonrpc.Options{}, req(1, "x"))
			want := []string{`{"jsonrpc":"2.0","id":1,"error":` + tt.want + `}`}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestServe_LogHoldsNothingOfTheUser(t *testing.T) {
	t.Parallel()
	var log, out bytes.Buffer
	in := strings.NewReplacer("ping", "read", "%", "secret").Replace(`{"jsonrpc":"2.0","id":"%","method":"ping","params":{"%":"%"}}
{"jsonrpc":"2.0","id":"1%","method":"panic","params":["%"]}
{"jsonrpc":"2.0","id":"2%","method":"preparepanic","params":["%"]}
{"jsonrpc":"2.0","id":"3%","method":"plain","params":["%"]}
{"jsonrpc":"2.0","id":"4%","method":"index","params":["%"]}
{"jsonrpc":"2.0","method":"panic","params":["%"]}
{"jsonrpc":"2.0","id":"5%","method":"%","params":{}}
{"jsonrpc":"2.0","%":"%","method":7}
["%",{"%":1}]
%
{"%`)
	h := &script{}
	s := jsonrpc.New(h, jsonrpc.Options{Log: zerolog.New(&syncWriter{w: &log}).Level(zerolog.TraceLevel)})
	if err := s.Serve(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("the log holds what a user sent:\n%s", log.String())
	}
	for _, want := range []string{`"panic":"string"`, "debug.Stack", "loop_test.go", "dial tcp 10.0.0.1: refused", `"method_bytes":4,"id_bytes":8`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
	for _, not := range []string{"goroutine", "loop_test.go", "refused"} {
		if strings.Contains(out.String(), not) {
			t.Errorf("the output holds %q:\n%s", not, out.String())
		}
	}
}

type syncWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *syncWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// What the handler is given is its own, also when the line is long gone.
func TestHandler_GetsItsOwnBytes(t *testing.T) {
	t.Parallel()
	h := &keeper{}
	var in strings.Builder
	for i := range 100 {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"m%d","params":[%d]}`+"\n", i, i, i)
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","method":"n%d","params":{"n":%d}}`+"\n", i, i)
	}
	pipe(t, h, jsonrpc.Options{}, in.String())
	for i, r := range h.requests {
		if got, want := fmt.Sprintf("%s %s %s", r.ID, r.Method, r.Params), fmt.Sprintf("%d m%d [%d]", i, i, i); got != want {
			t.Errorf("request %d = %s, want %s", i, got, want)
		}
	}
	for i, r := range h.notices {
		if r.ID != nil || r.Method != fmt.Sprint("n", i) || string(r.Params) != fmt.Sprintf(`{"n":%d}`, i) {
			t.Errorf("notification %d = %s %s %s", i, r.ID, r.Method, r.Params)
		}
	}
	if len(h.requests) != 100 || len(h.notices) != 100 {
		t.Errorf("%d requests, %d notifications; want 100 each", len(h.requests), len(h.notices))
	}
}

type keeper struct{ requests, notices []*jsonrpc.Request }

func (k *keeper) Prepare(r *jsonrpc.Request) jsonrpc.Call {
	k.requests = append(k.requests, r)
	return jsonrpc.Call{Run: func(context.Context) (jsonrpc.Result, error) { return jsonrpc.Raw("1"), nil }}
}

func (k *keeper) Notify(r *jsonrpc.Request) { k.notices = append(k.notices, r) }
