package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/cli"
)

// TestProgress_NoTerminal writes nothing: a nil bar takes all calls.
func TestProgress_NoTerminal(t *testing.T) {
	t.Parallel()
	var screen bytes.Buffer
	if cli.IsTerminal(&screen) {
		t.Fatal("a buffer is taken for a terminal")
	}
	h := embedded(t)
	if got := h.run("import", h.file("a.jsonl", lines(5))); strings.ContainsAny(got.stdout+got.stderr, "\r\x1b%") {
		t.Errorf("%+v", got)
	}
}
