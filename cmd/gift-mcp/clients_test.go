package main_test

// MCP's official clients go through the story, over both transports.

import (
	"slices"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/sdktest"
)

// connected are the servers that the clients connect to.
var connected = sdktest.Server{
	Command: func(t *testing.T) *harness.Command { return command(t) },
	HTTP: func(t *testing.T) *harness.Server {
		_, s := overHTTP(t, nil)
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

func throughStory(t *testing.T, o sdktest.Client) {
	t.Helper()
	names := o.Tools(t)
	if slices.Sort(names); !slices.Equal(names, []string{"get_gift_details", "get_recommendations"}) {
		t.Errorf("the tools are %q", names)
	}
	story(t, &client{t: t, speak: func(line string) string { return sdktest.Ask(t, o, line) }})
}
