package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/bench/shelf"
)

// making is a maker with a browser.
type making struct {
	ctx  context.Context
	base string
	jar  http.CookieJar
}

type answered struct {
	status int
	body   []byte
}

func (m *making) ask(method, path string, body any, header ...string) ([]byte, http.Header, error) {
	got, h, err := m.askFor(method, path, body, header...)
	if err == nil && got.status/100 != 2 {
		err = fmt.Errorf("%s %s: status %d: %.300s", method, path, got.status, got.body)
	}
	return got.body, h, err
}

func (m *making) askFor(method, path string, body any, header ...string) (got answered, h http.Header, err error) {
	var text []byte
	if body != nil {
		if text, err = json.Marshal(body); err != nil {
			return got, nil, err
		}
	}
	request, err := http.NewRequestWithContext(m.ctx, method, m.base+path, strings.NewReader(string(text)))
	if err != nil {
		return got, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if method == http.MethodPost && strings.HasPrefix(path, "/api/") {
		request.Header.Set("Accept", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := (&http.Client{Jar: m.jar}).Do(request)
	if err != nil {
		return got, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	got.status = response.StatusCode
	got.body, err = io.ReadAll(response.Body)
	return got, response.Header, err
}

// current is the id of the maker's current app, or "".
func (m *making) current() string {
	body, _, err := m.ask(http.MethodGet, "/api/current", nil)
	var app struct{ ID string }
	if err != nil || json.Unmarshal(body, &app) != nil {
		return ""
	}
	return app.ID
}

// result is what the tool of the app answers, and the part of it that is data.
func (m *making) result() (result, structured []byte, err error) {
	body, _, err := m.ask(http.MethodPost, shelf.Path(1), map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tableTool.Name, "arguments": json.RawMessage(tableTool.Arguments[0])},
	})
	if err != nil {
		return nil, nil, err
	}
	var message struct{ Result json.RawMessage }
	var part struct{ StructuredContent json.RawMessage }
	if err := errors.Join(json.Unmarshal(body, &message), json.Unmarshal(message.Result, &part)); err != nil {
		return nil, nil, fmt.Errorf("%w: %.300s", err, body)
	}
	return message.Result, part.StructuredContent, nil
}

// component is the page of the app as hosts read it, without data.
func (m *making) component() ([]byte, error) {
	body, _, err := m.ask(http.MethodPost, shelf.Path(1), map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": map[string]any{"uri": "ui://widget/app-00001.html"},
	})
	if err != nil {
		return nil, err
	}
	var message struct {
		Result struct{ Contents []struct{ Text string } }
	}
	if err := json.Unmarshal(body, &message); err != nil || len(message.Result.Contents) != 1 {
		return nil, fmt.Errorf("the page can't be read: %w: %.300s", err, body)
	}
	return []byte(message.Result.Contents[0].Text), nil
}
