package main_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestStreams_NobodyReadsTheLog asserts that a full pipe behind stderr keeps
// nothing from its answer, and not the program from its end.
func TestStreams_NobodyReadsTheLog(t *testing.T) {
	t.Parallel()
	const calls = 1500
	unread, stderr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unread.Close() }()
	defer func() { _ = stderr.Close() }()
	var input strings.Builder
	for i := range calls {
		input.WriteString(callLine(strconv.Itoa(i), "get_recipe", `{"recipe_id":"00000000-0000-4000-8000-000000000000"}`))
	}
	c := command(t, "LOG_LEVEL=trace").Feed(input.String())
	c.Stderr = stderr
	got := c.Run()
	if n := strings.Count(got.Stdout, "\n"); n != calls || got.Code != 0 {
		t.Errorf("%d answers, want %d; exit code %d", n, calls, got.Code)
	}
}
