package stdio_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
)

const benchLine = `{"jsonrpc":"2.0","id":12345,"method":"tools/call","params":{"name":"get","arguments":{"id":"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}}}` + "\n"

// fixed answers every request with the same result.
type fixed struct {
	order  jsonrpc.Order
	result jsonrpc.Result
}

func (f *fixed) Prepare(*jsonrpc.Request) jsonrpc.Call {
	return jsonrpc.Call{Order: f.order, Run: func(context.Context, jsonrpc.Client) (jsonrpc.Result, error) { return f.result, nil }}
}

func (f *fixed) Notify(context.Context, *jsonrpc.Request) {}

// repeated is n times the same line.
type repeated struct {
	line string
	n    int
	rest string
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.n == 0 {
			return 0, io.EOF
		}
		r.n--
		r.rest = r.line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func benchServe(b *testing.B, h jsonrpc.Handler, line string) {
	b.ReportAllocs()
	b.SetBytes(int64(len(line)))
	if err := stdio.Serve(b.Context(), &repeated{line: line, n: b.N}, io.Discard, h, stdio.Options{}); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkDecode(b *testing.B) { // a response is decoded and nothing else
	benchServe(b, &fixed{}, strings.Replace(benchLine, `"method":"tools/call"`, `"result":1`, 1))
}

func BenchmarkInline(b *testing.B) { benchServe(b, &fixed{result: jsonrpc.Raw("{}")}, benchLine) }

func BenchmarkEncode(b *testing.B) {
	benchServe(b, &fixed{result: jsonrpc.Raw(`"` + strings.Repeat("x", 100<<10) + `"`)}, benchLine)
}

func BenchmarkRoundTrip(b *testing.B) {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	served := make(chan error, 1)
	go func() {
		served <- stdio.Serve(b.Context(), inRead, outWrite, &fixed{order: jsonrpc.Read, result: jsonrpc.Raw("{}")}, stdio.Options{})
	}()
	answers := bufio.NewReader(outRead)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := io.WriteString(inWrite, benchLine); err != nil {
			b.Fatal(err)
		}
		if _, err := answers.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
	}
	_ = inWrite.Close()
	if err := <-served; err != nil {
		b.Fatal(err)
	}
	for _, f := range []io.Closer{inRead, outRead, outWrite} {
		_ = f.Close()
	}
}

// The loop's own share of a request stays within a budget: what was measured,
// and two more.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestServe_AllocationBudget(t *testing.T) {
	const calls = 1000
	var in []byte
	for i := range calls {
		in = append(in, strings.Replace(benchLine, "12345", strconv.Itoa(10000+i), 1)...)
	}
	for _, tt := range []struct {
		name   string
		order  jsonrpc.Order
		budget float64
	}{
		{"inline", jsonrpc.Inline, 6},
		{"read", jsonrpc.Read, 8.1},
		{"write", jsonrpc.Write, 8.1},
	} {
		h := &fixed{order: tt.order, result: jsonrpc.Raw("{}")}
		perCall := testing.AllocsPerRun(5, func() {
			if err := stdio.Serve(t.Context(), bytes.NewReader(in), io.Discard, h, stdio.Options{}); err != nil {
				t.Fatal(err)
			}
		}) / calls
		t.Logf("%s: %.2f allocations for each call", tt.name, perCall)
		if perCall > tt.budget {
			t.Errorf("%s: %.1f allocations for each call, want at most %.1f", tt.name, perCall, tt.budget)
		}
	}
}
