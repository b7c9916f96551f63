package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// client calls the tools of a running gift-mcp, over either transport.
type client struct {
	t     *testing.T
	speak func(line string) (answer string)
	id    int
}

// overStdio starts a gift-mcp. The test's end closes its input.
func overStdio(t *testing.T, settings ...string) (*client, *harness.Process) {
	t.Helper()
	p := command(t, settings...).Start()
	t.Cleanup(p.End)
	return &client{t: t, speak: p.Ask}, p
}

// overHTTP starts one that serves HTTP. header goes with each request.
func overHTTP(t *testing.T, header []string, settings ...string) (*client, *harness.Server) {
	t.Helper()
	s := command(t, append([]string{"HTTP_ADDR=127.0.0.1:0"}, settings...)...).Serve()
	return &client{t: t, speak: func(line string) string {
		_, text, err := s.Do(t.Context(), http.MethodPost, "/mcp", line, append([]string{"Content-Type", "application/json"}, header...)...)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}}, s
}

func command(t *testing.T, settings ...string) *harness.Command {
	t.Helper()
	return harness.Program(t, "gift-mcp").Set(settings...)
}

// result is what a call gave.
type result struct {
	Structured struct {
		Error string
		Gifts []struct {
			ID         string   `json:"id"`
			Name       string   `json:"name"`
			Price      string   `json:"price_range"`
			Relevance  float64  `json:"relevance_score"`
			Categories []string `json:"categories"`
		} `json:"gifts"`
		Context struct {
			Searched int  `json:"total_searched"`
			Above    int  `json:"above_threshold"`
			Starred  bool `json:"starred_boost_applied"`
			Fallback bool `json:"fallback_used"`
		} `json:"query_context"`
		Gift *struct {
			ID   string `json:"id"`
			Name string `json:"name"`
			Full string `json:"full_description"`
		} `json:"gift"`
	} `json:"structuredContent"`
	IsError bool `json:"isError"`
	Content []struct{ Text string }
	text    string // the answer as it came
}

// said is the text of a result.
func (r result) said() string {
	var text []string
	for _, block := range r.Content {
		text = append(text, block.Text)
	}
	return strings.Join(text, "\n")
}

// ids are those of the gifts.
func (r result) ids() (ids []string) {
	for _, g := range r.Structured.Gifts {
		ids = append(ids, g.ID)
	}
	return ids
}

// try calls a tool.
func (c *client) try(tool string, arguments map[string]any) result {
	c.t.Helper()
	c.id++
	text, err := json.Marshal(arguments)
	if err != nil {
		c.t.Fatal(err)
	}
	answer := c.speak(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, c.id, tool, text))
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
func (c *client) call(tool string, arguments map[string]any) result {
	c.t.Helper()
	r := c.try(tool, arguments)
	if r.IsError {
		c.t.Fatalf("%s failed: %s", tool, r.said())
	}
	return r
}

// find asks for recommendations.
func (c *client) find(description string, more ...any) result {
	c.t.Helper()
	arguments := map[string]any{"recipient_description": description}
	for i := 0; i+1 < len(more); i += 2 {
		arguments[more[i].(string)] = more[i+1]
	}
	return c.call("get_recommendations", arguments)
}
