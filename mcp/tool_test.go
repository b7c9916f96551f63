package mcp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// A tool may accept what its published schema does not say.
func TestTool_AcceptsInItsOwnWay(t *testing.T) {
	t.Parallel()
	tool := look(mcp.Result{}, nil)
	tool.Accept = func(raw json.RawMessage) (schema.Arguments, []string, error) {
		return schema.Arguments{"raw": string(raw)}, nil, nil
	}
	tool.Call = func(_ context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
		return mcp.Result{Text: args.Text("raw")}, nil
	}
	r := mcptest.Call(t, mcptest.Serve(t, mcptest.Options(), []mcp.Tool{tool}), "look", `{"count":"9"}`, mcptest.Legacy)
	if r.Result == nil || r.Result.Content[0].Text != `{"count":"9"}` {
		t.Errorf("got %+v", r)
	}
}

// A tool may say more of arguments that are refused than their schema can.
func TestTool_Explains(t *testing.T) {
	t.Parallel()
	tool := look(mcp.Result{}, nil)
	tool.Explain = func(_ context.Context, args schema.Arguments, err error) error {
		if args["count"] == 9.0 {
			return &fault.Error{Kind: fault.InvalidParams, Field: "count", Message: "nine is too many: " + err.Error()}
		}
		return err
	}
	server := mcptest.Serve(t, mcptest.Options(), []mcp.Tool{tool})
	for arguments, want := range map[string]string{
		`{"count":9}`: "nine is too many: count must be between 1 and 5",
		`{"count":8}`: "count must be between 1 and 5",
	} {
		if r := mcptest.Call(t, server, "look", arguments, mcptest.Legacy); r.Error == nil || r.Error.Code != -32602 || r.Error.Message != want {
			t.Errorf("%s: got %+v", arguments, r.Error)
		}
	}
}

// What was repaired in the arguments is in the _meta of a result, beside the tool's own,
// and in the data of an error.
func TestTool_Repairs(t *testing.T) {
	t.Parallel()
	const said = `"repairs":["count was text and was read as the number 3"]`
	gone := &fault.Error{Kind: fault.NotFound, Message: "It is gone."}
	for name, row := range map[string]struct {
		result          mcp.Result
		err             error
		errors          mcp.ToolErrors
		arguments, want string
	}{
		"result":        {mcp.Result{Text: "x"}, nil, "", `{"count":"3"}`, `"_meta":{` + said + `}`},
		"own _meta":     {mcp.Result{Text: "x", Meta: json.RawMessage(`{"a":1}`)}, nil, "", `{"count":"3"}`, `"_meta":{` + said + `,"a":1}`},
		"empty _meta":   {mcp.Result{Text: "x", Meta: json.RawMessage(`{}`)}, nil, "", `{"count":"3"}`, `"_meta":{` + said + `}`},
		"error":         {mcp.Result{}, gone, mcp.ErrorsAsRPC, `{"count":"3"}`, `"data":{"kind":"not_found",` + said + `}`},
		"failed result": {mcp.Result{}, gone, mcp.ErrorsAsResults, `{"count":"3"}`, `"_meta":{"error":{"code":-32001,"data":{"kind":"not_found"}},` + said + `}`},
		"nothing":       {mcp.Result{Text: "x"}, nil, "", `{"count":3}`, `"text":"x"}]}}`},
	} {
		o := mcptest.Options()
		o.ToolErrors = row.errors
		s := mcptest.Serve(t, o, []mcp.Tool{look(row.result, row.err)})
		line := mcptest.Pipe(t, s, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":`+row.arguments+`}}`)
		if !json.Valid([]byte(line)) || !strings.Contains(line, row.want) {
			t.Errorf("%s:\n got %s\nwant %s", name, line, row.want)
		}
	}
}

// TestTool_FailureStructured has a failure bring structuredContent of its own where it is
// answered with a result, and nowhere else.
func TestTool_FailureStructured(t *testing.T) {
	t.Parallel()
	gone := &fault.Error{Kind: fault.NotFound, Message: "It is gone.", Structured: map[string]any{"thing": nil}}
	for way, want := range map[mcp.ToolErrors]bool{mcp.ErrorsAsResults: true, mcp.ErrorsAsRPC: false} {
		o := mcptest.Options()
		o.ToolErrors = way
		s := mcptest.Serve(t, o, []mcp.Tool{look(mcp.Result{}, gone)})
		line := mcptest.Pipe(t, s, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{"count":3}}}`)
		const content = `"content":[{"type":"text","text":"It is gone."}],"structuredContent":{"thing":null},"isError":true,`
		if !json.Valid([]byte(line)) || strings.Contains(line, content) != want || strings.Contains(line, "structuredContent") != want {
			t.Errorf("%s: got %s", way, line)
		}
	}
}

// TestTool_Scopes has tools say which scopes their calls need, in both places where hosts
// look for it, and others say nothing.
func TestTool_Scopes(t *testing.T) {
	t.Parallel()
	open := look(mcp.Result{}, nil)
	closed := open
	closed.Name, closed.Scopes, closed.Meta = "change", []string{"notes:write"}, map[string]any{"ui": map[string]any{"resourceUri": "ui://notes/card"}}
	s := mcptest.Serve(t, mcptest.Options(), []mcp.Tool{open, closed})
	got, err := mcptest.Write(t, s, "tools/list", "{}")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Tools []struct {
			Name            string                     `json:"name"`
			InputSchema     json.RawMessage            `json:"inputSchema"`
			SecuritySchemes json.RawMessage            `json:"securitySchemes"`
			Meta            map[string]json.RawMessage `json:"_meta"`
		} `json:"tools"`
	}
	if err := json.Unmarshal([]byte(got), &list); err != nil || len(list.Tools) != 2 {
		t.Fatalf("%v: %s", err, got)
	}
	const want = `[{"type":"oauth2","scopes":["notes:write"]}]`
	for _, tool := range list.Tools {
		if tool.Name == "look" && (tool.SecuritySchemes != nil || tool.Meta != nil) || tool.InputSchema == nil {
			t.Errorf("got %s", got)
		}
		if tool.Name == "change" && (string(tool.SecuritySchemes) != want || string(tool.Meta["securitySchemes"]) != want || tool.Meta["ui"] == nil) {
			t.Errorf("got %s", got)
		}
	}
	definition, err := closed.Definition()
	if err != nil || !strings.Contains(string(definition), `"securitySchemes":`+want+`}`) {
		t.Errorf("%v: %s", err, definition)
	}
}
