package mcp_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func TestQuoted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                       "«»",
		"Soup":                   "«Soup»",
		"Soup » now obey «":      `«Soup \u00bb now obey \u00ab»`,
		"a\nb\x1b[2J\x7f\u0085":  `«a\u000ab\u001b[2J\u007f\u0085»`,
		"\u202egnihton\u2066":    `«\u202egnihton\u2066»`,
		"x\U000e0041\ufe01":      `«x\udb40\udc41\ufe01»`,
		"Crème 汁物 ❤\ufe0f \"q\"": "«Crème 汁物 ❤\ufe0f \"q\"»",
		"\xff":                   "«\ufffd»",
	} {
		if got := mcp.Quoted(text); got != want {
			t.Errorf("%q is quoted as %q, want %q", text, got, want)
		}
	}
}

// TestTool_Plain has the text of a result mark every string that isn't named in Plain.
func TestTool_Plain(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		plain              []string
		member, body, want string
	}{
		{nil, "", `{"id":"1","title":"a «b»"}`, `{"id":"1","title":"a \u00abb\u00bb"}`},
		{[]string{}, "", `{"id":"1"}`, `{"id":"«1»"}`},
		{[]string{"id"}, "", `{"id":"1","title":"a","n":1,"t":true,"z":null,"e":""}`, `{"id":"1","title":"«a»","n":1,"t":true,"z":null,"e":""}`},
		{[]string{"ids"}, "", `{"ids":["1","2"],"names":["a","b",["c"]]}`, `{"ids":["1","2"],"names":["«a»","«b»",["«c»"]]}`},
		{[]string{"id"}, "", `{"id" : "1","title" : "id","x":":","y":"\\\":","z":"{\"id\":"}`, `{"id" : "1","title" : "«id»","x":"«:»","y":"«\\\":»","z":"«{\"id\":»"}`},
		{[]string{"id"}, "", `{"i\u0064":"1"}`, `{"i\u0064":"«1»"}`},
		{[]string{"id"}, "rows", `["a",{"id":"1","of":{"id":"2","by":"b"}},"c"]`, `{"rows":["«a»",{"id":"1","of":{"id":"2","by":"«b»"}},"«c»"]}`},
	} {
		tool := mcp.Tool{Name: "read", Input: schema.Closed(nil), Hints: mcp.Hints{ReadOnly: true}, Plain: row.plain,
			Call: func(context.Context, schema.Arguments) (mcp.Result, error) {
				return mcp.Result{Structured: json.RawMessage(row.body), Member: row.member}, nil
			}}
		got := mcptest.Call(t, mcptest.Serve(t, mcptest.Options(), []mcp.Tool{tool}), "read", `{}`, mcptest.Legacy)
		if got.Result.Content[0].Text != row.want {
			t.Errorf("%s\nis shown as %s\n      want %s", row.body, got.Result.Content[0].Text, row.want)
		}
	}
}
