package jsonrpc_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

func TestConn_Order(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		limit int
		calls []string
		want  []string // what ran, in order of start and end
		took  time.Duration
	}{
		{"reads side by side", 16, []string{"read:30ms", "read:20ms", "read:10ms"},
			[]string{"read 0", "read 1", "read 2", "end read 2", "end read 1", "end read 0"}, 30 * time.Millisecond},
		{"a write waits for the reads before it", 16, []string{"read:30ms", "write:10ms"},
			[]string{"read 0", "end read 0", "write 1", "end write 1"}, 40 * time.Millisecond},
		{"a write holds back what comes after it", 16, []string{"write:30ms", "read:10ms", "write:10ms"},
			[]string{"write 0", "end write 0", "read 1", "end read 1", "write 2", "end write 2"}, 50 * time.Millisecond},
		{"a read doesn't pass a waiting write", 16, []string{"read:30ms", "write:10ms", "read:10ms"},
			[]string{"read 0", "end read 0", "write 1", "end write 1", "read 2", "end read 2"}, 50 * time.Millisecond},
		{"writes in order", 16, []string{"write:30ms", "write:20ms", "write:10ms"},
			[]string{"write 0", "end write 0", "write 1", "end write 1", "write 2", "end write 2"}, 60 * time.Millisecond},
		{"no more reads than the limit", 2, []string{"read:10ms", "read:20ms", "read:30ms", "read:40ms"},
			[]string{"read 0", "read 1", "end read 0", "read 2", "end read 1", "read 3", "end read 2", "end read 3"}, 60 * time.Millisecond},
		{"inline at once", 1, []string{"write:30ms", "write:10ms", "ping"},
			[]string{"ping 2", "end ping 2", "write 0", "end write 0", "write 1", "end write 1"}, 40 * time.Millisecond},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := &script.Handler{}
				c := start(t, h, jsonrpc.Options{MaxConcurrency: tt.limit})
				began := time.Now()
				for i, call := range tt.calls {
					c.send(req(i, call))
					if call != "ping" && i+1 < len(tt.calls) && tt.calls[i+1] != "ping" {
						synctest.Wait() // reads start in any order: let each start by itself
					}
				}
				if _, err := c.end(); err != nil {
					t.Fatal(err)
				}
				got := h.Events()
				if tt.name == "inline at once" { // where write 0 starts is for the scheduler to say
					got = pullFirst(got, "ping 2", "end ping 2")
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("events (-want +got):\n%s", diff)
				}
				if took := time.Since(began); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
			})
		})
	}
}

// pullFirst moves events to the front.
func pullFirst(events []string, first ...string) []string {
	for _, e := range events {
		if e != first[0] && e != first[1] {
			first = append(first, e)
		}
	}
	return first
}

// A long random mix: a write is always alone, the limit is reached and kept,
// and each read sees exactly the writes that came before it.
func TestConn_OrderOfRandomMix(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := &script.Handler{}
		c := start(t, h, jsonrpc.Options{MaxConcurrency: 4})
		rnd := rand.New(rand.NewPCG(1, 2))
		kinds := make([]string, 2000)
		for i := range kinds {
			kinds[i] = "read"
			if rnd.IntN(5) == 0 {
				kinds[i] = "write"
			}
			c.send(req(i, fmt.Sprintf("%s:%dms", kinds[i], 1+rnd.IntN(9))))
		}
		lines, err := c.end()
		if err != nil || len(lines) != len(kinds) {
			t.Fatalf("%d answers, %v; want %d, nil", len(lines), err, len(kinds))
		}
		if h.Overlap() || h.Peak() != 4 {
			t.Errorf("overlap %v, %d reads at once; want false, 4", h.Overlap(), h.Peak())
		}
		last := -1 // the last write that has started
		for _, event := range h.Events() {
			verb, id, _ := strings.Cut(event, " ")
			var n int
			if _, err := fmt.Sscan(id, &n); err != nil {
				continue // the end of a call
			}
			if verb == "write" {
				last = n
			}
			for i := max(last, 0); i < n && verb == "read"; i++ {
				if kinds[i] == "write" && i > last {
					t.Fatalf("read %d ran before write %d", n, i)
				}
			}
			if n < last {
				t.Fatalf("%s ran after write %d", event, last)
			}
		}
	})
}

func TestConn_InlineNeverWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, jsonrpc.Options{MaxConcurrency: 1})
		c.send(req(1, "write:1h"), req(2, "read:1h"), req(3, "ping"))
		if diff := cmp.Diff([]string{`{"jsonrpc":"2.0","id":3,"result":"pong"}`}, c.settled()); diff != "" {
			t.Errorf("before any time has passed (-want +got):\n%s", diff)
		}
		c.send(cancelOf(1), cancelOf(2))
		if lines, err := c.end(); err != nil || lines != nil {
			t.Errorf("got %q, %v", lines, err)
		}
	})
}

func TestOptions_Foreground(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"ping", "read", "write", "fail", "panic"} {
		answers := make(chan string, 1)
		conn := jsonrpc.NewConn(&script.Handler{}, jsonrpc.Options{Foreground: true})
		if _, err := conn.Deliver(t.Context(), []byte(req(1, method)), &reply{t: t, answers: answers}); err != nil {
			t.Fatal(err)
		}
		if len(answers) != 1 {
			t.Errorf("%s: Deliver returned before the answer was there", method)
		}
		if err := conn.Drain(time.Minute); err != nil {
			t.Error(err)
		}
	}
}

// Drain answers for a call that keeps the goroutine that delivers.
func TestOptions_ForegroundDrain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		answers := make(chan string, 2)
		conn := jsonrpc.NewConn(&script.Handler{}, jsonrpc.Options{Foreground: true})
		delivered := make(chan struct{})
		go func() {
			defer close(delivered)
			_, _ = conn.Deliver(context.Background(), []byte(req(1, "stuck:1h")), &reply{t: t, answers: answers})
		}()
		synctest.Wait()
		began := time.Now()
		if err := conn.Drain(time.Minute); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took != time.Minute+time.Second {
			t.Errorf("Drain took %v", took)
		}
		if diff := cmp.Diff(timedOut(1), <-answers); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		<-delivered
		if len(answers) > 0 {
			t.Errorf("a second answer: %s", <-answers)
		}
	})
}
