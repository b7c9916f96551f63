package stdio_test

import (
	"bytes"
	"context"
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

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
)

func TestServe_EndOfInputAfter500Calls(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"read:50ms", "write:50ms", "ping"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := start(t, &script.Handler{}, stdio.Options{})
				answer := ok
				if method == "ping" {
					answer = pong
				}
				var in []string
				want := map[string]bool{}
				for i := range 500 {
					in = append(in, req(i, method))
					want[answer(i)] = true
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
		c := start(t, &script.Handler{}, stdio.Options{})
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

// The drain is that of package jsonrpc.
func TestServe_DrainTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, stdio.Options{DrainTimeout: 10 * time.Second})
		c.send(req(1, "write:1h"), req(2, "read"))
		began := time.Now()
		lines, err := c.end()
		slices.Sort(lines) // which is first is for the scheduler to say
		if diff := cmp.Diff([]string{timedOut(1), notRun(2)}, lines); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("took %v, want 10s", took)
		}
	})
}

func TestServe_ReadError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader(req(1, "read")+"\n"+`{"jsonrpc"`), iotest.ErrReader(broken))
	var out bytes.Buffer
	err := stdio.Serve(t.Context(), in, &out, &script.Handler{}, stdio.Options{})
	if !errors.Is(err, broken) {
		t.Errorf("Serve = %v, want %v", err, broken)
	}
	if diff := cmp.Diff(ok(1)+"\n", out.String()); diff != "" {
		t.Errorf("what came before is answered, half a line is not (-want +got):\n%s", diff)
	}
}

// Reading pauses when calls that are not done hold too much, and goes on.
func TestServe_ReadingPauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, stdio.Options{MaxQueuedBytes: 1})
		written := make(chan int, 9)
		go func() {
			defer close(written)
			for i := range 9 {
				c.send(req(i, "write:1s")) // each is one Read
				written <- i
			}
		}()
		synctest.Wait()
		if got := len(written); got != 2 { // one runs, one waits to be accepted
			t.Errorf("%d lines were read, want 2", got)
		}
		time.Sleep(10 * time.Second) // fake time
		synctest.Wait()
		if lines, err := c.end(); len(lines) != 9 || err != nil {
			t.Errorf("%d answers, %v; want 9, nil", len(lines), err)
		}
	})
}

// A cancel is of the method that is set, and of no other.
func TestServe_CancelMethod(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, stdio.Options{CancelMethod: "$/cancelRequest"})
		c.send(req(1, "read:1s"), req(2, "read:1s"), cancelOf(1), strings.Replace(cancelOf(2), "notifications/cancelled", "$/cancelRequest", 1))
		lines, err := c.end()
		if diff := cmp.Diff([]string{ok(1)}, lines); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

func TestServe_AnswersAreNotHeldBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := start(t, &script.Handler{}, stdio.Options{})
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

func TestServe_OutputCloses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   []string
		ran  []string // beside the ping that meets the closed output
		took time.Duration
	}{
		{"idle", nil, nil, 0},
		{"reads are cancelled at once", []string{req(1, "read:1h"), req(2, "read:1h")},
			[]string{"read 1", "read 2", "end read 1", "end read 2"}, 0},
		{"a write may finish, what is queued is dropped", []string{req(1, "write:5s"), req(2, "write"), req(3, "read")},
			[]string{"write 1", "end write 1"}, 5 * time.Second},
		{"a write has its limit", []string{req(1, "write:1h")}, []string{"write 1", "end write 1"}, 10 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := &script.Handler{}
				c := start(t, h, stdio.Options{DrainTimeout: 10 * time.Second})
				for _, line := range tt.in {
					c.send(line)
					synctest.Wait()
				}
				_ = c.outRead.CloseWithError(io.ErrClosedPipe)
				began := time.Now()
				c.send(req(99, "ping"))
				_, err := c.wait()
				if !errors.Is(err, stdio.ErrOutputClosed) || !errors.Is(err, io.ErrClosedPipe) {
					t.Errorf("Serve = %v; want ErrOutputClosed and the cause", err)
				}
				if took := time.Since(began); took != tt.took {
					t.Errorf("took %v, want %v", took, tt.took)
				}
				got, want := map[string]bool{}, map[string]bool{"ping 99": true, "end ping 99": true}
				for _, e := range h.Events() {
					got[e] = true
				}
				for _, e := range tt.ran {
					want[e] = true
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("events (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// An output that no one reads must not hold the process for ever: three seconds
// after the limit it is given up. This takes real time, since a wait for the
// writer's lock stops the time of a bubble.
func TestServe_OutputBlocks(t *testing.T) {
	t.Parallel()
	outRead, outWrite := io.Pipe()
	in := strings.NewReader(req(1, "write") + "\n" + req(2, "write") + "\n" + req(3, "read"))
	err := stdio.Serve(t.Context(), in, outWrite, &script.Handler{}, stdio.Options{DrainTimeout: time.Millisecond})
	if !errors.Is(err, stdio.ErrOutputClosed) || !errors.Is(err, jsonrpc.ErrBlocked) {
		t.Errorf("Serve = %v", err)
	}
	_ = outRead.Close()
}

// torn is a result that panics when so much of it is written.
type torn int

func (r torn) Len() int { return int(r) + 100 }

func (r torn) WriteTo(w io.Writer) (int64, error) {
	_, _ = io.WriteString(w, strings.Repeat("x", int(r)))
	panic("secret")
}

// tearing answers the method torn with its params as the size, and others with
// "pong".
type tearing struct{ size int }

func (h tearing) Prepare(r *jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) {
		if r.Method == "torn" {
			return torn(h.size), nil
		}
		return jsonrpc.Raw(`"pong"`), nil
	}}
}

func (tearing) Notify(context.Context, *jsonrpc.Request) {}

func TestServe_ResultThatPanics(t *testing.T) {
	t.Parallel()
	in := req(1, "ping") + "\n" + req(2, "torn") + "\n" + req(3, "ping")
	for _, size := range []int{0, 1 << 10, 256<<10 - 1000} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			want := []string{pong(1), internal(2), pong(3)}
			if diff := cmp.Diff(want, pipe(t, tearing{size}, stdio.Options{}, in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A large result has left in part when it breaks off. Its line is the last.
func TestServe_LargeResultThatPanicsEndsTheOutput(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	in := req(1, "ping") + "\n" + req(2, "torn") + "\n" + req(3, "ping")
	err := stdio.Serve(t.Context(), strings.NewReader(in), &out, tearing{2 << 20}, stdio.Options{})
	if !errors.Is(err, stdio.ErrOutputClosed) || !errors.Is(err, jsonrpc.ErrTorn) || strings.Contains(err.Error(), "secret") {
		t.Errorf("Serve = %v", err)
	}
	if lines := strings.Split(out.String(), "\n"); len(lines) != 2 || lines[0] != pong(1) || !strings.HasPrefix(lines[1], `{"jsonrpc":"2.0","id":2,"result":xxx`) {
		t.Errorf("%d lines, want the first answer and half a line", len(lines))
	}
}

// Large answers and small ones keep their order, and a large one comes whole.
func TestServe_LargeAnswers(t *testing.T) {
	t.Parallel()
	lines := pipe(t, &script.Handler{}, stdio.Options{}, req(1, "ping")+"\n"+req(2, "writebig")+"\n"+array(req(3, "writebig"), req(4, "write")))
	var sizes []int
	for _, line := range lines {
		sizes = append(sizes, len(line)>>20)
	}
	if diff := cmp.Diff([]int{0, 40, 40}, sizes); diff != "" {
		t.Errorf("MiB of each line (-want +got):\n%s", diff)
	}
}
