package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// speaker takes one message and returns the answer to it.
type speaker func(line string) (answer string)

// client calls the tools of a running portfolio-mcp, over either transport.
type client struct {
	t     *testing.T
	speak speaker
	id    int
}

// overStdio starts a portfolio-mcp with its own directory in dir. The test's end closes
// its input.
func overStdio(t *testing.T, dir string, settings ...string) (*client, *harness.Process) {
	t.Helper()
	p := command(t, dir, settings...).Start()
	t.Cleanup(p.End)
	return &client{t: t, speak: p.Ask}, p
}

// overHTTP starts one that serves HTTP.
func overHTTP(t *testing.T, dir string, settings ...string) (*client, *harness.Server) {
	t.Helper()
	s := command(t, dir, append([]string{"HTTP_ADDR=127.0.0.1:0"}, settings...)...).Serve()
	return &client{t: t, speak: func(line string) string {
		_, text, err := s.Do(t.Context(), http.MethodPost, "/mcp", line, "Content-Type", "application/json")
		if err != nil {
			t.Fatal(err)
		}
		return text
	}}, s
}

// command is a portfolio-mcp that keeps its things in dir, for a mason in Denver.
func command(t *testing.T, dir string, settings ...string) *harness.Command {
	t.Helper()
	return harness.Program(t, "portfolio-mcp").Set(append([]string{
		"DATA_DIR=" + dir, "PORTFOLIO_BUSINESS_NAME=Acme Masonry", "PORTFOLIO_CITY=Denver", "PORTFOLIO_STATE=CO",
	}, settings...)...)
}

// result is what a call gave.
type result struct {
	Structured struct {
		ID       string   `json:"project_id"`
		Status   string   `json:"status"`
		URL      string   `json:"url"`
		Missing  []string `json:"missing_fields"`
		Count    int      `json:"count"`
		Media    int      `json:"media_count"`
		Uploaded string   `json:"upload_status"`
		Errors   []struct {
			URL   string `json:"url"`
			Error string `json:"error"`
		} `json:"upload_errors"`
		Images []struct {
			ID   string `json:"image_id"`
			Kind string `json:"image_type"`
			Alt  string `json:"alt_text"`
			Hero bool   `json:"is_hero"`
		} `json:"images"`
	} `json:"structuredContent"`
	IsError bool `json:"isError"`
	Content []struct{ Text string }
	Meta    struct {
		Uploads []struct {
			URL  string `json:"signed_url"`
			Type string `json:"content_type"`
		} `json:"uploads"`
		Project struct {
			Images []struct{ URL string } `json:"images"`
		} `json:"project"`
	} `json:"_meta"`
	text string
}

// said is the text of a result.
func (r result) said() string {
	var text []string
	for _, block := range r.Content {
		text = append(text, block.Text)
	}
	return strings.Join(text, "\n")
}

// try calls a tool.
func (c *client) try(tool, arguments string) result {
	c.t.Helper()
	c.id++
	answer := c.speak(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, c.id, tool, arguments))
	var message struct {
		ID     int
		Result result
		Error  json.RawMessage
	}
	if err := json.Unmarshal([]byte(answer), &message); err != nil || message.ID != c.id || message.Error != nil {
		c.t.Fatalf("%s: %s (%v)", tool, answer, err)
	}
	message.Result.text = answer
	return message.Result
}

// call calls a tool that must do what it is for.
func (c *client) call(tool, arguments string) result {
	c.t.Helper()
	r := c.try(tool, arguments)
	if r.IsError {
		c.t.Fatalf("%s failed: %s", tool, r.said())
	}
	return r
}

// get asks for an address and returns what it was answered with; redirects are not followed.
func get(t *testing.T, address string, header ...string) (status int, body string, h http.Header) {
	t.Helper()
	return send(t, http.MethodGet, address, "", header...)
}

func send(t *testing.T, method, address, body string, header ...string) (status int, text string, h http.Header) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	c := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(got), resp.Header
}
