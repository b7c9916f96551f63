package main_test

import (
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/oauth2"
)

func TestClients_GoSDK(t *testing.T) {
	t.Parallel()
	cookEverywhere(t, connectGoSDK, map[string]string{
		"": modern, modern: modern, handshake: handshake, "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26",
	}, "Unauthorized")
}

// goSDK is a client of the official Go SDK.
type goSDK struct{ *mcp.ClientSession }

func connectGoSDK(t *testing.T, p place) (client, string) {
	t.Helper()
	transport := &mcp.StreamableClientTransport{Endpoint: p.URL}
	if p.Token != "" {
		transport.HTTPClient = oauth2.NewClient(t.Context(), oauth2.StaticTokenSource(&oauth2.Token{AccessToken: p.Token}))
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, nil).
		Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: p.Mode})
	if err != nil {
		return nil, err.Error()
	}
	return goSDK{session}, ""
}

func (c goSDK) version() string { return c.InitializeResult().ProtocolVersion }

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

func (c goSDK) call(t *testing.T, tool string, arguments any) (json.RawMessage, string) {
	t.Helper()
	result, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, err.Error()
	}
	if result.IsError {
		return nil, result.Content[0].(*mcp.TextContent).Text
	}
	content, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return content, ""
}

func (c goSDK) resources(t *testing.T) (names []string) {
	t.Helper()
	for r, err := range c.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, r.Name)
	}
	return names
}

func (c goSDK) read(t *testing.T, uri string) string {
	t.Helper()
	result, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
	if err != nil || len(result.Contents) != 1 {
		t.Fatalf("read %+v, %v", result, err)
	}
	return result.Contents[0].Text
}

func (c goSDK) prompt(t *testing.T, name string, arguments map[string]string) (text string) {
	t.Helper()
	result, err := c.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range result.Messages {
		switch content := m.Content.(type) {
		case *mcp.TextContent:
			text += content.Text + "\n"
		case *mcp.EmbeddedResource:
			text += content.Resource.Text + "\n"
		}
	}
	return text
}

func (c goSDK) complete(t *testing.T, prompt, argument, value string) []string {
	t.Helper()
	result, err := c.Complete(t.Context(), &mcp.CompleteParams{
		Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: prompt}, Argument: mcp.CompleteParamsArgument{Name: argument, Value: value},
	})
	if err != nil {
		t.Fatal(err)
	}
	return result.Completion.Values
}

func (c goSDK) close(t *testing.T) {
	t.Helper()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
