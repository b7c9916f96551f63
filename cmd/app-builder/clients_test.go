package main_test

// MCP's official clients call a published app.

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"mcp-adapters/internal/harness"
	"mcp-adapters/internal/sdktest"
)

// connected are published apps that clients connect to, each with its maker.
type connected struct{ makers sync.Map } // of published, by the test's name

type published struct {
	*maker
	server *harness.Server
}

func (c *connected) serve(t *testing.T) *harness.Server {
	t.Helper()
	s, m := command(t, t.TempDir()).Serve(), newMaker(t)
	m.publish(s, orders)
	c.makers.Store(t.Name(), published{m, s})
	return s
}

func (c *connected) apps() sdktest.Server {
	return sdktest.Server{HTTP: c.serve, Path: "/servers/order-history/mcp", Listen: true}
}

func TestClients_GoSDK(t *testing.T) {
	t.Parallel()
	new(connected).apps().GoSDK(t, callOrders)
}

// TestClients_Node is scenarios 20 to 23 with both TypeScript SDKs: a call, progress, and a
// tool that is renamed while the client listens.
func TestClients_Node(t *testing.T) {
	t.Parallel()
	c := new(connected)
	c.apps().Node(t, func(t *testing.T, client sdktest.Client) {
		t.Helper()
		callOrders(t, client)
		follower := client.(sdktest.Follower)
		_, progress := follower.Follow(t, "get_orders", json.RawMessage(`{"message":"hello"}`))
		want := []sdktest.Progress{{Progress: 0, Total: 100, Message: "Starting..."}, {Progress: 50, Total: 100, Message: "Processing..."}, {Progress: 100, Total: 100, Message: "Complete"}}
		if !slices.Equal(progress, want) {
			t.Errorf("the progress is %+v", progress)
		}
		at, _ := c.makers.Load(t.Name())
		app := at.(published)
		app.want(app.ask(app.server, "POST", "/api/publish", obj{"toolName": "find_orders"}), 200)
		if got := follower.Changed(t); !slices.Equal(got, []string{"find_orders"}) {
			t.Errorf("the tools are %q now", got)
		}
	})
}

// callOrders has a client list the one tool and call it.
func callOrders(t *testing.T, c sdktest.Client) {
	t.Helper()
	if got := c.Tools(t); !slices.Equal(got, []string{"get_orders"}) {
		t.Errorf("the tools are %q", got)
	}
	text := c.Call(t, "get_orders", json.RawMessage(`{"message":"Where is my order #12345?"}`))
	var result struct {
		Content []struct{ Type, Text string }
		Data    struct {
			Type string
			Rows []map[string]any
		} `json:"structuredContent"`
		Meta struct {
			Template string `json:"openai/outputTemplate"`
		} `json:"_meta"`
		IsError bool
	}
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	if result.IsError || len(result.Content) != 1 || result.Content[0].Type != "text" || !strings.HasPrefix(result.Content[0].Text, "Here is the sample data") ||
		result.Data.Type != "table" || len(result.Data.Rows) == 0 || result.Meta.Template != "ui://widget/order-history.html" {
		t.Errorf("%s", text)
	}
}
