package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// look returns a read-only tool that answers with result.
func look(result mcp.Result, err error) mcp.Tool {
	return mcp.Tool{
		Name: "look", Title: "Look", Description: "Look at it.", Hints: mcp.Hints{ReadOnly: true},
		Input: schema.Closed(nil, schema.Integer("count", "How many.", 1, 5)),
		Call:  func(context.Context, *mcp.Request, schema.Arguments) (mcp.Result, error) { return result, err },
	}
}

func TestNew_RefusesBadTools(t *testing.T) {
	t.Parallel()
	call := look(mcp.Result{}, nil).Call
	for name, row := range map[string]struct {
		tool mcp.Tool
		want string
	}{
		"no name":        {mcp.Tool{}, `tool "": it has no name`},
		"no call":        {mcp.Tool{Name: "one"}, `tool "one": it has no call`},
		"no input":       {mcp.Tool{Name: "one", Call: call}, `tool "one": its input is not the schema of an object`},
		"input is text":  {mcp.Tool{Name: "one", Call: call, Input: &jsonschema.Schema{Type: "string"}}, `tool "one": its input is not the schema of an object`},
		"output is text": {mcp.Tool{Name: "one", Call: call, Input: schema.Closed(nil), Output: &jsonschema.Schema{Type: "string"}}, `tool "one": its output is not the schema of an object`},
		"H16, a header":  {mcp.Tool{Name: "one", Call: call, Input: schema.Closed(nil, schema.Property{Name: "n", Schema: &jsonschema.Schema{Type: "string", Extra: map[string]any{"x-mcp-header": "N"}}})}, `tool "one": its input holds x-mcp-header, which transports here don't compare`},
		"unknown rule":   {mcp.Tool{Name: "one", Call: call, Input: &jsonschema.Schema{Type: "object", PatternProperties: map[string]*jsonschema.Schema{"a": {}}}}, `tool "one": arguments: the keyword patternProperties can't be checked`},
		"unusual number": {mcp.Tool{Name: "one", Call: call, Input: schema.Closed(nil, schema.Property{Name: "n", Schema: &jsonschema.Schema{Type: "integer", MultipleOf: new(float64)}})}, `tool "one": arguments.n: the keyword multipleOf can't be checked`},
	} {
		if _, err := mcp.New(mcptest.Options(), []mcp.Tool{row.tool}); err == nil || err.Error() != row.want {
			t.Errorf("%s: got %v, want %s", name, err, row.want)
		}
	}
	twice := []mcp.Tool{look(mcp.Result{}, nil), look(mcp.Result{}, nil)}
	if _, err := mcp.New(mcptest.Options(), twice); err == nil || !strings.Contains(err.Error(), `tool "look": there are two of this name`) {
		t.Errorf("two of one name: %v", err)
	}
}

func TestServer_WithoutTools(t *testing.T) {
	t.Parallel()
	s := mcptest.Serve(t, mcptest.Options(), nil)
	got, err := mcptest.Write(t, s, "tools/list", "{}")
	if err != nil || got != `{"tools":[]}` {
		t.Errorf("got %s, %v", got, err)
	}
	if r := mcptest.Call(t, s, "one", "{}", mcptest.Legacy); r.Error == nil || r.Error.Code != -32601 || r.Error.Message != `There is no tool "one"; there are no tools` {
		t.Errorf("got %+v", r.Error)
	}
}

// The descriptor of a tool has its _meta; a tool without an output has no schema
// for one.
func TestTool_Published(t *testing.T) {
	t.Parallel()
	tool := look(mcp.Result{}, nil)
	tool.Meta = map[string]any{"ui": map[string]any{"resourceUri": "ui://look/card.html"}}
	got, err := mcptest.Write(t, mcptest.Serve(t, mcptest.Options(), []mcp.Tool{tool}), "tools/list", "{}")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got, `"_meta":{"ui":{"resourceUri":"ui://look/card.html"}}`) || strings.Contains(got, "outputSchema") {
		t.Errorf("got %s", got)
	}
}

// What a result holds, and how it looks in each era.
func TestResult(t *testing.T) {
	t.Parallel()
	const serverInfo = `"io.modelcontextprotocol/serverInfo":{"name":"test-mcp","version":"1.2.3","title":"Test server"}`
	for name, row := range map[string]struct {
		result         mcp.Result
		legacy, modern string
	}{
		"structured": {
			mcp.Result{Structured: json.RawMessage(`{"a":"\"b\""}`)},
			`{"content":[{"type":"text","text":"{\"a\":\"\\\"b\\\"\"}"}],"structuredContent":{"a":"\"b\""}}`,
			`{"content":[{"type":"text","text":"{\"a\":\"\\\"b\\\"\"}"}],"structuredContent":{"a":"\"b\""},"_meta":{` + serverInfo + `},"resultType":"complete"}`,
		},
		"member": {
			mcp.Result{Structured: json.RawMessage(`[1]`), Member: "rows"},
			`{"content":[{"type":"text","text":"{\"rows\":[1]}"}],"structuredContent":{"rows":[1]}}`,
			`{"content":[{"type":"text","text":"{\"rows\":[1]}"}],"structuredContent":{"rows":[1]},"_meta":{` + serverInfo + `},"resultType":"complete"}`,
		},
		"text of its own": {
			mcp.Result{Structured: json.RawMessage(`{"a":1}`), Text: "One \"a\".\nNext line"},
			`{"content":[{"type":"text","text":"One \"a\".\nNext line"}],"structuredContent":{"a":1}}`,
			`{"content":[{"type":"text","text":"One \"a\".\nNext line"}],"structuredContent":{"a":1},"_meta":{` + serverInfo + `},"resultType":"complete"}`,
		},
		"a note": {
			mcp.Result{Structured: json.RawMessage(`{"a":1}`), Note: "One \"a\"."},
			`{"content":[{"type":"text","text":"{\"a\":1}"},{"type":"text","text":"One \"a\"."}],"structuredContent":{"a":1}}`,
			`{"content":[{"type":"text","text":"{\"a\":1}"},{"type":"text","text":"One \"a\"."}],"structuredContent":{"a":1},"_meta":{` + serverInfo + `},"resultType":"complete"}`,
		},
		"content without its note": {
			mcp.Result{Content: []mcp.Content{mcp.TextContent("a")}, Note: "b"},
			`{"content":[{"type":"text","text":"a"}]}`,
			`{"content":[{"type":"text","text":"a"}],"_meta":{` + serverInfo + `},"resultType":"complete"}`,
		},
		"text alone": {
			mcp.Result{Text: "Done."},
			`{"content":[{"type":"text","text":"Done."}]}`,
			`{"content":[{"type":"text","text":"Done."}],"_meta":{` + serverInfo + `},"resultType":"complete"}`,
		},
		"_meta": {
			mcp.Result{Text: "Done.", Meta: json.RawMessage(`{"example.com/card":{"x":1}}`)},
			`{"content":[{"type":"text","text":"Done."}],"_meta":{"example.com/card":{"x":1}}}`,
			`{"content":[{"type":"text","text":"Done."}],"_meta":{"example.com/card":{"x":1},` + serverInfo + `},"resultType":"complete"}`,
		},
		"empty _meta": {
			mcp.Result{Text: "Done.", Meta: json.RawMessage(`{}`)},
			`{"content":[{"type":"text","text":"Done."}]}`,
			`{"content":[{"type":"text","text":"Done."}],"_meta":{` + serverInfo + `},"resultType":"complete"}`,
		},
		"nothing": {
			mcp.Result{},
			`{"content":[{"type":"text","text":""}]}`,
			`{"content":[{"type":"text","text":""}],"_meta":{` + serverInfo + `},"resultType":"complete"}`,
		},
	} {
		encoded, err := row.result.Encoded()
		if err != nil {
			t.Fatal(err)
		}
		for _, result := range []mcp.Result{row.result, encoded} {
			s := mcptest.Serve(t, mcptest.Options(), []mcp.Tool{look(result, nil)})
			for era, want := range map[string]string{mcptest.Legacy: row.legacy, mcptest.Progress: row.legacy, mcptest.Modern: row.modern} {
				got, err := mcptest.Write(t, s, "tools/call", `{"name":"look"`+era+`}`)
				if err != nil || got != want {
					t.Errorf("%s, era %q:\n got %s, %v\nwant %s", name, era, got, err, want)
				}
			}
		}
	}
}

func TestResult_Structured(t *testing.T) {
	t.Parallel()
	r, err := mcp.StructuredResult(map[string]string{"a": "<b> & c"})
	if err != nil || string(r.Structured) != `{"a":"<b> & c"}` {
		t.Errorf("got %s, %v", r.Structured, err)
	}
	if _, err := mcp.StructuredResult(func() {}); err == nil {
		t.Error("a function was encoded")
	}
}

// Release is called once, whether the result was written or can't be.
func TestResult_Release(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"x", "\xff"} {
		released := 0
		s := mcptest.Serve(t, mcptest.Options(), []mcp.Tool{look(mcp.Result{Text: text, Release: func() { released++ }}, nil)})
		mcptest.Call(t, s, "look", "{}", mcptest.Legacy)
		if released != 1 {
			t.Errorf("%q: released %d times", text, released)
		}
	}
}

// The same facts are in a failure that is an error and in one that is a result.
func TestToolErrors(t *testing.T) {
	t.Parallel()
	full := &fault.Error{Kind: "quota", Status: 402, Field: "count", Message: "The quota is \"used up\"; wait a day.", Err: errors.New("private")}
	for name, row := range map[string]struct {
		err       error
		arguments string
		rpc       string
		result    string
	}{
		"a kind of the system": {
			full, `{}`,
			`{"code":-32050,"message":"The quota is \"used up\"; wait a day.","data":{"kind":"quota","status":402,"field":"count"}}`,
			`{"content":[{"type":"text","text":"The quota is \"used up\"; wait a day."}],"isError":true,"_meta":{"error":{"code":-32050,"data":{"kind":"quota","status":402,"field":"count"}}}}`,
		},
		"without a type": {
			errors.New("private"), `{}`,
			`{"code":-32603,"message":"Something went wrong inside the server; its log has the cause.","data":{"kind":"internal"}}`,
			`{"content":[{"type":"text","text":"Something went wrong inside the server; its log has the cause."}],"isError":true,"_meta":{"error":{"code":-32603,"data":{"kind":"internal"}}}}`,
		},
		"arguments": {
			nil, `{"count":9}`,
			`{"code":-32602,"message":"count must be between 1 and 5","data":{"kind":"invalid_params","field":"count"}}`,
			`{"content":[{"type":"text","text":"count must be between 1 and 5"}],"isError":true,"_meta":{"error":{"code":-32602,"data":{"kind":"invalid_params","field":"count"}}}}`,
		},
	} {
		for way, want := range map[mcp.ToolErrors]string{"": row.rpc, mcp.ErrorsAsRPC: row.rpc, mcp.ErrorsAsResults: row.result} {
			var log bytes.Buffer
			o := mcptest.Options()
			o.ToolErrors, o.Log = way, zerolog.New(&log)
			o.Kinds = []mcp.Kind{{Name: "quota", Code: -32050, When: "too much was asked for"}}
			s := mcptest.Serve(t, o, []mcp.Tool{look(mcp.Result{}, row.err)})
			line := mcptest.Pipe(t, s, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":`+row.arguments+`}}`)
			var got struct{ Result, Error json.RawMessage }
			if err := json.Unmarshal([]byte(line), &got); err != nil {
				t.Fatal(err)
			}
			if string(got.Result)+string(got.Error) != want {
				t.Errorf("%s, %q:\n got %s\nwant %s", name, way, line, want)
			}
			if row.err != nil && !strings.Contains(log.String(), "private") {
				t.Errorf("%s, %q: the cause is not in the log: %s", name, way, log.String())
			}
		}
	}
}

// What one client says of itself stays with its session.
func TestSession_IsOneClients(t *testing.T) {
	t.Parallel()
	server, err := mcp.New(mcptest.Options(), []mcp.Tool{look(mcp.Result{}, nil)})
	if err != nil {
		t.Fatal(err)
	}
	versions := []string{"2025-11-25", "2025-06-18"}
	for _, version := range versions {
		got := mcptest.Pipe(t, server.Session(), `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+version+`","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
		if !strings.Contains(got, `"protocolVersion":"`+version+`"`) {
			t.Errorf("asked for %s: %s", version, got)
		}
	}
}

// A cancel that reaches the session ends no other call: mcp-go knows every
// request by the same id.
func TestSession_CancelIsNotPassedOn(t *testing.T) {
	t.Parallel()
	s := mcptest.Serve(t, mcptest.Options(), []mcp.Tool{look(mcp.Result{}, nil)})
	call := s.Prepare(&jsonrpc.Request{ID: json.RawMessage("7"), Method: "tools/list"})
	s.Notify(t.Context(), &jsonrpc.Request{Method: "notifications/cancelled", Params: json.RawMessage(`{"requestId":1}`)})
	if _, err := call.Run(t.Context(), jsonrpc.Client{}); err != nil {
		t.Errorf("got %v", err)
	}
}
