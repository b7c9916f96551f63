package stdio_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
)

func TestServe_Lines(t *testing.T) {
	t.Parallel()
	const notJSON = "the message is not valid JSON, or is nested more than 10,000 deep: see byte 0"
	ping := func(id int) string { return req(id, "ping") }
	tests := []struct {
		name string
		in   string
		want []string
	}{
		{"no newline at the end", ping(1), []string{pong(1)}},
		{"CRLF", ping(1) + "\r\n" + ping(2) + "\r\n", []string{pong(1), pong(2)}},
		{"blank lines", "\n\r\n  \t\n" + ping(1) + "\n\n", []string{pong(1)}},
		{"byte order mark on the first line", "\ufeff" + ping(1), []string{pong(1)}},
		{"byte order mark alone", "\ufeff\n" + ping(1), []string{pong(1)}},
		{"byte order mark on the second line", ping(1) + "\n\ufeff" + ping(2), []string{pong(1), parseFault(notJSON)}},
		{"nothing", "", nil},
		{"not JSON, and on", "hello\n" + ping(1), []string{parseFault(notJSON), pong(1)}},
		{"a batch", array(ping(1), ping(2)), []string{array(pong(1), pong(2))}},
		{"a cancel", req(1, "read:1h") + "\n" + cancelOf(1), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, pipe(t, &script.Handler{}, stdio.Options{}, tt.in)); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

func TestServe_LongLine(t *testing.T) {
	t.Parallel()
	const limit = 100
	long := fault("null", "the line is longer than 100 bytes and was skipped")
	pad := func(n int) string {
		s := req(1, "ping")
		return s[:len(s)-1] + strings.Repeat(" ", n-len(s)) + "}"
	}
	tests := []struct {
		name string
		in   string
		want []string
	}{
		{"just fits", pad(limit), []string{pong(1)}},
		{"the line's end doesn't count", pad(limit) + "\r\n", []string{pong(1)}},
		{"nor does a byte order mark", "\ufeff" + pad(limit) + "\r\n", []string{pong(1)}},
		{"one byte more", pad(limit+1) + "\n" + pad(limit), []string{long, pong(1)}},
		{"one byte more at the end", pad(limit + 1), []string{long}},
		{"much more", strings.Repeat("x", 1<<20) + "\n" + pad(limit), []string{long, pong(1)}},
		{"twice", strings.Repeat("x", 1<<20) + "\n" + strings.Repeat("[", 1<<20) + "\r\n\n" + pad(limit), []string{long, long, pong(1)}},
		{"at the end", pad(limit) + "\n" + strings.Repeat("x", 1<<20), []string{pong(1), long}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := pipe(t, &script.Handler{}, stdio.Options{MaxMessageBytes: limit}, tt.in)
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
	got := strings.Join(pipe(t, &script.Handler{}, stdio.Options{}, in.String()), "\n") + "\n"
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
	if err := stdio.Serve(t.Context(), in, &out, &script.Handler{}, stdio.Options{MaxMessageBytes: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	if want := fault("null", "the line is longer than 1048576 bytes and was skipped") + "\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
	if grown := in.heap - before.TotalAlloc; grown > 8<<20 {
		t.Errorf("%d MiB allocated for a line of 256 MiB with a bound of 1 MiB", grown>>20)
	}
}
