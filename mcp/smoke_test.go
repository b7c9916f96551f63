package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"mcp-adapters/jsonrpc"
	"mcp-adapters/mcp"
)

type fake struct{}

func (fake) ListRecipes(context.Context) (json.RawMessage, error) {
	return json.RawMessage(`[{"id":"a","title":"t \"x\"","description":""}]`), nil
}
func (fake) GetRecipe(context.Context, string) (json.RawMessage, error) {
	return json.RawMessage(`{"id":"a"}`), nil
}
func (fake) CreateRecipe(_ context.Context, b json.RawMessage) (json.RawMessage, error) {
	return b, nil
}
func (fake) UpdateRecipe(_ context.Context, _ string, b json.RawMessage) (json.RawMessage, error) {
	return b, nil
}

func TestSmoke(t *testing.T) {
	s, err := mcp.New(mcp.Options{Name: "recipe-mcp", Version: "1", Instructions: mcp.RecipeInstructions, Log: zerolog.New(zerolog.NewTestWriter(t))}, mcp.RecipeTools(fake{}))
	if err != nil {
		t.Fatal(err)
	}
	modern := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	for _, line := range []string{
		`initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`,
		`tools/list {}`,
		`tools/list 5`,
		`server/discover {` + modern + `}`,
		`nope {}`,
		`ping {` + modern + `}`,
		`subscriptions/listen {"notifications":{},` + modern + `}`,
		`tools/call {"name":"list_recipes"}`,
		`tools/call {"name":"list_recipes",` + modern + `}`,
		`tools/call {"name":"list_recipes","_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}}`,
		`tools/call {"name":"list_recipes","arguments":{"colour":1}}`,
		`tools/call {"name":"create_recipe","arguments":{"title":"  ","servings":-5,"difficulty":9,"ingredients":[{"quantity":"x","colour":1}],"steps":[null]}}`,
		`tools/call {"name":"create_recipe","arguments":{"title":"x","servings":4.0,"prep_time_minutes":null,"ingredients":[{"name":"a<b","quantity":0.5}]}}`,
		`tools/call {"name":"create_recipe","arguments":{"title":"\ud800","servings":1e400}}`,
		`tools/call {"name":"create_recipe","arguments":{"servings":1e400}}`,
		`tools/call {"name":"create_recipe","arguments":{"title":"a","title":"b"}}`,
		`tools/call {"name":"create_recipe","arguments":[1]}`,
		`tools/call {"name":"update_recipe","arguments":{"recipe_id":"123e4567-e89b-42d3-a456-426614174000"}}`,
		`tools/call {"name":"get_recipe","arguments":{"recipe_id":"not-a-uuid"}}`,
		`tools/call {"name":"nope"}`,
		`tools/call {"name":5}`,
		`tools/call [1]`,
	} {
		method, params, _ := strings.Cut(line, " ")
		call := s.Prepare(&jsonrpc.Request{ID: json.RawMessage("7"), Method: method, Params: json.RawMessage(params)})
		r, err := call.Run(t.Context())
		if err != nil {
			d, _ := json.Marshal(err)
			t.Logf("%.60s => %s", line, d)
			continue
		}
		var b bytes.Buffer
		n, _ := r.WriteTo(&b)
		t.Logf("%.60s => %v %v %.1500s", line, int(n) == r.Len(), json.Valid(b.Bytes()), b.String())
	}
}
