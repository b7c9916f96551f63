package main_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// inspector is the command line of the MCP Inspector, which connects anew for each call.
type inspector struct {
	dir, node string
	place     place
	agreed    string // the version
}

func connectInspector(dir, node string) connect {
	return func(t *testing.T, p place) (client, string) {
		t.Helper()
		c := inspector{dir, node, p, ""}
		hello := c.run(t, "--method", "initialize")
		if hello.Error != "" {
			return nil, hello.Error
		}
		c.agreed = hello.ProtocolVersion
		return c, ""
	}
}

// inspected is what it prints of a result, or of an error.
type inspected struct {
	said

	ProtocolVersion string
}

func (c inspector) run(t *testing.T, args ...string) inspected {
	t.Helper()
	command := harness.File(t, c.node, append([]string{filepath.Join(c.dir, "node_modules", ".bin", "mcp-inspector"), "--cli",
		"--server-url", c.place.URL, "--transport", "http", "--format", "json", "--quiet", "--stored-auth-only"}, args...)...)
	if c.place.Mode != "" {
		command.Args = append(command.Args, "--protocol-era", c.place.Mode)
	}
	if c.place.Token != "" {
		command.Args = append(command.Args, "--header", "Authorization: Bearer "+c.place.Token)
	}
	out := command.Run()
	var answer struct {
		Result inspected
		Error  struct{ Message string }
	}
	text := out.Stdout
	if text == "" {
		text = out.Stderr
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("exit code %d: %v\n%s%s", out.Code, err, out.Stdout, out.Stderr)
	}
	answer.Result.Error = answer.Error.Message
	return answer.Result
}

func (c inspector) version() string { return c.agreed }

func (c inspector) tools(t *testing.T) []string {
	t.Helper()
	return c.run(t, "--method", "tools/list").toolNames(t)
}

func (c inspector) call(t *testing.T, tool string, arguments any) (json.RawMessage, string) {
	t.Helper()
	text, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return c.run(t, "--method", "tools/call", "--tool-name", tool, "--tool-args-json", string(text)).outcome()
}

func (c inspector) resources(t *testing.T) []string {
	t.Helper()
	return c.run(t, "--method", "resources/list").resourceNames(t)
}

func (c inspector) read(t *testing.T, uri string) string {
	t.Helper()
	return c.run(t, "--method", "resources/read", "--uri", uri).contents(t)
}

func (c inspector) prompt(t *testing.T, name string, arguments map[string]string) string {
	t.Helper()
	command := []string{"--method", "prompts/get", "--prompt-name", name}
	for name, value := range arguments {
		command = append(command, "--prompt-args", name+"="+value)
	}
	return c.run(t, command...).messages(t)
}

// complete can't: the Inspector's command line has no such method.
func (inspector) complete(*testing.T, string, string, string) []string { return nil }

func (inspector) close(*testing.T) {}
