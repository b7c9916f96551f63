package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

// longLines are two recipes as JSON Lines with so much white space between them
// that the second is read when the first has been imported.
func longLines() string {
	return lines(1) + strings.Repeat(strings.Repeat(" ", 1<<20)+"\n", 66) + `{"title":"Last"}` + "\n"
}

// TestImport_Long is longer than what is held in memory.
func TestImport_Long(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	if got := h.runIn(t.Context(), strings.NewReader(longLines()), "import", "--dry-run", "-"); got.code != exitOK || !strings.Contains(got.stdout, "Without --dry-run: 2 created") {
		t.Errorf("%+v", got)
	}
	if got := h.run("import", "--dry-run", h.file("a.jsonl", longLines())); got.code != exitOK || !strings.Contains(got.stdout, "Without --dry-run: 2 created") {
		t.Errorf("%+v", got)
	}
}

// TestImport_LongNeverEnds stops in the middle of a file that goes on.
func TestImport_LongNeverEnds(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	t.Cleanup(func() { _ = out.Close() })
	go func() {
		_, _ = io.WriteString(out, longLines())
		_, _ = io.WriteString(out, "{")
		cancel() // somebody reads by now, and waits for more
	}()
	got := h.runIn(ctx, in, "import", "--dry-run", "-")
	if got.code != exitFailed || !strings.Contains(got.stdout, "Stopped as requested") || !strings.Contains(got.stdout, " 0 failed") {
		t.Errorf("%+v", got)
	}
}
