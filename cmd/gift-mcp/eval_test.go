package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestEval has the program print its figures; package eval holds them to the goals.
func TestEval(t *testing.T) {
	t.Parallel()
	if harness.Race() {
		t.Skip("the figures are the same, and take half a minute")
	}
	if got := harness.Program(t, "gift-mcp", "eval").Run(); got.Code != 0 || !strings.Contains(got.Stdout, "held half") || !strings.Contains(got.Stdout, "NDCG@5") {
		t.Errorf("%+v", got)
	}
}

// TestLicense prints what must come with the table.
func TestLicense(t *testing.T) {
	t.Parallel()
	if got := harness.Program(t, "gift-mcp", "license").Run(); got.Code != 0 || !strings.Contains(got.Stdout, "all-MiniLM-L6-v2") || !strings.Contains(got.Stdout, "Apache License") {
		t.Errorf("%+v", got)
	}
}
