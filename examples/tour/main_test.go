package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTour runs the tour and compares what it prints with the README's transcript,
// in which "…" matches anything.
func TestTour(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := tour(t.Context(), t.TempDir(), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(normalize(out.String())), "\n")
	want := strings.Split(strings.TrimSpace(normalize(transcript(t))), "\n")
	if len(lines) != len(want) {
		t.Fatalf("the tour prints %d lines and the README shows %d; the tour printed:\n%s", len(lines), len(want), out.String())
	}
	for i, line := range lines {
		if !wildcard(want[i]).MatchString(line) {
			t.Errorf("line %d of the transcript:\nREADME: %s\nprinted: %s", i+1, want[i], line)
		}
	}
}

// transcript returns the fenced block after the README's marker.
func transcript(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(strings.ReplaceAll(string(text), "\r\n", "\n"), "<!-- transcript -->\n```")
	_, rest, opened := strings.Cut(rest, "\n")
	block, _, closed := strings.Cut(rest, "\n```\n")
	if !found || !opened || !closed {
		t.Fatal("the README has no fenced block after <!-- transcript -->")
	}
	return block
}

var (
	uuids    = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	times    = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)
	versions = regexp.MustCompile(`("name":"recipe-mcp","version":)"[^"]*"`)
)

// normalize replaces what differs between runs.
func normalize(text string) string {
	text = uuids.ReplaceAllString(text, "UUID")
	text = times.ReplaceAllString(text, "TIME")
	return versions.ReplaceAllString(text, `$1"VERSION"`)
}

func wildcard(line string) *regexp.Regexp {
	parts := strings.Split(line, "…")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile("^" + strings.Join(parts, ".*") + "$")
}
