package mcp_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// Of every method's params: a name that MCP defines, in another case or twice.
func TestParams_H9_NamesCountByCaseAndOnce(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	for _, row := range []struct{ method, params, want string }{
		{"tools/call", `"name":"shows","NAME":"fails"`, `params must not hold \"NAME\"; the member's name is \"name\"`},
		{"tools/call", `"name":"shows","name":"fails"`, `params must not hold \"name\" twice`},
		{"tools/call", `"name":"shows","n\u0061me":"fails"`, `params must not hold \"name\" twice`},
		{"tools/call", `"name":"shows","Arguments":{}`, `params must not hold \"Arguments\"; the member's name is \"arguments\"`},
		{"tools/call", `"name":"shows","requeststate":"x"`, `params must not hold \"requeststate\"; the member's name is \"requestState\"`},
		{"tools/call", `"name":"\u017fhows","ta\u017fk":{}`, `params must not hold \"taſk\"; the member's name is \"task\"`},
		{"tools/call", `"name":"shows","_META":{}`, `params must not hold \"_META\"; the member's name is \"_meta\"`},
		{"tools/list", `"CURSOR":""`, `params must not hold \"CURSOR\"; the member's name is \"cursor\"`},
		{"resources/list", `"cursor":"","cursor":""`, `params must not hold \"cursor\" twice`},
		{"resources/templates/list", `"Cursor":""`, `params must not hold \"Cursor\"; the member's name is \"cursor\"`},
		{"prompts/list", `"Cursor":""`, `params must not hold \"Cursor\"; the member's name is \"cursor\"`},
		{"resources/read", `"uri":"fake://both","URI":"fake://gone"`, `params must not hold \"URI\"; the member's name is \"uri\"`},
		{"resources/subscribe", `"URI":"fake://both"`, `params must not hold \"URI\"; the member's name is \"uri\"`},
		{"resources/unsubscribe", `"uri":"a","uri":"b"`, `params must not hold \"uri\" twice`},
		{"prompts/get", `"name":"greet","Name":"asks"`, `params must not hold \"Name\"; the member's name is \"name\"`},
		{"prompts/get", `"name":"greet","arguments":{"who":"a","who":"b"}`, `arguments must not hold \"who\" twice`},
		{"completion/complete", `"ref":{"type":"ref/prompt","Type":"ref/resource"}`, `ref must not hold \"Type\"; the member's name is \"type\"`},
		{"completion/complete", `"argument":{"name":"a","NAME":"b"}`, `argument must not hold \"NAME\"; the member's name is \"name\"`},
		{"completion/complete", `"context":{"arguments":{"a":"b","a":"c"}}`, `context.arguments must not hold \"a\" twice`},
		{"logging/setLevel", `"level":"info","LEVEL":"debug"`, `params must not hold \"LEVEL\"; the member's name is \"level\"`},
		{"subscriptions/listen", `"notifications":{"toolslistchanged":true}`, `notifications must not hold \"toolslistchanged\"; the member's name is \"toolsListChanged\"`},
		{"server/discover", `"_Meta":{}`, `params must not hold \"_Meta\"; the member's name is \"_meta\"`},
		{"ping", `"_meta":{},"_META":{}`, `params must not hold \"_META\"; the member's name is \"_meta\"`},
		{"no/method", `"_META":{}`, `params must not hold \"_META\"; the member's name is \"_meta\"`},
		{"initialize", `"protocolVersion":"2025-11-25","ProtocolVersion":"2024-11-05"`, `params must not hold \"ProtocolVersion\"; the member's name is \"protocolVersion\"`},
		{"initialize", `"capabilities":{"Elicitation":{}}`, `capabilities must not hold \"Elicitation\"; the member's name is \"elicitation\"`},
		{"initialize", `"capabilities":{"roots":{"ListChanged":true}}`, `roots must not hold \"ListChanged\"; the member's name is \"listChanged\"`},
		{"initialize", `"clientInfo":{"name":"a","name":"b"}`, `clientInfo must not hold \"name\" twice`},
		{"initialize", `"capabilities":{"extensions":{"x":1,"x":2}}`, `extensions must not hold \"x\" twice`},
	} {
		for era, meta := range map[string]string{"legacy": mcptest.Legacy, "modern": mcptest.Modern} {
			field, _, _ := strings.Cut(row.want, " ")
			check(t, era+" "+row.params, run(t, server.Request(""), message(row.method, row.params, meta)),
				`"error":{"code":-32602,"message":"`+row.want+`","data":{"kind":"invalid_params","field":"`+field+`"}}`)
		}
	}
	for _, meta := range []string{
		`"_meta":{"progressToken":1,"PROGRESSTOKEN":2}`,
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/ProtocolVersion":"2026-07-28"}`,
		strings.TrimPrefix(declaring(`{"elicitation":{},"Elicitation":{}}`), ","),
		strings.TrimPrefix(declaring(`{"elicitation":{"Form":{}}}`), ","),
		strings.Replace(strings.TrimPrefix(mcptest.Modern, ","), `"version"`, `"VERSION"`, 1),
	} {
		for _, method := range []string{"tools/call", "tools/list", "no/method"} {
			if got := run(t, server.Request(""), message(method, `"name":"shows"`, ","+meta)); !strings.Contains(got, `"code":-32602`) || !strings.Contains(got, "must not hold") {
				t.Errorf("%s with %s: %s", method, meta, got)
			}
		}
	}
}

// What MCP doesn't define is nobody's, and may have any name.
func TestParams_OtherNames(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	params := `"name":"works","Other":1,"Other":2,"arguments":{"text":""}`
	meta := strings.TrimSuffix(mcptest.Modern, "}") + `,"example.com/A":1,"example.com/a":2,"traceparent":"x"}`
	check(t, "other names", run(t, server.Request(""), message("tools/call", params, meta)),
		`"result":{"content":[{"type":"text","text":"worked"}]`+complete+`}`)
}
