// Command app-builder makes an app with app-builder: it describes one, changes it by chat,
// publishes it, calls its tool with the official MCP client for Go, and unpublishes it.
// Everything is kept in a temporary directory. It needs no network and no key: built-in rules
// make the app.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcp-adapters/mcp-adapters/examples/internal/example"
)

func main() { example.Main("app-builder", tour) }

func tour(ctx context.Context, dir string, out io.Writer) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	s, err := start(ctx, dir)
	if err != nil {
		return err
	}
	v := &visit{ctx: ctx, out: out, base: s.address, browser: &http.Client{Jar: jar, Timeout: time.Minute}}
	return s.end(v.make())
}

// visit is a maker's, with a browser.
type visit struct {
	ctx     context.Context
	out     io.Writer
	base    string
	browser *http.Client
}

// app is what the tour reads of one.
type app struct {
	Name        string `json:"name"`
	Layout      string `json:"layoutTemplate"`
	Tool        string `json:"toolName"`
	Description string `json:"toolDescription"`
	ID          string `json:"id"`
}

func (v *visit) make() error {
	var made app
	prompt := "Show order history in a table"
	if err := v.post("/api/generate", map[string]any{"prompt": prompt}, &made); err != nil {
		return err
	}
	v.say("Describe an app: %s\n\n  %s, a %s with the tool %s:\n  %s\n", prompt, made.Name, made.Layout, made.Tool, made.Description)
	for _, wish := range []string{"change the primary color to blue", "switch to card list"} {
		var reply struct{ Response string }
		if err := v.post("/api/chat", map[string]any{"message": wish}, &reply); err != nil {
			return err
		}
		v.say("Ask for a change: %s\n\n  %s\n", wish, reply.Response)
	}
	var published struct{ EndpointURL string }
	if err := v.post("/api/publish", map[string]any{"toolName": made.Tool, "toolDescription": made.Description}, &published); err != nil {
		return err
	}
	endpoint := v.base + published.EndpointURL
	v.say("Publish it:\n\n  %s\n", endpoint)
	if err := v.call(endpoint, made.Tool); err != nil {
		return err
	}
	if err := v.post("/api/apps/"+made.ID+"/unpublish", nil, nil); err != nil {
		return err
	}
	if err := v.call(endpoint, made.Tool); err == nil {
		return errors.New("an app that was unpublished can still be called")
	}
	v.say("Unpublish it: nobody can reach it any more, and the draft is as it was.\n")
	return nil
}

// call connects to an endpoint as an assistant does, and calls its tool.
func (v *visit) call(endpoint, tool string) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "my-ai-assistant", Version: "1.0.0"}, nil)
	session, err := client.Connect(v.ctx, &mcp.StreamableClientTransport{Endpoint: endpoint, MaxRetries: -1}, nil)
	if err != nil {
		return err
	}
	result, err := session.CallTool(v.ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"message": "Where is my order?"}})
	if err = errors.Join(err, session.Close()); err != nil {
		return err
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok || result.IsError {
		return errors.New("the tool did not answer")
	}
	v.say("Call its tool with an MCP client:\n\n  %s\n", strings.ReplaceAll(text.Text, "\n", "\n  "))
	return nil
}

func (v *visit) say(format string, args ...any) { _, _ = fmt.Fprintf(v.out, format+"\n", args...) }

// post sends JSON as the editor's pages do, and reads the answer into result.
func (v *visit) post(path string, body, result any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(v.ctx, http.MethodPost, v.base+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := v.browser.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return err
	case res.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: status %d: %s", path, res.StatusCode, answer)
	case result == nil:
		return nil
	}
	return json.Unmarshal(answer, result)
}
