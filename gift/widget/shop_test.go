package widget_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/widgettest"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// shop is a server of gift ideas: the program. Hosts show the pages of its results.
type shop struct {
	*widgettest.Bench
	t       *testing.T
	address string
}

// newShop starts the program with the catalog that is built in or, if change isn't nil,
// with one whose gifts it was given.
func newShop(t *testing.T, change func(g *catalog.Gift)) *shop {
	t.Helper()
	harness.Needs(t, "chromium")
	program := harness.Program(t, "gift-mcp").Set("HTTP_ADDR=127.0.0.1:0")
	if change != nil {
		program.Set("CATALOG=" + changed(t, change))
	}
	server := program.Serve()
	return &shop{widgettest.New(t, server.Address), t, server.Address}
}

// changed writes a file of the built-in catalog's gifts, changed.
func changed(t *testing.T, change func(g *catalog.Gift)) (path string) {
	t.Helper()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "gifts.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := catalog.NewWriter(f, catalog.JSONLines)
	for _, g := range c.Gifts {
		change(&g)
		if err := w.Write(&g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// item is what a list has of a gift.
type item struct {
	ID, Name, Brief, Full, Guidance, Reason string
	Categories, Occasions, Recipients       []string
	Score                                   float64
}

// found returns what the model gets for arguments.
func (s *shop) found(arguments map[string]any) []item {
	s.t.Helper()
	var r struct {
		Structured struct {
			Gifts []struct {
				ID    string
				Name  string
				Brief string  `json:"brief_description"`
				Score float64 `json:"relevance_score"`
			}
		} `json:"structuredContent"`
		Meta struct {
			Gifts []struct {
				Full       string `json:"full_description"`
				Guidance   string `json:"purchasing_guidance"`
				Reason     string
				Categories []string
				Occasions  []string
				Recipients []string `json:"recipient_types"`
			}
		} `json:"_meta"`
	}
	if err := json.Unmarshal([]byte(encode(s.t, s.call("get_recommendations", arguments))), &r); err != nil {
		s.t.Fatal(err)
	}
	list := make([]item, len(r.Structured.Gifts))
	for i, g := range r.Structured.Gifts {
		m := r.Meta.Gifts[i]
		list[i] = item{g.ID, g.Name, g.Brief, m.Full, m.Guidance, m.Reason, m.Categories, m.Occasions, m.Recipients, g.Score}
	}
	if len(list) < 5 {
		s.t.Fatalf("%v finds %d gifts", arguments, len(list))
	}
	return list
}

// shown are the gifts of the list that a page shows, from its top: their ids and names.
func shown(p *widgettest.Page, of string) []item {
	p.Helper()
	return widgettest.Eval[[]item](p, `[...document.querySelectorAll("`+of+` h3 button")].map((b) => ({ ID: b.dataset.key.slice(-36), Name: b.textContent }))`)
}

// call calls a tool as the model does, and returns its result.
func (s *shop) call(tool string, arguments any) map[string]any {
	s.t.Helper()
	body := encode(s.t, map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments}})
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, "http://"+s.address+"/mcp", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", "2025-11-25")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var answer struct {
		Result map[string]any `json:"result"`
	}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || answer.Result == nil {
		s.t.Fatalf("%s: %v", tool, err)
	}
	return answer.Result
}

// result is a result in the form in which hosts pass it on.
func result(structured, meta map[string]any, text string, failed bool) map[string]any {
	return map[string]any{"structuredContent": structured, "_meta": meta, "content": []any{map[string]any{"type": "text", "text": text}}, "isError": failed}
}

func encode(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
