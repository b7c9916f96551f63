package main_test

// MCP's official clients call a published app.

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/sdktest"
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

// TestClients_Node1 lists and calls with the official TypeScript client 1.x.
func TestClients_Node1(t *testing.T) {
	t.Parallel()
	new(connected).apps().Node(t, func(t *testing.T, client sdktest.Client) {
		t.Helper()
		callOrders(t, client)
		var list struct {
			Tools []struct {
				Name        string
				InputSchema any
			}
		}
		if err := json.Unmarshal(client.(sdktest.Follower).List(t), &list); err != nil {
			t.Fatal(err)
		}
		const exact = `{"type":"object","properties":{"message":{"type":"string","description":"User query or request"},"context":{"type":"object","description":"Additional context (optional)"}},"required":["message"]}`
		var want any
		if err := json.Unmarshal([]byte(exact), &want); err != nil {
			t.Fatal(err)
		}
		if len(list.Tools) != 1 || list.Tools[0].Name != "get_orders" || !reflect.DeepEqual(list.Tools[0].InputSchema, want) {
			t.Errorf("%+v", list)
		}
	}, sdktest.TypeScript1)
}

// TestClients_Node2 connects the client 2.x by default, with the mode auto, and pinned to
// 2026-07-28.
func TestClients_Node2(t *testing.T) {
	t.Parallel()
	new(connected).apps().Node(t, callOrders, sdktest.TypeScript2)
}

// TestClients_NodeProgress holds that the three steps come in order, to both clients. That
// none come unasked is in package endpoint's test.
func TestClients_NodeProgress(t *testing.T) {
	t.Parallel()
	new(connected).apps().Node(t, func(t *testing.T, client sdktest.Client) {
		t.Helper()
		client.Tools(t)
		_, progress := client.(sdktest.Follower).Follow(t, "get_orders", json.RawMessage(`{"message":"hello"}`))
		want := []sdktest.Progress{{Progress: 0, Total: 100, Message: "Starting..."}, {Progress: 50, Total: 100, Message: "Processing..."}, {Progress: 100, Total: 100, Message: "Complete"}}
		if !slices.Equal(progress, want) {
			t.Errorf("the progress is %+v", progress)
		}
	})
}

// TestClients_NodeListChanged renames the tool and publishes it while clients listen.
func TestClients_NodeListChanged(t *testing.T) {
	t.Parallel()
	c := new(connected)
	c.apps().Node(t, func(t *testing.T, client sdktest.Client) {
		t.Helper()
		callOrders(t, client)
		at, _ := c.makers.Load(t.Name())
		app := at.(published)
		app.want(app.ask(app.server, "POST", "/api/publish", obj{"toolName": "find_orders"}), 200)
		if got := client.(sdktest.Follower).Changed(t); !slices.Equal(got, []string{"find_orders"}) {
			t.Errorf("the tools are %q now", got)
		}
		if got := client.Tools(t); !slices.Equal(got, []string{"find_orders"}) {
			t.Errorf("the next list has %q", got)
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
