package example

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/internal/program"
)

// Session is a running server and the client's ends of its pipes.
type Session struct {
	command    *exec.Cmd
	in         io.WriteCloser
	answers    *bufio.Reader
	transcript io.Writer
	log        bytes.Buffer // the server's stderr
	id         int
}

// Start starts a server as a desktop client would, with no other settings than these, and
// shakes hands. The messages are written to transcript too: "->" is before those to the
// server, "<-" before those from it.
func Start(ctx context.Context, p *program.Program, dir string, transcript io.Writer, settings ...string) (*Session, error) {
	built, err := Build(ctx, p, dir)
	if err != nil {
		return nil, err
	}
	s := &Session{command: built.Command(ctx, settings...), transcript: transcript}
	s.command.Stderr = &s.log
	if s.in, err = s.command.StdinPipe(); err != nil {
		return nil, err
	}
	answers, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.answers = bufio.NewReader(answers)
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	_, err = s.request("initialize", json.RawMessage(`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tour","version":"1.0.0"}}`))
	if err == nil {
		err = s.send([]byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`))
	}
	if err != nil {
		return nil, s.End(err)
	}
	return s, nil
}

// End closes the server's input, which makes it exit. It returns err, or else what went
// wrong at the end, with the server's log.
func (s *Session) End(err error) error {
	if err = errors.Join(err, s.in.Close(), s.command.Wait()); err != nil {
		return fmt.Errorf("%w\nThe server's log:\n%s", err, s.log.String())
	}
	return nil
}

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

// Call calls a tool. Its arguments may be JSON already. A result that says the call failed
// is an error.
func (s *Session) Call(tool string, arguments any) (result Result, err error) {
	text, err := s.request("tools/call", struct {
		Name      string `json:"name"`
		Arguments any    `json:"arguments"`
	}{tool, arguments})
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
	line, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}{"2.0", s.id, method, params})
	if err != nil {
		return nil, err
	}
	if err := s.send(line); err != nil {
		return nil, err
	}
	text, err := s.answers.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", method, err)
	}
	fmt.Fprintf(s.transcript, "<- %s", text)
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

func (s *Session) send(line []byte) error {
	fmt.Fprintf(s.transcript, "-> %s\n", line)
	_, err := s.in.Write(append(line, '\n'))
	return err
}
