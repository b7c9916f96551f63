package main

import (
	"context"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

const suite = "../../tools/conformance"

// TestSuite runs MCP's own conformance suite, as it is pinned, against the server:
// what 2026-07-28 requires must pass, and of what came before all but the baseline.
func TestSuite(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "npm")
	dir, node := harness.Node(t, suite)
	baseline, err := filepath.Abs(filepath.Join(suite, "baseline.yml"))
	if err != nil {
		t.Fatal(err)
	}
	url, _ := start(t)
	for args, known := range map[string]bool{ // whether some of it is known to fail
		"--requirements 2026-07-28":             false,
		"--requirements 2025-11-25":             true,
		"--suite all --spec-version 2025-11-25": true,
		"--suite all --spec-version 2025-06-18": true,
		"--suite all --spec-version 2025-03-26": true,
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			command := append([]string{filepath.Join(dir, "node_modules/.bin/conformance"), "server", "--url", url}, strings.Fields(args)...)
			if known {
				command = append(command, "--expected-failures", baseline)
			}
			run := exec.CommandContext(t.Context(), node, command...)
			run.Dir = t.TempDir() // it writes its results there
			if out, err := run.CombinedOutput(); err != nil {
				_, summary, _ := strings.Cut(string(out), "=== SUMMARY ===")
				t.Errorf("%v\n%s\n%s", err, failures(string(out)), summary)
			}
		})
	}
}

// start serves on a port of its own until the test ends.
func start(t *testing.T) (url string, feed *mcp.Feed) {
	t.Helper()
	server, feed, err := newServer()
	if err != nil {
		t.Fatal(err)
	}
	ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() { served <- serve(ctx, ln, server) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return "http://" + ln.Addr().String() + "/mcp", feed
}

// failures returns the lines of the output that say what failed.
func failures(out string) string {
	var lines []string
	for line := range strings.Lines(out) {
		if strings.Contains(line, "FAILURE") || strings.Contains(line, "errorMessage") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return strings.Join(lines, "\n")
}
