package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
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
	if got := h.runIn(t.Context(), strings.NewReader(longLines()), "import", "--dry-run", "-"); got.code != exitOK || !strings.Contains(got.stdout, "It would be: 2 created") {
		t.Errorf("%+v", got)
	}
	bar := newProgress(io.Discard, true)
	im := importer{dryRun: true, bar: bar}
	im.run(t.Context(), sources([]string{h.file("a.jsonl", longLines())}), nil)
	if im.report.Created != 2 || len(im.report.Failures) != 0 || bar.recipes != 2 {
		t.Errorf("%+v, %d recipes", im.report, bar.recipes)
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
	if got.code != exitFailed || !strings.Contains(got.stdout, "Stopped as asked") || !strings.Contains(got.stdout, " 0 failed") {
		t.Errorf("%+v", got)
	}
}

// TestBelow_most ends at so many files, and an export of a large vault has
// fewer.
func TestBelow_most(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	for i := range 5 {
		h.file(fmt.Sprintf("all/%d.cook", i), "Boil.")
	}
	all := below(filepath.Join(h.dir, "all"), 3)
	if len(all) != 4 || all[3].err == nil || !strings.Contains(all[3].err.Error(), "more than 3 files") {
		t.Errorf("%+v", all)
	}
	if exact := below(filepath.Join(h.dir, "all"), 5); len(exact) != 5 || exact[4].err != nil {
		t.Errorf("%+v", exact)
	}
	if mostFiles < 100_000 {
		t.Errorf("at most %d files", mostFiles)
	}
}
