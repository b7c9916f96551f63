package main

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
	"slices"
	"strings"

	"mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"mcp-adapters/config"
)

// session is a running server and the client's ends of its pipes.
type session struct {
	command *exec.Cmd
	in      io.WriteCloser
	answers *bufio.Reader
	log     bytes.Buffer // the server's stderr, shown if it fails
	id      int
}

// start starts the server for a mason in Denver, and shakes hands.
func start(ctx context.Context, binary, data string) (*session, error) {
	command := exec.CommandContext(ctx, binary)
	command.Env = append(withoutSettings(os.Environ()), "DATA_DIR="+data,
		"PORTFOLIO_BUSINESS_NAME=Acme Masonry", "PORTFOLIO_CITY=Denver", "PORTFOLIO_STATE=CO")
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	answers, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s := &session{command: command, in: in, answers: bufio.NewReader(answers)}
	command.Stderr = &s.log
	if err := command.Start(); err != nil {
		return nil, err
	}
	_, err = s.request("initialize", json.RawMessage(`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tour","version":"1.0.0"}}`))
	if err == nil {
		_, err = fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	}
	if err != nil {
		return nil, errors.Join(err, s.end())
	}
	return s, nil
}

// withoutSettings removes the server's settings from the environment, so that the tour
// touches no portfolio that is configured here.
func withoutSettings(env []string) []string {
	return slices.DeleteFunc(env, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.ContainsFunc(portfoliomcp.Program().Variables(), func(v config.Variable) bool { return v.Name == name })
	})
}

// end closes the server's input, which makes it exit.
func (s *session) end() error { return errors.Join(s.in.Close(), s.command.Wait()) }

// call calls a tool and reads its structured content, and what is for the widget. Either
// may be nil.
func (s *session) call(tool string, arguments map[string]any, content, meta any) error {
	text, err := s.request("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return err
	}
	var result struct {
		Structured json.RawMessage `json:"structuredContent"`
		Meta       json.RawMessage `json:"_meta"`
		IsError    bool            `json:"isError"`
		Content    []struct{ Text string }
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return err
	}
	if result.IsError {
		return fmt.Errorf("%s failed: %+v", tool, result.Content)
	}
	return errors.Join(decode(result.Structured, content), decode(result.Meta, meta))
}

// request sends one request and waits for the response.
func (s *session) request(method string, params any) (json.RawMessage, error) {
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
