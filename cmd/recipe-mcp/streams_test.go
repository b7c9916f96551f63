package main_test

import (
	"bytes"
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
	cmd := command(t, "LOG_LEVEL=trace")
	var input strings.Builder
	for i := range calls {
		input.WriteString(callLine(strconv.Itoa(i), "get_recipe", `{"recipe_id":"00000000-0000-4000-8000-000000000000"}`))
	}
	cmd.Stdin = strings.NewReader(input.String())
	var stdout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := stderr.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if got := strings.Count(stdout.String(), "\n"); got != calls {
		t.Errorf("%d answers, want %d", got, calls)
	}
}
