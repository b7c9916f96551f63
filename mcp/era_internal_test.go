package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rs/zerolog"

	"mcp-adapters/apiclient"
	"mcp-adapters/jsonrpc"
)

// eraServer has one tool. Its answer depends on nothing, or is the failure that
// its argument asks for.
func eraServer(t *testing.T) *Server {
	t.Helper()
	schema := func() *jsonschema.Schema {
		return &jsonschema.Schema{
			Type:                 "object",
			Properties:           map[string]*jsonschema.Schema{"fail": {Type: "string"}},
			PropertyOrder:        []string{"fail"},
			AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
		}
	}
	s, err := New(Options{Name: "test-mcp", Version: "1", Log: zerolog.Nop()}, []Tool{{
		Name: "look", input: schema, output: schema,
		call: func(_ context.Context, args Arguments) (Structured, error) {
			if len(args) > 0 {
				return Structured{}, &apiclient.Error{Kind: apiclient.KindNotFound, Status: 404, Message: "Nothing is there.", Err: errors.New("cause")}
			}
			return Structured{Prefix: `{"a":`, Body: json.RawMessage(`"\"b\""`), Suffix: `}`}, nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wire is what a call's outcome looks like to the client.
func wire(t *testing.T, s *Server, r jsonrpc.Result, err error) string {
	t.Helper()
	if err != nil {
		b, encodeErr := json.Marshal(wireError(err, s.log))
		if encodeErr != nil {
			t.Fatal(encodeErr)
		}
		return string(b)
	}
	var b bytes.Buffer
	if _, err := r.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRun_WithoutProtocolLayer holds the short way of a call to the way through
// mcp-go, byte for byte, and says which _meta takes which way.
func TestRun_WithoutProtocolLayer(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, meta string
		short      bool
		want       string // a part of the answer to good arguments, other than the usual
	}{
		{"progress token, number", `{"progressToken":7}`, true, ""},
		{"progress token, string", `{"progressToken":"a\u0062\"\ud83c\udf70"}`, true, ""},
		{"progress token, fraction", `{"progressToken":-1.5e3}`, true, ""},
		{"progress token, large", `{"progressToken":9007199254740993}`, true, ""},
		{"progress token, null", `{"progressToken":null}`, true, ""},
		{"progress token, boolean", `{"progressToken":true}`, true, ""},
		{"progress token, object", `{"progressToken":{"a":[1,{}]}}`, true, ""},
		{"progress token, list", `{"progressToken":[1,"2",null]}`, true, ""},
		{"progress token, twice", `{"progressToken":1,"progressToken":"2"}`, true, ""},
		{"progress token, no float64", `{"progressToken":1e400}`, false, `-32602`},
		{"progress token, number inside is no float64", `{"progressToken":{"a":[-1e999]}}`, false, `-32602`},
		{"progress token, other case", `{"ProgressToken":1}`, true, ""},
		{"half a surrogate", `{"progressToken":"\ud83c","\udf70":1}`, false, ""},
		{"empty", `{}`, true, ""},
		{"empty, with space", " {\t} ", true, ""},
		{"spaces", ` { "progressToken" : 1 , "b" : [ ] } `, true, ""},
		{"other vendors", `{"claudecode/toolUseId":"toolu_1","vscode.requestId":"2","openai/userLocation":{"city":"Oslo"},"com.example/a":0}`, true, ""},
		{"trace", `{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}`, true, ""},
		{"empty name", `{"":1}`, true, ""},
		{"prefix without its slash", `{"io.modelcontextprotocol":1}`, true, ""},
		{"prefix inside", `{"a":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`, true, ""},
		{"modern", `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`, false, `"resultType"`},
		{"modern behind a token", `{"progressToken":1,"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`, false, `"resultType"`},
		{"modern in escapes", `{"io.modelcontextprotocol\/protocolVersion":"2026-07-28","\u0069o.modelcontextprotocol/clientCapabilities":{}}`, false, `"resultType"`},
		{"modern, incomplete", `{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`, false, `-32602`},
		{"unknown version", `{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}`, false, `2099-01-01`},
		{"older version", `{"io.modelcontextprotocol/protocolVersion":"2025-06-18"}`, false, ""},
		{"version of a wrong type", `{"io.modelcontextprotocol/protocolVersion":7}`, false, ""},
		{"version in another case", `{"IO.modelContextProtocol/ProtocolVersion":"2026-07-28"}`, false, ""},
		{"deep", `{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, false, ""},
		{"long", `{"a":"` + strings.Repeat("x", 5000) + `"}`, false, ""},
		{"null", `null`, false, ""},
		{"text", `"a"`, false, `-32602`},
		{"list", `[]`, false, `-32602`},
		{"number", `1`, false, `-32602`},
	}
	const usual = `{"content":[{"type":"text","text":"{\"a\":\"\\\"b\\\"\"}"}],"structuredContent":{"a":"\"b\""}}`
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := eraServer(t)
			if got := addsNothing(json.RawMessage(tt.meta)); got != tt.short {
				t.Errorf("short way: %t, want %t", got, tt.short)
			}
			for i, arguments := range []string{`{}`, `{"fail":"x"}`, `{"colour":1}`, `[]`} {
				params := json.RawMessage(`{"name":"look","arguments":` + arguments + `,"_meta":` + tt.meta + `}`)
				r, err := s.Prepare(&jsonrpc.Request{ID: json.RawMessage("1"), Method: "tools/call", Params: params}).Run(t.Context())
				got := wire(t, s, r, err)

				call, err := s.decodeCall(params)
				if err != nil {
					t.Fatal(err)
				}
				var long callResult
				err = s.runModern(t.Context(), call, &long)
				if want := wire(t, s, long, err); got != want {
					t.Errorf("arguments %s:\n got %s\nwant %s", arguments, got, want)
				}
				if i == 0 && ((tt.want == "" && got != usual) || !strings.Contains(got, tt.want)) {
					t.Errorf("got %s, want %s", got, cmp.Or(tt.want, usual))
				}
			}
		})
	}
}
