package main_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/pgtest"
)

func TestMain(m *testing.M) {
	harness.Play(nil)
	pgtest.Main(harness.Tests{M: m})
}

type obj = map[string]any

// command runs app-builder with its data in dir, on a port of its own.
func command(t *testing.T, dir string, args ...string) *harness.Command {
	t.Helper()
	return harness.Program(t, "app-builder", args...).Set("HTTP_ADDR=127.0.0.1:0", "DATA_DIR="+filepath.Join(dir, "data"))
}

// maker is someone with a browser, on one server or on several.
type maker struct {
	*testing.T
	jar http.CookieJar
}

func newMaker(t *testing.T) *maker {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &maker{t, jar}
}

// reply is an answer.
type reply struct {
	status int
	header http.Header
	text   string
}

// ask sends a request to a server; body is JSON, nil is none. header has names and values.
func (m *maker) ask(s *harness.Server, method, path string, body any, header ...string) reply {
	m.Helper()
	r, err := m.try(s, method, path, body, header...)
	if err != nil {
		m.Fatal(err)
	}
	return r
}

func (m *maker) try(s *harness.Server, method, path string, body any, header ...string) (reply, error) {
	text, ok := body.(string)
	if !ok && body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return reply{}, err
		}
		text = string(data)
	}
	req, err := http.NewRequestWithContext(m.Context(), method, "http://"+s.Address+path, bytes.NewReader([]byte(text)))
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{Jar: m.jar, Transport: s.Client.Transport, Timeout: s.Client.Timeout}
	res, err := client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	return reply{res.StatusCode, res.Header, string(data)}, err
}

// want fails the test unless the answer has the status, and returns its JSON.
func (m *maker) want(r reply, status int) (v obj) {
	m.Helper()
	if r.status != status {
		m.Fatalf("status %d, want %d: %.1000s", r.status, status, r.text)
	}
	if r.text != "" {
		if err := json.Unmarshal([]byte(r.text), &v); err != nil {
			m.Fatalf("%v: %.1000s", err, r.text)
		}
	}
	return v
}

// publish makes an app and publishes it, and returns the path of its endpoint.
func (m *maker) publish(s *harness.Server, prompt string) (path string) {
	m.Helper()
	m.want(m.ask(s, "POST", "/api/generate", obj{"prompt": prompt}), 200)
	return m.want(m.ask(s, "POST", "/api/publish", obj{}), 200)["endpointUrl"].(string)
}

// call calls a tool of a published app.
func (m *maker) call(s *harness.Server, path, tool string) reply {
	m.Helper()
	return m.ask(s, "POST", path, obj{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": obj{"name": tool, "arguments": obj{"message": "Where is my order?"}},
	}, "Accept", "application/json, text/event-stream")
}

const orders = "Show order history in a table"
