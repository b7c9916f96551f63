package main_test

// The official Go SDK's client drives the built binary: a judge that shares no
// code with the server.

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSDK speaks every protocol version with recipe-mcp, in both eras: the
// newest one has no handshake.
func TestSDK(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			eachVault(t, func(t *testing.T, w world) { driveSDK(t, w, version) })
		})
	}
}

// sdk is a connected client.
type sdk struct {
	*mcp.ClientSession

	outputs map[string]*jsonschema.Schema
}

func driveSDK(t *testing.T, w world, version string) {
	t.Helper()
	c := connectSDK(t, w, version)
	var created, updated, got recipe
	c.call(t, "create_recipe", json.RawMessage(stew), &created)
	checkStew(t, created)
	var list struct{ Recipes []recipe }
	c.call(t, "list_recipes", nil, &list)
	if len(list.Recipes) != 1 || list.Recipes[0].ID != created.ID {
		t.Errorf("the list is %+v", list)
	}
	c.call(t, "update_recipe", map[string]any{"recipe_id": created.ID, "difficulty": 5}, &updated)
	c.call(t, "get_recipe", map[string]any{"recipe_id": created.ID}, &got)
	if got.UpdatedAt != updated.UpdatedAt || *got.Difficulty != 5 {
		t.Errorf("got %+v", got)
	}
	for _, tt := range []struct {
		name, tool string
		arguments  any
		code       int64
		kind       string
	}{
		{"not found", "get_recipe", map[string]any{"recipe_id": noRecipe}, -32001, "not_found"},
		{"conflict", "create_recipe", map[string]any{"title": "STEW"}, -32002, "conflict"},
		{"invalid params", "update_recipe", map[string]any{"recipe_id": created.ID, "difficulty": 6}, -32602, "invalid_params"},
		{"unknown tool", "eat_recipe", map[string]any{}, -32601, "method_not_found"},
	} {
		if version == "2026-07-28" {
			c.fails(t, tt.tool, tt.arguments, tt.kind)
			continue
		}
		_, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tt.tool, Arguments: tt.arguments})
		var failed *jsonrpc.Error
		var data struct{ Kind string }
		if !errors.As(err, &failed) || failed.Code != tt.code || json.Unmarshal(failed.Data, &data) != nil || data.Kind != tt.kind {
			t.Errorf("%s: the client got %v, want %d %s", tt.name, err, tt.code, tt.kind)
		}
	}
	if err := c.Close(); err != nil {
		t.Errorf("the server did not end well: %v", err)
	}
}

// fails calls a tool, and checks that what went wrong is in its result. That the
// tool doesn't exist is an error of the protocol.
func (c *sdk) fails(t *testing.T, tool string, arguments any, kind string) {
	t.Helper()
	result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if !slices.Contains(toolNames, tool) {
		if failed := (*jsonrpc.Error)(nil); !errors.As(err, &failed) || failed.Code != -32602 {
			t.Errorf("%s: the client got %+v, %v", tool, result, err)
		}
		return
	}
	if err != nil || !result.IsError {
		t.Errorf("%s: the client got %+v, %v", tool, result, err)
		return
	}
	failure, _ := result.Meta["error"].(map[string]any)
	facts, _ := failure["data"].(map[string]any)
	if facts["kind"] != kind || result.StructuredContent != nil {
		t.Errorf("%s: the client got %+v, want %s", tool, result, kind)
	}
}

func connectSDK(t *testing.T, w world, version string) *sdk {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "sdk", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: command(t, w.settings...).Lend()}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	hello := session.InitializeResult()
	if hello.ProtocolVersion != version || hello.Instructions == "" {
		t.Errorf("connected with %q, want %q; instructions %q", hello.ProtocolVersion, version, hello.Instructions)
	}
	c := &sdk{session, map[string]*jsonschema.Schema{}}
	var names []string
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
		text, err := json.Marshal(tool.OutputSchema)
		if err != nil {
			t.Fatal(err)
		}
		c.outputs[tool.Name] = compileSchema(t, tool.Name, text)
	}
	if !slices.Equal(names, toolNames) {
		t.Errorf("the tools are %q", names)
	}
	return c
}

// call calls a tool and checks its result against the tool's output schema.
func (c *sdk) call(t *testing.T, tool string, arguments, into any) {
	t.Helper()
	result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil || result.IsError {
		t.Fatalf("%s: %v, %+v", tool, err, result)
	}
	text, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.outputs[tool].Validate(value); err != nil {
		t.Errorf("%s: the result does not fit the tool's output schema: %v", tool, err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}
