package jsonrpc_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/jsonrpc"
)

func TestServe_LongLine(t *testing.T) {
	t.Parallel()
	const limit = 100
	long := fault("null", "the line is longer than 100 bytes and was skipped")
	pad := func(n int) string {
		s := req(1, "ping")
		return s[:len(s)-1] + strings.Repeat(" ", n-len(s)) + "}"
	}
	pong := `{"jsonrpc":"2.0","id":1,"result":"pong"}`
	tests := []struct {
		name string
		in   string
		want []string
	}{
		{"just fits", pad(limit), []string{pong}},
		{"the line's end doesn't count", pad(limit) + "\r\n", []string{pong}},
		{"nor does a byte order mark", "\ufeff" + pad(limit) + "\r\n", []string{pong}},
		{"one byte more", pad(limit+1) + "\n" + pad(limit), []string{long, pong}},
		{"one byte more at the end", pad(limit + 1), []string{long}},
		{"much more", strings.Repeat("x", 1<<20) + "\n" + pad(limit), []string{long, pong}},
		{"twice", strings.Repeat("x", 1<<20) + "\n" + strings.Repeat("[", 1<<20) + "\r\n\n" + pad(limit), []string{long, long, pong}},
		{"at the end", pad(limit) + "\n" + strings.Repeat("x", 1<<20), []string{pong, long}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := pipe(t, &script{}, jsonrpc.Options{MaxMessageBytes: limit}, tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A message that is longer than the reader's buffer comes in several parts.
func TestServe_LargeMessages(t *testing.T) {
	t.Parallel()
	var in, want strings.Builder
	for i, n := range []int{10, 65535, 65536, 65537, 200 << 10, 3 << 20, 100} {
		params := `"` + strings.Repeat("é", n/2) + `"`
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"write","params":%s}`+"\r\n", i, params)
		fmt.Fprintf(&want, `{"jsonrpc":"2.0","id":%d,"result":%s}`+"\n", i, params)
	}
	got := strings.Join(pipe(t, &script{}, jsonrpc.Options{}, in.String()), "\n") + "\n"
	if got != want.String() {
		t.Error("what came back is not what was sent")
	}
}

// endless is a line without an end, as far as anyone cares to read; at its end
// it hands over what the heap has grown to.
type endless struct {
	left int
	heap uint64
}

var page = strings.Repeat("a", 64<<10)

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		e.heap = m.TotalAlloc
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), e.left)], page)
	e.left -= n
	return n, nil
}

//nolint:paralleltest // it counts what the whole process allocates.
func TestServe_EndlessLineTakesNoMemory(t *testing.T) {
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	in := &endless{left: 256 << 20}
	var out strings.Builder
	if err := jsonrpc.New(&script{}, jsonrpc.Options{MaxMessageBytes: 1 << 20}).Serve(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	if want := fault("null", "the line is longer than 1048576 bytes and was skipped") + "\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
	if grown := in.heap - before.TotalAlloc; grown > 8<<20 {
		t.Errorf("%d MiB allocated for a line of 256 MiB with a bound of 1 MiB", grown>>20)
	}
}

// Reading pauses when calls that are not done hold too much, and goes on.
func TestServe_ReadingPauses(t *testing.T) {
	t.Parallel()
	const overhead = 512
	one := len(req(1, "write:1s")) + overhead
	tests := []struct {
		name    string
		bound   int
		written int // how many of the calls are taken at once
	}{
		// One more line than counts is in the reader's hands, and what the
		// reader's buffer holds comes with it: each line is one write here.
		{"room for three", 3 * one, 4},
		{"room for less than one", 10, 2},
		{"room for all", 100 * one, 9},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := start(t, &script{}, jsonrpc.Options{MaxQueuedBytes: tt.bound})
				written := make(chan int, 9)
				go func() {
					defer close(written)
					for i := range 9 {
						c.send(req(i, "write:1s"))
						written <- i
					}
				}()
				synctest.Wait()
				if got := len(written); got != tt.written {
					t.Errorf("%d lines were taken, want %d", got, tt.written)
				}
				time.Sleep(1500 * time.Millisecond) // fake time: the first call ends
				synctest.Wait()
				if got, want := len(written), min(tt.written+1, 9); got != want {
					t.Errorf("%d lines were taken after one call, want %d", got, want)
				}
				time.Sleep(10 * time.Second)
				synctest.Wait()
				lines, err := c.end()
				if len(lines) != 9 || err != nil {
					t.Errorf("%d answers, %v; want 9, nil", len(lines), err)
				}
			})
		})
	}
}

// What queued calls counted is given back by every way out of the queue.
func TestServe_RoomComesBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		bound := 4 * (len(req(100, "write:1s")) + 512)
		c := start(t, &script{}, jsonrpc.Options{MaxQueuedBytes: bound})
		for i := range 1000 {
			switch i % 4 {
			case 0:
				c.send(req(i, "write:1h"), cancelOf(i))
			case 1:
				c.send(req(i, "read"))
			case 2:
				c.send(array(req(i, "fail"), req(-i, "panic")))
			case 3:
				c.send(req(i, "write:1ms"), req(-i, "read:1h"), cancelOf(-i))
			}
		}
		lines, err := c.end()
		if err != nil || len(lines) != 750 {
			t.Errorf("%d answers, %v; want 750, nil", len(lines), err)
		}
	})
}

func TestServe_TenThousandLines(t *testing.T) {
	t.Parallel()
	var in strings.Builder
	for i := range 10000 {
		switch i % 5 {
		case 0:
			fmt.Fprintln(&in, req(i, "write"))
		case 1:
			fmt.Fprintln(&in, "garbage")
		case 2:
			fmt.Fprintln(&in, req(i, "ping"))
		default:
			fmt.Fprintln(&in, req(i, "read"))
		}
	}
	got := pipe(t, &script{}, jsonrpc.Options{}, in.String())
	seen := map[string]int{}
	for _, line := range got {
		seen[line]++
	}
	if len(got) != 10000 || len(seen) != 8001 {
		t.Errorf("%d answers, %d of them different; want 10000 and 8001", len(got), len(seen))
	}
}
