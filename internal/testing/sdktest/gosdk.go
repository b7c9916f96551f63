package sdktest

import (
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// GoSDK holds a session with the official Go SDK, in each era and over each transport.
func (s Server) GoSDK(t *testing.T, session func(t *testing.T, c Client)) {
	t.Helper()
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			s.overBoth(t, version, connectGoSDK, session)
		})
	}
}

type goSDK struct{ *mcp.ClientSession }

func connectGoSDK(t *testing.T, p place) Client {
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

func (c goSDK) Tools(t *testing.T) (names []string) {
	t.Helper()
	for tool, err := range c.ClientSession.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tool.Name)
	}
	return names
}

func (c goSDK) Call(t *testing.T, tool string, arguments json.RawMessage) json.RawMessage {
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

func (c goSDK) Close(t *testing.T) {
	t.Helper()
	if err := c.ClientSession.Close(); err != nil {
		t.Error(err)
	}
}
