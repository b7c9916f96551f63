package main_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

const clientsFolder = "../../internal/tools/clients"

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
type script struct{ *harness.Process }

func connectScript(dir, interpreter, file string) connect {
	return func(t *testing.T, p place) (client, said) {
		t.Helper()
		command := harness.File(t, interpreter, file)
		command.Dir = dir
		c := script{command.Start()}
		hello := c.ask(t, p)
		if hello.Error == "" && hello.Instructions == "" {
			t.Error("the client has no instructions")
		}
		return c, hello
	}
}

func (c script) ask(t *testing.T, question any) (answer said) {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	line := c.Ask(string(text))
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return answer
}

func (c script) do(t *testing.T, method string, params map[string]any) said {
	t.Helper()
	name := map[string]string{
		"tools/list": "listTools", "tools/call": "callTool", "resources/list": "listResources", "resources/read": "readResource",
		"prompts/get": "getPrompt", "completion/complete": "complete",
	}[method]
	return c.ask(t, map[string]any{"method": name, "params": params})
}

func (c script) close(t *testing.T) {
	t.Helper()
	c.CloseInput()
	if rest, code := c.Rest(), c.Wait(); rest != "" || code != 0 {
		t.Errorf("the client ended with exit code %d: %s\n%s", code, rest, c.Log)
	}
}

// inspector is the command line of the MCP Inspector, which connects anew for each call.
type inspector struct {
	dir, node string
	place     place
}

func connectInspector(dir, node string) connect {
	return func(t *testing.T, p place) (client, said) {
		t.Helper()
		c := inspector{dir, node, p}
		return c, c.do(t, "initialize", nil)
	}
}

func (c inspector) do(t *testing.T, method string, params map[string]any) said {
	t.Helper()
	args := []string{"--method", method}
	switch method {
	case "tools/call":
		text, err := json.Marshal(params["arguments"])
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, "--tool-name", params["name"].(string), "--tool-args-json", string(text))
	case "resources/read":
		args = append(args, "--uri", params["uri"].(string))
	case "prompts/get":
		args = append(args, "--prompt-name", params["name"].(string))
		for name, value := range params["arguments"].(map[string]any) {
			args = append(args, "--prompt-args", name+"="+value.(string))
		}
	case "completion/complete":
		return said{} // the Inspector's command line has no such method
	}
	if c.place.Mode != "" {
		args = append(args, "--protocol-era", c.place.Mode)
	}
	if c.place.Token != "" {
		args = append(args, "--header", "Authorization: Bearer "+c.place.Token)
	}
	out := harness.File(t, c.node, append([]string{filepath.Join(c.dir, "node_modules", ".bin", "mcp-inspector"), "--cli",
		"--server-url", c.place.URL, "--transport", "http", "--format", "json", "--quiet", "--stored-auth-only"}, args...)...).Run()
	var answer struct {
		Result struct {
			said

			ProtocolVersion string
		}
		Error struct{ Message string }
	}
	text := out.Stdout
	if text == "" {
		text = out.Stderr
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("exit code %d: %v\n%s%s", out.Code, err, out.Stdout, out.Stderr)
	}
	answer.Result.Error, answer.Result.Version = answer.Error.Message, answer.Result.ProtocolVersion
	return answer.Result.said
}

func (inspector) close(*testing.T) {}
