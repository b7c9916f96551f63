package main_test

import (
	"encoding/json"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

func TestClients_Node(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "npm")
	dir, node := harness.Node(t, clientsFolder)
	t.Run("TypeScript SDK 1", func(t *testing.T) {
		t.Parallel()
		cookEverywhere(t, connectScript(dir, node, "typescript1.mjs"), map[string]string{"": handshake}, signInFirst)
	})
	t.Run("TypeScript SDK 2", func(t *testing.T) {
		t.Parallel()
		cookEverywhere(t, connectScript(dir, node, "typescript2.mjs"), map[string]string{"": handshake, "auto": modern, modern: modern}, signInFirst)
	})
	t.Run("Inspector", func(t *testing.T) {
		t.Parallel()
		cookEverywhere(t, connectInspector(dir, node), map[string]string{"": handshake, "modern": modern}, signInFirst)
	})
}

func TestClients_Python(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "python3")
	t.Run("Python SDK 1", func(t *testing.T) {
		t.Parallel()
		dir, python := harness.Python(t, clientsFolder, "python1.txt")
		cookEverywhere(t, connectScript(dir, python, "python1.py"), map[string]string{"": handshake}, "401 Unauthorized")
	})
	t.Run("Python SDK 2", func(t *testing.T) {
		t.Parallel()
		dir, python := harness.Python(t, clientsFolder, "python2.txt")
		cookEverywhere(t, connectScript(dir, python, "python2.py"), map[string]string{"": modern, "legacy": handshake}, "error response")
	})
}

// script is a client in another language: a process that answers line by line.
type script struct {
	*harness.Process

	agreed string // the version
}

// said is what a script answers, or the Inspector.
type said struct {
	Version, Instructions string
	Tools                 []struct{ Name string }
	IsError               bool
	Content               []struct{ Text string }
	StructuredContent     json.RawMessage
	Resources             []struct{ Name string }
	Contents              []struct{ Text string }
	Messages              []struct{ Content promptContent }
	Completion            struct{ Values []string }
	Error                 string
}

func connectScript(dir, interpreter, file string) connect {
	return func(t *testing.T, p place) (client, string) {
		t.Helper()
		command := harness.File(t, interpreter, file)
		command.Dir = dir
		c := script{command.Start(), ""}
		hello := c.ask(t, p)
		if hello.Error != "" {
			return nil, hello.Error
		}
		if hello.Instructions == "" {
			t.Error("the client has no instructions")
		}
		c.agreed = hello.Version
		return c, ""
	}
}

func (c script) ask(t *testing.T, question any) (answer said) {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	c.Write(string(text) + "\n")
	line := c.ReadLine()
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return answer
}

func (c script) version() string { return c.agreed }

// method calls a method of the SDK's client.
func (c script) method(t *testing.T, name string, params any) said {
	t.Helper()
	return c.ask(t, map[string]any{"method": name, "params": params})
}

func (c script) tools(t *testing.T) []string {
	t.Helper()
	return c.method(t, "listTools", nil).toolNames(t)
}

func (c script) call(t *testing.T, tool string, arguments any) (json.RawMessage, string) {
	t.Helper()
	return c.method(t, "callTool", map[string]any{"name": tool, "arguments": arguments}).outcome()
}

func (c script) resources(t *testing.T) []string {
	t.Helper()
	return c.method(t, "listResources", nil).resourceNames(t)
}

func (c script) read(t *testing.T, uri string) string {
	t.Helper()
	return c.method(t, "readResource", map[string]any{"uri": uri}).contents(t)
}

func (c script) prompt(t *testing.T, name string, arguments map[string]string) string {
	t.Helper()
	return c.method(t, "getPrompt", map[string]any{"name": name, "arguments": arguments}).messages(t)
}

func (c script) complete(t *testing.T, prompt, argument, value string) []string {
	t.Helper()
	answer := c.method(t, "complete", map[string]any{
		"ref": map[string]string{"type": "ref/prompt", "name": prompt}, "argument": map[string]string{"name": argument, "value": value},
	})
	if answer.Error != "" {
		t.Error(answer.Error)
	}
	return answer.Completion.Values
}

func (c script) close(t *testing.T) {
	t.Helper()
	c.CloseInput()
	if rest, code := c.Rest(), c.Wait(); rest != "" || code != 0 {
		t.Errorf("the client ended with exit code %d: %s\n%s", code, rest, c.Log)
	}
}

func (a said) toolNames(t *testing.T) (names []string) {
	t.Helper()
	if a.Error != "" {
		t.Error(a.Error)
	}
	for _, tool := range a.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func (a said) resourceNames(t *testing.T) (names []string) {
	t.Helper()
	if a.Error != "" {
		t.Error(a.Error)
	}
	for _, r := range a.Resources {
		names = append(names, r.Name)
	}
	return names
}

func (a said) contents(t *testing.T) string {
	t.Helper()
	if a.Error != "" || len(a.Contents) != 1 {
		t.Fatalf("read %q, %s", a.Contents, a.Error)
	}
	return a.Contents[0].Text
}

// promptContent is text, or what a resource holds.
type promptContent struct {
	Text     string
	Resource struct{ Text string }
}

func (a said) messages(t *testing.T) (text string) {
	t.Helper()
	if a.Error != "" {
		t.Error(a.Error)
	}
	for _, m := range a.Messages {
		text += m.Content.Text + m.Content.Resource.Text + "\n"
	}
	return text
}

func (a said) outcome() (content json.RawMessage, refusal string) {
	if a.IsError {
		return a.StructuredContent, a.Content[0].Text
	}
	return a.StructuredContent, a.Error
}
