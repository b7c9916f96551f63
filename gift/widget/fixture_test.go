package widget_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mcp-adapters/fault"
	"mcp-adapters/gift/catalog"
	"mcp-adapters/gift/widget"
	"mcp-adapters/internal/harness"
	"mcp-adapters/internal/mcptest"
	"mcp-adapters/internal/widgettest"
	"mcp-adapters/jsonrpc"
	"mcp-adapters/jsonrpc/streamhttp"
	"mcp-adapters/mcp"
	"mcp-adapters/mcp/schema"
)

// shelf answers the gift tools without a ranking: it returns its gifts in their order, but
// for those that are starred or named as past gifts. Hosts show the pages of its results.
type shelf struct {
	t     *testing.T
	gifts []catalog.Gift
}

// builtIn is a shelf of ideas about wood and music, from the built-in catalog.
func builtIn(t *testing.T) shelf {
	t.Helper()
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	var wood, music []catalog.Gift
	for _, g := range c.Gifts {
		switch {
		case slices.Contains(g.Categories, "woodworking"):
			wood = append(wood, g)
		case slices.Contains(g.Categories, "vinyl records"), slices.Index(g.Categories, "musical instruments") == 0:
			music = append(music, g)
		}
	}
	s := shelf{t: t}
	for i := range min(len(wood), len(music)) {
		s.gifts = append(s.gifts, wood[i], music[i])
	}
	if len(s.gifts) < 16 {
		t.Fatalf("there are %d such gifts", len(s.gifts))
	}
	return s
}

// shop is a served shelf.
type shop struct {
	*widgettest.Bench
	t       *testing.T
	address string
}

// bench serves the shelf.
func (s shelf) bench() *shop {
	s.t.Helper()
	harness.Needs(s.t, "chromium")
	pages, err := widget.New(widget.Options{})
	if err != nil {
		s.t.Fatal(err)
	}
	find := mcp.Tool{
		Name: "get_recommendations", Hints: mcp.Hints{ReadOnly: true}, Output: schema.Open(nil), Call: s.recommend,
		Input: schema.Closed([]string{"recipient_description"},
			schema.Text("recipient_description", "Who.", 0, 0), schema.Integer("limit", "How many.", 0, 10),
			schema.List("past_gifts", "Not these.", nil), schema.List("starred_gift_ids", "Like these.", nil)),
	}
	one := mcp.Tool{
		Name: "get_gift_details", Hints: mcp.Hints{ReadOnly: true}, Output: schema.Open(nil), Call: s.details,
		Input: schema.Closed([]string{"gift_id"}, schema.Text("gift_id", "Which.", 0, 0)),
	}
	pages.Attach(&find, "Finding gift recommendations...", "Gift ideas ready")
	pages.Attach(&one, "Loading gift details...", "Gift details ready")
	o := mcptest.Options()
	o.ToolErrors = mcp.ErrorsAsResults
	o.Resources, o.Extensions = pages.Resources(), map[string]any{widget.Extension: map[string]any{}}
	server, err := mcp.New(o, []mcp.Tool{find, one})
	if err != nil {
		s.t.Fatal(err)
	}
	endpoint, err := streamhttp.New(streamhttp.Options{
		Handler: func(_ *http.Request, version string) (jsonrpc.Handler, error) { return server.Request(version), nil },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	served := httptest.NewServer(endpoint)
	s.t.Cleanup(served.Close)
	address := strings.TrimPrefix(served.URL, "http://")
	return &shop{widgettest.New(s.t, address), s.t, address}
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

func (s shelf) recommend(_ context.Context, args schema.Arguments) (mcp.Result, error) {
	var in struct {
		Who   string   `json:"recipient_description"`
		Past  []string `json:"past_gifts"`
		Stars []string `json:"starred_gift_ids"`
		Limit int      `json:"limit"`
	}
	body, err := args.Body()
	if err == nil {
		err = json.Unmarshal(body, &in)
	}
	if err != nil {
		return mcp.Result{}, err
	}
	if in.Limit == 0 {
		in.Limit = 5
	}
	short, long := []any{}, []any{}
	for _, g := range s.gifts {
		if len(short) == in.Limit || slices.Contains(in.Past, g.Name) || slices.Contains(in.Stars, g.ID) {
			continue
		}
		short = append(short, map[string]any{
			"id": g.ID, "name": g.Name, "brief_description": g.Brief, "price_range": g.Price, "categories": g.Categories,
			"relevance_score": 0.94 - float64(len(short))*0.07,
		})
		long = append(long, s.full(g))
	}
	return s.result(map[string]any{
		"gifts": short,
		"query_context": map[string]any{
			"total_searched": 640, "above_threshold": 23, "starred_boost_applied": len(in.Stars) > 0, "fallback_used": false,
		},
	}, map[string]any{"gifts": long, "notes": []string{"Read as: a parent, 65 years old."}}, fmt.Sprintf("Here are %d gift recommendations for %s", len(short), in.Who))
}

func (s shelf) full(g catalog.Gift) map[string]any {
	full := map[string]any{
		"id": g.ID, "name": g.Name, "full_description": g.Full, "price_range": g.Price, "categories": g.Categories,
		"occasions": g.Occasions, "recipient_types": g.Recipients, "purchasing_guidance": g.Guidance,
		"reason": g.Categories[0] + " · for a parent · " + g.Price.Label(),
	}
	if g.URL != "" {
		full["purchase_url"], full["affiliate"] = g.URL, g.Affiliate
	}
	return full
}

func (s shelf) details(_ context.Context, args schema.Arguments) (mcp.Result, error) {
	for _, g := range s.gifts {
		if g.ID == args.Text("gift_id") {
			full := s.full(g)
			link := map[string]any{"purchase_url": full["purchase_url"], "affiliate": full["affiliate"]}
			for _, internal := range []string{"reason", "purchase_url", "affiliate"} {
				delete(full, internal)
			}
			return s.result(map[string]any{"gift": full}, map[string]any{"gift": link}, "**"+g.Name+"**")
		}
	}
	return mcp.Result{}, &fault.Error{Kind: fault.NotFound, Message: "Gift not found. It may have been removed from our catalog.",
		Structured: map[string]any{"error": "not_found", "gift": nil}}
}

func (s shelf) result(structured, meta map[string]any, text string) (mcp.Result, error) {
	r, err := mcp.StructuredResult(structured)
	r.Text = text
	if err == nil && meta != nil {
		r.Meta, err = json.Marshal(meta)
	}
	return r, err
}
