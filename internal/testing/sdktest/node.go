package sdktest

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// The TypeScript SDKs.
const (
	TypeScript1 = "TypeScript SDK 1"
	TypeScript2 = "TypeScript SDK 2"
)

// Node holds a session with each of the TypeScript SDKs, or with those that are named, in each of
// their modes and over each transport. It needs npm.
func (s Server) Node(t *testing.T, session func(t *testing.T, c Client), sdks ...string) {
	t.Helper()
	harness.Needs(t, "npm")
	dir, node := harness.Node(t, filepath.Join(harness.Root(t), "internal", "tools", "clients"))
	for name, row := range map[string]struct{ file, mode string }{
		TypeScript1:                  {"typescript1.mjs", ""},
		TypeScript2:                  {"typescript2.mjs", ""},
		TypeScript2 + ", auto":       {"typescript2.mjs", "auto"},
		TypeScript2 + ", 2026-07-28": {"typescript2.mjs", "2026-07-28"},
	} {
		if sdk, _, _ := strings.Cut(name, ","); len(sdks) > 0 && !slices.Contains(sdks, sdk) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			connect := func(t *testing.T, p place) Client {
				t.Helper()
				c := harness.File(t, node, row.file)
				c.Dir = dir
				s := script{c.Start()}
				s.ask(t, p)
				return s
			}
			s.overBoth(t, row.mode, connect, session)
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

func (s script) Tools(t *testing.T) (names []string) {
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

func (s script) List(t *testing.T) json.RawMessage {
	t.Helper()
	return s.ask(t, map[string]any{"method": "listTools"})
}

func (s script) Call(t *testing.T, tool string, arguments json.RawMessage) json.RawMessage {
	t.Helper()
	return s.ask(t, map[string]any{"method": "callTool", "params": map[string]any{"name": tool, "arguments": arguments}})
}

func (s script) Follow(t *testing.T, tool string, arguments json.RawMessage) (result json.RawMessage, progress []Progress) {
	t.Helper()
	var answer struct {
		Result   json.RawMessage
		Progress []Progress
	}
	text := s.ask(t, map[string]any{"method": "callWithProgress", "params": map[string]any{"name": tool, "arguments": arguments}})
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Result, answer.Progress
}

func (s script) Changed(t *testing.T) (names []string) {
	t.Helper()
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(s.ask(t, map[string]any{"method": "toolsChanged"}), &list); err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func (s script) Close(t *testing.T) {
	t.Helper()
	s.CloseInput()
	if rest, code := s.Rest(), s.Wait(); rest != "" || code != 0 {
		t.Errorf("the client ended with exit code %d: %s\n%s", code, rest, s.Log)
	}
}
