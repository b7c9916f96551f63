package main

import (
	"bytes"
	"strings"
	"testing"
)

// The evening goes as it is told: every step of it fails if the server doesn't do its
// part.
func TestDinner(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := dinner(t.Context(), t.TempDir(), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if n := strings.Count(out.String(), "server refuses: "); n != 3 {
		t.Errorf("%d refusals, want 3:\n%s", n, out.String())
	}
}
