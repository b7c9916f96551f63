package streamhttp_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/script"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/streamhttp"
)

func TestH5_ContentType(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	for value, want := range map[string]int{
		"application/json":                  200,
		"Application/JSON; charset=latin1":  200,
		"application/json; charset":         200,
		"":                                  200,
		"application/octet-stream":          200,
		"binary/octet-stream":               200,
		"text/plain":                        415,
		"application/x-www-form-urlencoded": 415,
		"multipart/form-data; boundary=x":   415,
		"application/jsonp":                 415,
		"json":                              415,
	} {
		got := e.ask(post(call(1, "ping"), "Content-Type: "+value))
		if want == 200 {
			check(t, got, 200, result(1, `"pong"`))
		} else {
			check(t, got, want, fault(nil, -32600, "the header Content-Type must be application/json", "invalid_request"))
		}
		if t.Failed() {
			t.Fatalf("Content-Type %q", value)
		}
	}
}

func TestH6_Accept(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	for value, events := range map[string]bool{
		"application/json, text/event-stream": true,
		"text/event-stream":                   true,
		"Text/Event-Stream;q=0.5":             true,
		"*/*":                                 true,
		"application/json":                    false,
		"text/html":                           false,
		"":                                    false,
	} {
		check(t, e.ask(post(call(1, "ping"), "Accept: "+value)), http.StatusOK, result(1, `"pong"`))
		got := e.ask(post(call(1, "notify"), "Accept: "+value))
		if !events {
			check(t, got, http.StatusOK, result(1, `"done"`))
		}
		if isStream := got.header.Get("Content-Type") == "text/event-stream"; got.status != http.StatusOK || isStream != events {
			t.Errorf("Accept %q: %d, %s", value, got.status, got.header.Get("Content-Type"))
		}
	}
}

func TestH7_Batches(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, func(o *streamhttp.Options) { o.MaxBatch = 4 })
	const note = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	batch := script.Array(call(1, "ping"), note, call(2, "echo"), "7")
	answers := script.Array(result(1, `"pong"`), result(2, "null"), fault(nil, -32600, "a message must be a JSON object", "invalid_request"))
	const none = "this version of the protocol has no batches: send each message in a request of its own"
	tests := []struct {
		name    string
		body    string
		headers []string
		status  int
		want    string
	}{
		{"no version", batch, nil, 200, answers},
		{"2025-03-26", batch, []string{"MCP-Protocol-Version: 2025-03-26"}, 200, answers},
		{"2024-11-05", batch, []string{"MCP-Protocol-Version: 2024-11-05"}, 400, fault(nil, -32600, none, "invalid_request")},
		{"2025-06-18", batch, []string{"MCP-Protocol-Version: 2025-06-18"}, 400, fault(nil, -32600, none, "invalid_request")},
		{"2026-07-28", batch, []string{version}, 400, fault(nil, -32600, none, "invalid_request")},
		{"a modern message in it", script.Array(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{` + meta + `}}`), nil, 400,
			fault(nil, -32600, "the version of the protocol in _meta has no batches: send each message in a request of its own", "invalid_request")},
		{"headers of one message", batch, []string{"Mcp-Method: ping"}, 400,
			fault(nil, -32020, "a batch can't have the headers Mcp-Method and Mcp-Name", "header_mismatch")},
		{"one that can't be run", "[1]", nil, 200, "[" + fault(nil, -32600, "a message must be a JSON object", "invalid_request") + "]"},
		{"notifications", script.Array(note, note), nil, 202, ""},
		{"responses", script.Array(result(1, 1), result(2, 2)), nil, 202, ""},
		{"a cancel of its own", script.Array(call(1, "echo"), script.Cancel(1)), nil, 200, script.Array(result(1, "null"))},
		{"empty", "[]", nil, 400, fault(nil, -32600, "the batch is empty; send at least one message in it", "invalid_request")},
		{"too long", "[1,2,3,4,5]", nil, 400,
			fault(nil, -32600, "the batch holds 5 messages, and none was run; send at most 4 at once", "invalid_request")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, e.ask(post(tt.body, tt.headers...)), tt.status, tt.want)
		})
	}
}

func TestH7_NoBatches(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, func(o *streamhttp.Options) { o.NoBatches = true })
	check(t, e.ask(post(script.Array(call(1, "ping")))), 400,
		fault(nil, -32600, "this version of the protocol has no batches: send each message in a request of its own", "invalid_request"))
}

// Both eras get a fault's code, and no id that is null.
func TestH8_Decoding(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	const notJSON = "the message is not valid JSON, or is nested more than 10,000 deep: see byte "
	tests := []struct {
		name, body string
		want       string
	}{
		{"nothing", "", fault(nil, -32700, "the message is not valid JSON: it ends within a value, at byte 0", "parse_error")},
		{"not JSON", "hello", fault(nil, -32700, notJSON+"0", "parse_error")},
		{"half", `{"jsonrpc":"2.0",`, fault(nil, -32700, "the message is not valid JSON: it ends within a value, at byte 17", "parse_error")},
		{"text after the value", call(1, "ping") + "x", fault(nil, -32700, notJSON+"40", "parse_error")},
		{"a second value", call(1, "ping") + call(2, "ping"), fault(nil, -32700, notJSON+"40", "parse_error")},
		{"not UTF-8", "{\"a\":\"\xff\"}", fault(nil, -32700, "the message is not UTF-8: see byte 6", "parse_error")},
		{"no object", "null", fault(nil, -32600, "a message must be a JSON object", "invalid_request")},
		{"a name twice", `{"jsonrpc":"2.0","id":1,"method":"a","method":"ping"}`, fault(1, -32600, "the member method occurs twice in the message", "invalid_request")},
		{"a name in another case", `{"jsonrpc":"2.0","id":1,"METHOD":"ping"}`, fault(1, -32600, "the member method is missing", "invalid_request")},
		{"id null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, fault(nil, -32600, "the id must be a string or a number", "invalid_request")},
		{"an object as id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, fault(nil, -32600, "the id must be a string or a number", "invalid_request")},
		{"no version", `{"id":7,"method":"ping"}`, fault(7, -32600, `the member jsonrpc is missing; it must be "2.0"`, "invalid_request")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, e.ask(post(tt.body)), http.StatusBadRequest, tt.want)
			check(t, e.ask(post(tt.body, version)), http.StatusBadRequest, tt.want)
		})
	}
	for _, id := range []string{"9007199254740993", "1.50", `"a\u0062"`, "1e400", `""`, "-0"} {
		check(t, e.ask(post(call(id, "ping"))), http.StatusOK, result(id, `"pong"`))
	}
}

// What the endpoint compares with the headers is what who answers will read.
func TestH9_Params(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	tests := []struct {
		name, method, params string
		want                 string // empty: it is answered
	}{
		{"another case", "tools/call", `{"name":"a","NAME":"b"}`, `params must not hold "NAME"; the member's name is "name"`},
		{"another case alone", "tools/call", `{"Name":"a"}`, `params must not hold "Name"; the member's name is "name"`},
		{"another case of a prompt", "prompts/get", `{"nAme":"a"}`, `params must not hold "nAme"; the member's name is "name"`},
		{"another case of a resource", "resources/read", `{"uri":"a","URI":"b"}`, `params must not hold "URI"; the member's name is "uri"`},
		{"_META", "ping", `{"_META":{}}`, `params must not hold "_META"; the member's name is "_meta"`},
		{"escaped", "ping", `{"\u005fMeta":{}}`, `params must not hold "_Meta"; the member's name is "_meta"`},
		{"name twice", "tools/call", `{"name":"a","name":"a"}`, `params must not hold "name" twice`},
		{"name twice, once escaped", "tools/call", `{"name":"a","n\u0061me":"b"}`, `params must not hold "name" twice`},
		{"_meta twice", "ping", `{"_meta":{},"_meta":{}}`, `params must not hold "_meta" twice`},
		{"the version twice", "ping", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`,
			`_meta must not hold "io.modelcontextprotocol/protocolVersion" twice`},
		{"the version in another case", "ping", `{"_meta":{"io.modelcontextprotocol/ProtocolVersion":"2026-07-28"}}`,
			`_meta must not hold "io.modelcontextprotocol/ProtocolVersion"; the member's name is "io.modelcontextprotocol/protocolVersion"`},
		{"deeper", "tools/call", `{"name":"a","arguments":{"NAME":"b","name":"c"}}`, ""},
		{"of another method", "tools/call", `{"name":"a","uri":"b","URI":"c"}`, ""},
		{"no object", "tools/call", `[1]`, ""},
		{"_meta is no object", "ping", `{"_meta":[]}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := e.ask(post(`{"jsonrpc":"2.0","id":1,"method":"` + tt.method + `","params":` + tt.params + `}`))
			if tt.want == "" {
				check(t, got, http.StatusOK, result(1, `"pong"`))
				return
			}
			check(t, got, http.StatusBadRequest, fault(1, -32602, tt.want, "invalid_params"))
		})
	}
	check(t, e.ask(post(`[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"NAME":"a"}}]`)), http.StatusBadRequest,
		fault(nil, -32602, `params must not hold "NAME"; the member's name is "name"`, "invalid_params"))
}

func TestH10_Notifications(t *testing.T) {
	t.Parallel()
	running := make(chan struct{})
	release := make(chan struct{})
	e := serve(t, map[string]method{"wait": {jsonrpc.Read, func(ctx context.Context, client jsonrpc.Client, _ *jsonrpc.Request) (jsonrpc.Result, error) {
		close(running)
		<-release
		return jsonrpc.Raw("1"), ctx.Err()
	}}}, nil)
	for _, tt := range []struct{ method, headers string }{
		{"notifications/initialized", ""}, {"notifications/initialized", version}, {"no/such/thing", ""}, {"tools/call", version},
	} {
		got := e.ask(post(`{"jsonrpc":"2.0","method":"`+tt.method+`"}`, tt.headers))
		check(t, got, http.StatusAccepted, "")
		if length := got.header.Get("Content-Length"); length != "0" {
			t.Errorf("Content-Length: %s", length)
		}
		if notified := <-e.notified; notified != tt.method {
			t.Errorf("notified of %s", notified)
		}
	}
	// A request of that name is none.
	check(t, e.ask(post(call(1, "notifications/cancelled"))), http.StatusOK,
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}`)
	// An id names no one's call.
	c := e.dial()
	c.send(post(call(1, "wait")))
	<-running
	check(t, e.ask(post(script.Cancel(1))), http.StatusAccepted, "")
	check(t, e.ask(post(script.Array(script.Cancel(1)))), http.StatusAccepted, "")
	close(release)
	check(t, c.answer(), http.StatusOK, result(1, 1))
	if len(e.notified) > 0 {
		t.Errorf("notified of %s", <-e.notified)
	}
}

func TestH11_Responses(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	for _, body := range []string{result(1, "{}"), `{"jsonrpc":"2.0","id":1,"error":{}}`} {
		check(t, e.ask(post(body)), http.StatusAccepted, "")
		check(t, e.ask(post(body, "MCP-Protocol-Version: 2025-11-25")), http.StatusAccepted, "")
		check(t, e.ask(post(body, version)), http.StatusBadRequest,
			fault(nil, -32600, "the server asks nothing, so there is nothing to respond to", "invalid_request"))
	}
}

func TestH15_NoSessions(t *testing.T) {
	t.Parallel()
	e := serve(t, nil, nil)
	for _, text := range []string{
		post(call(1, "ping"), "Mcp-Session-Id: never-issued", "Last-Event-ID: 7"),
		modern(1, "ping", "", "Mcp-Session-Id: never-issued", "Last-Event-ID: 7"),
	} {
		got := e.ask(text)
		check(t, got, http.StatusOK, result(1, `"pong"`))
		if id := got.header.Get("Mcp-Session-Id"); id != "" {
			t.Errorf("a session: %s", id)
		}
	}
	if got := e.ask(post(call(1, "notify"), "Last-Event-ID: 7")); strings.Contains(got.body, "id:") || got.header.Get("Mcp-Session-Id") != "" {
		t.Errorf("a stream that could be resumed: %v %s", got.header, got.body)
	}
}
