package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestProgress_Import has an import draw its bar: it moves, never says that it
// is done before it is, and is gone before the summary.
func TestProgress_Import(t *testing.T) {
	t.Parallel()
	h := embedded(t)
	files := sources([]string{h.file("a.jsonl", lines(5)), h.file("b.jsonl", lines(7))})
	var screen bytes.Buffer
	bar := newProgress(&screen, true)
	im := importer{dryRun: true, bar: bar}
	im.run(t.Context(), files, nil)
	drawn := screen.String()
	if bar.recipes != 12 || bar.files != 2 || !strings.Contains(drawn, "0 recipes") || !strings.Contains(drawn, "%") {
		t.Errorf("%d recipes, %d files: %q", bar.recipes, bar.files, drawn)
	}
	if last := drawn[strings.LastIndex(drawn[:len(drawn)-1], "\r"):]; strings.TrimSpace(last) != "" {
		t.Errorf("the bar stays: %q", last)
	}
	if im.report.Created != 7 || im.report.Skipped != 5 {
		t.Errorf("%+v", im.report)
	}
}

// TestProgress_NoTerminal writes nothing: a nil bar takes all calls.
func TestProgress_NoTerminal(t *testing.T) {
	t.Parallel()
	var screen bytes.Buffer
	if bar := newProgress(&screen, isTerminal(&screen)); bar != nil {
		t.Fatal("a bar without a terminal")
	}
	h := embedded(t)
	if got := h.run("import", h.file("a.jsonl", lines(5))); strings.ContainsAny(got.stdout+got.stderr, "\r\x1b%") {
		t.Errorf("%+v", got)
	}
}

// TestProgress_Write clears the bar's line for a line of the log.
func TestProgress_Write(t *testing.T) {
	t.Parallel()
	var screen bytes.Buffer
	bar := newProgress(&screen, true)
	if _, err := bar.Write([]byte("early\n")); err != nil {
		t.Fatal(err)
	}
	bar.start(1)
	screen.Reset()
	if n, err := bar.Write([]byte("late\n")); n != 5 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if got := screen.String(); !strings.HasPrefix(got, "\r") || !strings.HasSuffix(got, "\rlate\n") {
		t.Errorf("%q", got)
	}
}
