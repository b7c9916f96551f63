package mcp_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

const helloElicit = `"protocolVersion":"2025-11-25","capabilities":{"elicitation":{},"extensions":{"example.com/x":{}}},"clientInfo":{"name":"x","version":"1"}`

func declares(capability, era string) string {
	return message("tools/call", `"name":"declares","arguments":{"text":"`+capability+`"}`, era)
}

// Nothing is kept between requests: in the handshake era a client has declared
// nothing, and its log level changes nothing. On a connection both last.
func TestRequest_KeepsNothing(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, func(o *mcp.Options) { o.LogLevel = "debug" })
	for name, row := range map[string]struct {
		session        jsonrpc.Handler
		declared, logs string
	}{
		"one request": {server.Request("2025-11-25"), "no", "debug"},
		"connection":  {server.Session(), "yes", "error"},
	} {
		if got := run(t, row.session, message("initialize", helloElicit, "")); !strings.Contains(got, `"protocolVersion":"2025-11-25"`) {
			t.Errorf("%s: %s", name, got)
		}
		for _, capability := range []string{"elicitation"} {
			if got := run(t, row.session, declares(capability, mcptest.Legacy)); !strings.Contains(got, `"text":"`+row.declared+`"`) {
				t.Errorf("%s, %s: %s", name, capability, got)
			}
		}
		check(t, name, run(t, row.session, message("logging/setLevel", `"level":"error"`, "")), `"result":{}`)
		got := run(t, row.session, message("tools/call", `"name":"logs"`, ""))
		if first, _, _ := strings.Cut(got, "\n"); !strings.Contains(first, `"level":"`+row.logs+`"`) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// A modern request says itself what its client has, whatever a handshake said.
func TestDeclares_Modern(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	connection := server.Session()
	run(t, connection, message("initialize", helloElicit, ""))
	meta := declaring(`{"elicitation":{"url":{}},"sampling":null,"roots":5}`)
	for capability, want := range map[string]string{"elicitation": "yes", "elicitation.url": "yes", "elicitation.form": "no", "sampling": "no", "roots": "yes", "roots.x": "no"} {
		for _, s := range []jsonrpc.Handler{server.Request("2026-07-28"), connection} {
			if got := run(t, s, declares(capability, meta)); !strings.Contains(got, `"text":"`+want+`"`) {
				t.Errorf("%s: %s", capability, got)
			}
		}
	}
	if got := run(t, connection, declares("elicitation", mcptest.Modern)); !strings.Contains(got, `"text":"no"`) {
		t.Errorf("what the handshake declared counts for a modern request: %s", got)
	}
}

// Where the transport knows that a request is modern, it must say so itself.
func TestRequest_ModernWithoutMeta(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	check(t, "no _meta", run(t, server.Request("2026-07-28"), message("tools/list", "", "")),
		`"error":{"code":-32602,"message":"The params of tools/list are not valid: missing or invalid _meta field io.modelcontextprotocol/protocolVersion.","data":{"kind":"invalid_params"}}`)
}

// The methods that 2026-07-28 has removed, and those that it has added.
func TestSession_S9_MethodsOfOneEra(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	for method, params := range map[string]string{
		"ping": ``, "initialize": helloElicit, "logging/setLevel": `"level":"info"`,
		"resources/subscribe": `"uri":"fake://both"`, "resources/unsubscribe": `"uri":"fake://both"`,
	} {
		if got := run(t, server.Request(""), message(method, params, mcptest.Legacy)); !strings.Contains(got, `"result"`) {
			t.Errorf("%s before: %s", method, got)
		}
		if got := run(t, server.Request(""), message(method, params, mcptest.Modern)); !strings.Contains(got, `"code":-32601`) {
			t.Errorf("%s since: %s", method, got)
		}
	}
	for method, params := range map[string]string{"server/discover": ``, "subscriptions/listen": `"notifications":{}`} {
		if got := run(t, server.Request(""), message(method, params, mcptest.Legacy)); !strings.Contains(got, `"code":-32601`) {
			t.Errorf("%s before: %s", method, got)
		}
		if got := run(t, server.Request(""), message(method, params, mcptest.Modern)); !strings.Contains(got, `"result"`) {
			t.Errorf("%s since: %s", method, got)
		}
	}
}

// Every modern result says its type and whose it is, and none of the handshake era
// does.
func TestSession_S8_ResultsNameTheServer(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	for method, params := range map[string]string{
		"server/discover": ``, "tools/list": ``, "tools/call": `"name":"shows"`, "resources/list": ``, "resources/templates/list": ``,
		"resources/read": `"uri":"fake://both"`, "prompts/list": ``, "prompts/get": `"name":"greet","arguments":{"who":"me"}`,
		"completion/complete": `"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":"x"}`,
	} {
		got := run(t, server.Request(""), message(method, params, mcptest.Modern))
		if strings.Count(got, `"resultType":"complete"`) != 1 || strings.Count(got, serverInfo) != 1 {
			t.Errorf("%s, modern: %s", method, got)
		}
		again := run(t, server.Request(""), message(method, params, mcptest.Modern))
		if got != again {
			t.Errorf("%s changes:\n%s\n%s", method, got, again)
		}
		if hints := `"ttlMs":3600000,"cacheScope":"private"`; method == "server/discover" && !strings.Contains(got, hints) {
			t.Errorf("%s has no hints: %s", method, got)
		}
		if got := run(t, server.Request(""), message(method, params, mcptest.Legacy)); strings.Contains(got, "resultType") || strings.Contains(got, "serverInfo") || strings.Contains(got, "ttlMs") {
			t.Errorf("%s, legacy: %s", method, got)
		}
	}
}

// Tasks are an extension that isn't announced: who asks for one gets a result.
func TestSession_S11_NoTasks(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	meta := declaring(`{"extensions":{"io.modelcontextprotocol/tasks":{}}}`)
	check(t, "a task", run(t, server.Request(""), message("tools/call", `"name":"works","task":{"ttl":1000}`, meta)),
		`"result":{"content":[{"type":"text","text":"worked"}]`+complete+`}`)
	if got := run(t, server.Request(""), message("server/discover", ``, meta)); strings.Contains(got, "tasks") {
		t.Errorf("announced: %s", got)
	}
}

// A session per request costs its own few bytes.
//
//nolint:paralleltest // AllocsPerRun counts what the whole process allocates.
func TestRequest_CostsLittle(t *testing.T) {
	server, _ := fake(t, nil)
	var h jsonrpc.Handler
	if n := testing.AllocsPerRun(100, func() { h = server.Request("2025-11-25") }); n > 1 {
		t.Errorf("%v allocations for %T", n, h)
	}
}
