package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestUnread has somebody read one byte of the output and then press Ctrl-C:
// the write under way waits for ever, and the program does not.
func TestUnread(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	h.fill(t, lines(60))
	there := h.file("there.jsonl", lines(60))
	for name, tc := range map[string]struct {
		args []string
		want string
	}{
		"export": {[]string{"export"}, "the output is incomplete"},
		"import": {[]string{"import", "--verbose", there}, "it was stopped"},
		"report": {[]string{"import", "--json", there}, "context canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			r, w := io.Pipe()
			t.Cleanup(func() { _ = r.Close() })
			go func() {
				_, _ = r.Read(make([]byte, 1))
				cancel()
			}()
			var log bytes.Buffer
			code := -1
			harness.WithEnv(h.env, func() { code = run(ctx, tc.args, nil, w, &log) })
			if code != exitFailed || !strings.Contains(log.String(), tc.want) {
				t.Errorf("exit code %d: %s", code, log.String())
			}
		})
	}
}
