package main_test

// MCP's official clients take a job from a draft to a page and back, over both transports.
// What isn't Go is in tools/clients.

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-adapters/internal/harness"
	"mcp-adapters/portfolio"
)

// official is a connected client of an SDK.
type official interface {
	// tools lists the names; an SDK checks results by what it was listed.
	tools(t *testing.T) []string
	// callTool returns a result as JSON.
	callTool(t *testing.T, tool string, arguments json.RawMessage) json.RawMessage
	close(t *testing.T)
}

// place is where a client connects, as tools/clients reads it.
type place struct {
	URL     string            `json:"url,omitempty"`
	Command string            `json:"command,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	Mode    string            `json:"mode,omitempty"` // the client's name for the version it asks for

	process *harness.Command
}

// overBoth has a client take the story's way over each transport.
func overBoth(t *testing.T, mode string, connect func(t *testing.T, p place) official) {
	t.Helper()
	run := func(t *testing.T, p place) {
		t.Helper()
		p.Mode = mode
		o := connect(t, p)
		var names []string
		for _, tool := range portfolio.Tools(nil, portfolio.ToolOptions{}) {
			names = append(names, tool.Name)
		}
		if got := o.tools(t); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(names))) {
			t.Errorf("the tools are %q", got)
		}
		story(t, speaking(t, o), true)
		o.close(t)
	}
	t.Run("stdio", func(t *testing.T) {
		t.Parallel()
		c := command(t, t.TempDir())
		env := map[string]string{}
		for _, setting := range c.Env {
			name, value, _ := strings.Cut(setting, "=")
			env[name] = value
		}
		run(t, place{Command: c.Path, Env: env, process: c})
	})
	t.Run("HTTP", func(t *testing.T) {
		t.Parallel()
		_, s := overHTTP(t, t.TempDir())
		run(t, place{URL: "http://" + s.Address + "/mcp"})
	})
}

// speaking lends an SDK's client to the tests that write messages themselves.
func speaking(t *testing.T, o official) *client {
	t.Helper()
	return &client{t: t, speak: func(line string) string {
		var message struct {
			ID     int `json:"id"`
			Params struct {
				Name      string
				Arguments json.RawMessage
			}
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil {
			t.Fatal(err)
		}
		answer, err := json.Marshal(map[string]any{"id": message.ID, "result": o.callTool(t, message.Params.Name, message.Params.Arguments)})
		if err != nil {
			t.Fatal(err)
		}
		return string(answer)
	}}
}

func TestClients_GoSDK(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			overBoth(t, version, connectGoSDK)
		})
	}
}

// goSDK is a client of the official Go SDK.
type goSDK struct{ *mcp.ClientSession }

func connectGoSDK(t *testing.T, p place) official {
	t.Helper()
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: p.URL}
	if p.process != nil {
		transport = &mcp.CommandTransport{Command: p.process.Lend()}
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, nil).
		Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: p.Mode})
	if err != nil {
		t.Fatal(err)
	}
	if got := session.InitializeResult().ProtocolVersion; got != p.Mode {
		t.Errorf("the version is %q, want %q", got, p.Mode)
	}
	return goSDK{session}
}

func (c goSDK) tools(t *testing.T) (names []string) {
	t.Helper()
	for tool, err := range c.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
	}
	return names
}

func (c goSDK) callTool(t *testing.T, tool string, arguments json.RawMessage) json.RawMessage {
	t.Helper()
	result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	text, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (c goSDK) close(t *testing.T) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestClients_Node(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "npm")
	dir, node := harness.Node(t, "../../tools/clients")
	for name, row := range map[string]struct{ file, mode string }{
		"TypeScript SDK 1":             {"typescript1.mjs", ""},
		"TypeScript SDK 2":             {"typescript2.mjs", ""},
		"TypeScript SDK 2, 2026-07-28": {"typescript2.mjs", "2026-07-28"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, row.mode, func(t *testing.T, p place) official {
				t.Helper()
				c := harness.File(t, node, row.file)
				c.Dir = dir
				s := script{c.Start()}
				s.ask(t, p)
				return s
			})
		})
	}
}

// script is a client in another language: a process that answers line by line.
type script struct{ *harness.Process }

// ask asks for one thing, and returns the answer as JSON.
func (s script) ask(t *testing.T, question any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	s.Write(string(text) + "\n")
	line := s.ReadLine()
	var answer struct{ Error string }
	if err := json.Unmarshal([]byte(line), &answer); err != nil || answer.Error != "" {
		t.Fatalf("%s: %s %v", text, line, err)
	}
	return json.RawMessage(line)
}

func (s script) tools(t *testing.T) (names []string) {
	t.Helper()
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(s.ask(t, map[string]any{"method": "listTools"}), &list); err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func (s script) callTool(t *testing.T, tool string, arguments json.RawMessage) json.RawMessage {
	t.Helper()
	return s.ask(t, map[string]any{"method": "callTool", "params": map[string]any{"name": tool, "arguments": arguments}})
}

func (s script) close(t *testing.T) {
	t.Helper()
	s.CloseInput()
	if rest, code := s.Rest(), s.Wait(); rest != "" || code != 0 {
		t.Errorf("the client ended with exit code %d: %s\n%s", code, rest, s.Log)
	}
}
