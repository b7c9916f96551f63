// Package session starts a server as a desktop client would, and speaks with it over its
// pipes: what the tours have in common.
package session

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"mcp-adapters/config"
	"mcp-adapters/program"
)

// Session is a running server and the client's ends of its pipes.
type Session struct {
	command *exec.Cmd
	in      io.WriteCloser
	answers *bufio.Reader
	log     bytes.Buffer // the server's stderr
	id      int
}

// Start builds a program into dir, starts it with no other settings than these, whatever is
// configured on this computer, and shakes hands.
func Start(ctx context.Context, p *program.Program, dir string, settings ...string) (*Session, error) {
	binary := filepath.Join(dir, p.Name+".exe")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "mcp-adapters/cmd/"+p.Name) //nolint:gosec // the paths are our own
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build %s: %w\n%s", p.Name, err, text)
	}
	command := exec.CommandContext(ctx, binary) //nolint:gosec // what was just built
	command.Env = append(without(p.Variables(), os.Environ()), settings...)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	answers, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s := &Session{command: command, in: in, answers: bufio.NewReader(answers)}
	command.Stderr = &s.log
	if err := command.Start(); err != nil {
		return nil, err
	}
	_, err = s.request("initialize", json.RawMessage(`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tour","version":"1.0.0"}}`))
	if err == nil {
		_, err = fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	if err != nil {
		return nil, errors.Join(err, s.End())
	}
	return s, nil
}

// without removes variables from an environment.
func without(variables []config.Variable, env []string) []string {
	return slices.DeleteFunc(env, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.ContainsFunc(variables, func(v config.Variable) bool { return v.Name == name })
	})
}

// Log is what the server wrote to stderr. It is complete after [Session.End].
func (s *Session) Log() string { return s.log.String() }

// End closes the server's input, which makes it exit.
func (s *Session) End() error { return errors.Join(s.in.Close(), s.command.Wait()) }

// Result is what a call gave.
type Result struct {
	Structured json.RawMessage `json:"structuredContent"`
	Meta       json.RawMessage `json:"_meta"`
	IsError    bool            `json:"isError"`
	Content    []struct{ Text string }
}

// Text is what the model reads of the result.
func (r Result) Text() string {
	var text strings.Builder
	for _, block := range r.Content {
		text.WriteString(block.Text)
	}
	return text.String()
}

// Call calls a tool. A result that says the call failed is an error.
func (s *Session) Call(tool string, arguments map[string]any) (result Result, err error) {
	text, err := s.request("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err == nil {
		err = json.Unmarshal(text, &result)
	}
	if err == nil && result.IsError {
		err = fmt.Errorf("%s failed: %s", tool, result.Text())
	}
	return result, err
}

// request sends one request and waits for the response.
func (s *Session) request(method string, params any) (json.RawMessage, error) {
	s.id++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	text, err := s.answers.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", method, err)
	}
	var answer struct {
		Result json.RawMessage
		Error  *struct{ Message string }
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, err
	}
	if answer.Error != nil {
		return nil, fmt.Errorf("%s failed: %s", method, answer.Error.Message)
	}
	return answer.Result, nil
}
