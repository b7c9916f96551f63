package stdio_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc/stdio"
)

// The whole loop: one answer for each accepted request that is not cancelled,
// and nothing but JSON-RPC answers on the output, a line each.
func FuzzServe(f *testing.F) {
	for _, s := range script.Seeds {
		f.Add(s)
	}
	f.Add(strings.Join(script.Seeds, "\n"))
	f.Fuzz(func(t *testing.T, in string) {
		h := &script.Counter{}
		var out bytes.Buffer
		o := stdio.Options{MaxMessageBytes: 2000, MaxBatch: 8, MaxQueuedBytes: 3000, MaxConcurrency: 2}
		if err := stdio.Serve(t.Context(), strings.NewReader(in), &out, h, o); err != nil {
			t.Fatal(err)
		}
		results := 0
		for line := range bytes.Lines(out.Bytes()) {
			n, err := script.Results(line)
			if err != nil || line[len(line)-1] != '\n' {
				t.Fatalf("%v: not a line of JSON: %q", err, line)
			}
			results += n
		}
		if results > h.N || (results < h.N && !strings.Contains(in, "cancel") && !strings.Contains(in, `\u`)) {
			t.Fatalf("%d results for %d requests: %q", results, h.N, out.String())
		}
	})
}
