package main_test

// The scenarios of "MCP Protocol Compliance".

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const initialize = `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`

var toolNames = []string{"create_recipe", "get_recipe", "list_recipes", "update_recipe"} // in order

func TestMCPProtocolCompliance(t *testing.T) {
	t.Parallel()
	t.Run("MCP server initialization", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "recipes.db")
		s := start(t, "DATABASE_URL=sqlite:"+path)
		var result struct {
			ProtocolVersion string         `json:"protocolVersion"`
			Capabilities    map[string]any `json:"capabilities"`
			ServerInfo      struct{ Name, Version string }
			Instructions    string
		}
		decode(t, s.request("initialize", initialize), &result)
		if result.ProtocolVersion != "2025-11-25" || result.Capabilities["tools"] == nil || result.ServerInfo.Name != "recipe-mcp" || result.ServerInfo.Version == "" {
			t.Errorf("initialize gave %+v", result)
		}
		if n := len([]rune(result.Instructions)); n == 0 || n >= 2000 {
			t.Errorf("the instructions have %d characters", n)
		}
		s.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		if names := toolsOf(t, s.request("tools/list", `{}`)); !slices.Equal(names, toolNames) {
			t.Errorf("the tools are %q, want %q", names, toolNames)
		}
		if _, err := os.Stat(path); err == nil {
			t.Error("the database was opened before the first call")
		}
		s.call("list_recipes", `{}`).recipes(t)
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	})
	t.Run("Tool discovery", func(t *testing.T) {
		t.Parallel()
		list := start(t).request("tools/list", `{}`)
		if names := toolsOf(t, list); !slices.Equal(names, toolNames) {
			t.Errorf("the tools are %q, want %q", names, toolNames)
		}
	})
	t.Run("JSON-RPC request format", func(t *testing.T) {
		t.Parallel()
		s := start(t)
		s.send(`{"params":{"arguments":{},"name":"list_recipes"},"id":1,"method":"tools/call","jsonrpc":"2.0"}`)
		s.receive().recipes(t)
		s.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
		if a := s.receive(); string(a.Result) != `{}` {
			t.Errorf("ping gave %s", a.line)
		}
		s.send(request("3", "nonsense", `{}`))
		s.receive().fails(t, -32601, "method_not_found", "nonsense")
		s.send(request("4", "tools/call", `{"name":"nonsense"}`))
		s.receive().fails(t, -32601, "method_not_found", "nonsense", "list_recipes", "update_recipe")
	})
	t.Run("JSON-RPC response format", func(t *testing.T) {
		t.Parallel()
		s := start(t)
		for _, id := range []string{`1`, `"one"`, `9007199254740993`, `-7`, `"\u00e9"`, `"1"`, `1.50`, `123456789012345678901234567890`} {
			s.Write(callLine(id, "list_recipes", `{}`)) // receive checks the form
			if a := s.receive(); string(a.ID) != id || a.Result == nil {
				t.Errorf("the request %s got %s", id, a.line)
			}
			s.Write(callLine(id, "get_recipe", `{}`))
			if a := s.receive(); string(a.ID) != id || a.Error == nil {
				t.Errorf("the request %s got %s", id, a.line)
			}
		}
	})
	t.Run("Malformed JSON-RPC request", func(t *testing.T) {
		t.Parallel()
		s := start(t)
		for _, line := range []string{`{"jsonrpc":"2.0",`, `garbage`, `{"jsonrpc":"2.0","id":1,"method":"ping"}}`, "\"\xff\"", `{'id':1}`, "\x00"} {
			s.send(line)
			a := s.receive()
			a.fails(t, -32700, "parse_error")
			if string(a.ID) != "null" {
				t.Errorf("%q was answered with the id %s", line, a.ID)
			}
			s.request("ping", `{}`)
		}
	})
}

func decode(t *testing.T, a answer, into any) {
	t.Helper()
	if a.Error != nil {
		t.Fatalf("the request failed: %s", a.line)
	}
	if err := json.Unmarshal(a.Result, into); err != nil {
		t.Fatal(err)
	}
}

func toolsOf(t *testing.T, list answer) []string {
	t.Helper()
	var result struct {
		Tools []struct{ Name string } `json:"tools"`
	}
	decode(t, list, &result)
	var names []string
	for _, tool := range result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func compileSchema(t *testing.T, name string, text []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("a schema of %s: %v", name, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///schema.json", document); err != nil {
		t.Fatalf("a schema of %s: %v", name, err)
	}
	schema, err := c.Compile("mem:///schema.json") // against the metaschema too
	if err != nil {
		t.Fatalf("a schema of %s: %v", name, err)
	}
	return schema
}
