package jsonrpc_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/jsonrpc"
)

func drainError(id int, kind, message string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"error":{"code":-32603,"message":%q,"data":{"kind":%q}}}`, id, message, kind)
}

func notRun(id int) string {
	return drainError(id, "internal", "the server was stopping and this call was not run, so nothing was changed by it")
}

func timedOut(id int) string {
	return drainError(id, "timeout", "the server was stopping and gave up on this call; if it was to change something, look before trying again")
}

func TestServe_EndOfInputBehind500Calls(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"read:50ms", "write:50ms", "ping"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := start(t, &script{}, jsonrpc.Options{})
				var in []string
				want := map[string]bool{}
				for i := range 500 {
					in = append(in, req(i, method))
					want[ok(i)] = true
					if method == "ping" {
						delete(want, ok(i))
						want[fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":"pong"}`, i)] = true
					}
				}
				_, _ = io.WriteString(c.in, strings.Join(in, "\n")) // no newline at the end
				lines, err := c.end()
				if err != nil || len(lines) != 500 {
					t.Fatalf("%d answers, %v; want 500, nil", len(lines), err)
				}
				for _, line := range lines {
					if !want[line] {
						t.Fatalf("unexpected or second answer %s", line)
					}
					delete(want, line)
				}
			})
		})
	}
}

func TestServe_EndOfContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script{}, jsonrpc.Options{})
		c.send(req(1, "read:1s"), req(2, "write:1s"))
		synctest.Wait()
		c.stop()
		synctest.Wait()
		c.send(req(3, "ping")) // taken by the read that was under way, not accepted
		lines, err := c.wait()
		if diff := cmp.Diff([]string{ok(1), ok(2)}, lines); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

func TestServe_DrainLimit(t *testing.T) {
	t.Parallel()
	const limit = 10 * time.Second
	tests := []struct {
		name string
		in   []string
		want []string // in any order
		took time.Duration
	}{
		{"calls that end in time", []string{req(1, "read:9s")}, []string{ok(1)}, 9 * time.Second},
		{"a call that obeys its context", []string{req(1, "read:1h")}, []string{timedOut(1)}, limit},
		{"calls that wait behind it", []string{req(1, "write:1h"), req(2, "write"), req(3, "read")},
			[]string{notRun(2), notRun(3), timedOut(1)}, limit},
		{"a call that returns within the grace", []string{req(1, "stuck:10500ms")}, []string{ok(1)}, limit + time.Second/2},
		{"a call that doesn't return", []string{req(1, "stuck:1h"), req(2, "read:1s")}, []string{timedOut(1), ok(2)}, limit + time.Second},
		{"a write that doesn't return", []string{req(1, "writestuck:1h"), req(2, "read")}, []string{notRun(2), timedOut(1)}, limit + time.Second},
		{"a batch", []string{"[" + req(1, "writestuck:1h") + "," + req(2, "read") + "," + req(3, "ping") + "]"},
			[]string{"[" + timedOut(1) + "," + notRun(2) + `,{"jsonrpc":"2.0","id":3,"result":"pong"}]`}, limit + time.Second},
	}
	for _, tt := range tests {
		for _, end := range []string{"end of input", "end of context"} {
			t.Run(tt.name+" at "+end, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					c := start(t, &script{}, jsonrpc.Options{DrainTimeout: limit})
					c.send(tt.in...)
					synctest.Wait()
					began := time.Now()
					if end == "end of input" {
						_ = c.in.Close()
					} else {
						c.stop()
					}
					lines, err := c.wait()
					took := time.Since(began)
					slices.Sort(lines)
					want := slices.Sorted(slices.Values(tt.want))
					if diff := cmp.Diff(want, lines); diff != "" || err != nil {
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

// A reader that waits for room when the context ends: what it holds is accepted.
func TestServe_EndOfContextWhilePaused(t *testing.T) {
	t.Parallel()
	for _, limit := range []time.Duration{time.Minute, time.Second} {
		t.Run(limit.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := start(t, &script{}, jsonrpc.Options{MaxQueuedBytes: 1000, DrainTimeout: limit})
				c.send(req(1, "write:10s"), req(2, "write"))
				synctest.Wait()
				c.stop()
				lines, err := c.wait()
				want := []string{ok(1), ok(2)}
				if limit == time.Second {
					want = []string{notRun(2), timedOut(1)}
				}
				if diff := cmp.Diff(want, lines); diff != "" || err != nil {
					t.Errorf("%v (-want +got):\n%s", err, diff)
				}
			})
		})
	}
}

func TestServe_ReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader(req(1, "read")+"\n"+`{"jsonrpc"`), iotest.ErrReader(broken))
	var out bytes.Buffer
	err := jsonrpc.New(&script{}, jsonrpc.Options{}).Serve(t.Context(), in, &out)
	if !errors.Is(err, broken) {
		t.Errorf("Serve = %v, want %v", err, broken)
	}
	if diff := cmp.Diff(ok(1)+"\n", out.String()); diff != "" {
		t.Errorf("what came before is answered, half a line is not (-want +got):\n%s", diff)
	}
}
