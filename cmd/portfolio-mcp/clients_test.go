package main_test

// MCP's official clients take a job from a draft to a page and back, over both transports.

import (
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/sdktest"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// connected are the servers that the clients connect to.
var connected = sdktest.Server{
	Command: func(t *testing.T) *harness.Command { return command(t, t.TempDir()) },
	HTTP: func(t *testing.T) *harness.Server {
		_, s := overHTTP(t, t.TempDir())
		return s
	},
}

func TestClients_GoSDK(t *testing.T) {
	t.Parallel()
	connected.GoSDK(t, throughStory)
}

func TestClients_Node(t *testing.T) {
	t.Parallel()
	connected.Node(t, throughStory)
}

// throughStory has a client take the story's way.
func throughStory(t *testing.T, c sdktest.Client) {
	t.Helper()
	var names []string
	for _, tool := range portfolio.Tools(nil, portfolio.ToolOptions{}) {
		names = append(names, tool.Name)
	}
	if got := c.Tools(t); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(names))) {
		t.Errorf("the tools are %q", got)
	}
	story(t, speaking(t, c), true)
}

// speaking lends an SDK's client to the tests that write messages themselves.
func speaking(t *testing.T, c sdktest.Client) *client {
	t.Helper()
	return &client{t: t, speak: func(line string) string { return sdktest.Ask(t, c, line) }}
}
