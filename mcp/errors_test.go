package mcp_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// An unknown tool is -32602 in the modern era, and before that what the server has
// promised.
func TestErrors_E3_UnknownTool(t *testing.T) {
	t.Parallel()
	const text = `"message":"There is no tool \"eats\"; the tools are asks, fails, logs, shows, declares, works"`
	const invalid = `"error":{"code":-32602,` + text + `,"data":{"kind":"invalid_params","field":"name"}}`
	for name, row := range map[string]struct {
		change func(*mcp.Options)
		legacy string
	}{
		"default": {nil, `"error":{"code":-32601,` + text + `,"data":{"kind":"method_not_found"}}`},
		"as MCP":  {func(o *mcp.Options) { o.UnknownTool = -32602 }, invalid},
		"results": {func(o *mcp.Options) { o.ToolErrors = mcp.ErrorsAsResults }, `"error":{"code":-32601,` + text + `,"data":{"kind":"method_not_found"}}`},
	} {
		server, _ := fake(t, row.change)
		check(t, name, run(t, server.Request(""), message("tools/call", `"name":"eats"`, mcptest.Legacy)), row.legacy)
		check(t, name+", modern", run(t, server.Request(""), message("tools/call", `"name":"eats"`, mcptest.Modern)), invalid)
	}
}

// What a failed call becomes in each era, for each way.
func TestErrors_E4_FailedCalls(t *testing.T) {
	t.Parallel()
	const failed = `"content":[{"type":"text","text":"It failed."}]`
	rpc := func(code, kind string) string {
		return `"error":{"code":` + code + `,"message":"It failed.","data":{"kind":"` + kind + `","status":400,"field":"x"}}`
	}
	legacyResult := func(code, kind string) string {
		return `"result":{` + failed + `,"isError":true,"_meta":{"error":{"code":` + code + `,"data":{"kind":"` + kind + `","status":400,"field":"x"}}}}`
	}
	modernResult := func(code, kind string) string {
		return `"result":{` + failed + `,"isError":true,"_meta":{"error":{"code":` + code + `,"data":{"kind":"` + kind + `","status":400,"field":"x"}},` + serverInfo + `},"resultType":"complete"}`
	}
	for kind, code := range map[string]string{"not_found": "-32001", "conflict": "-32002", "unavailable": "-32603", "invalid_params": "-32602"} {
		for way, want := range map[mcp.ToolErrors]struct{ legacy, modern string }{
			"":                  {rpc(code, kind), modernResult(code, kind)},
			mcp.ErrorsByEra:     {rpc(code, kind), modernResult(code, kind)},
			mcp.ErrorsAsRPC:     {rpc(code, kind), rpc(code, kind)},
			mcp.ErrorsAsResults: {legacyResult(code, kind), modernResult(code, kind)},
		} {
			server, _ := fake(t, func(o *mcp.Options) { o.ToolErrors = way })
			params := `"name":"fails","arguments":{"text":"` + kind + `"}`
			check(t, string(way)+", legacy", run(t, server.Request(""), message("tools/call", params, mcptest.Legacy)), want.legacy)
			check(t, string(way)+", modern", run(t, server.Request(""), message("tools/call", params, mcptest.Modern)), want.modern)
		}
	}
}

// A failure's own _meta is beside the facts, where it is answered with a result.
func TestErrors_Meta(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	const params = `"name":"fails","arguments":{"text":"unauthorized"}`
	check(t, "legacy", run(t, server.Request(""), message("tools/call", params, mcptest.Legacy)),
		`"error":{"code":-32603,"message":"It failed.","data":{"kind":"unauthorized","status":400,"field":"x"}}`)
	check(t, "modern", run(t, server.Request(""), message("tools/call", params, mcptest.Modern)),
		`"result":{"content":[{"type":"text","text":"It failed."}],"isError":true,"_meta":{"error":{"code":-32603,"data":{"kind":"unauthorized","status":400,"field":"x"}},"fake/link":["here"],`+serverInfo+`},"resultType":"complete"}`)
}

// Arguments that break the tool's rules are a failed call; params that break MCP's
// are an error in every way.
func TestErrors_E4_BadArguments(t *testing.T) {
	t.Parallel()
	const rpc = `"error":{"code":-32602,"message":"unknown argument other; known: text","data":{"kind":"invalid_params","field":"other"}}`
	const result = `"result":{"content":[{"type":"text","text":"unknown argument other; known: text"}],"isError":true,"_meta":{"error":{"code":-32602,"data":{"kind":"invalid_params","field":"other"}},` + serverInfo + `},"resultType":"complete"}`
	for way, want := range map[mcp.ToolErrors]struct{ legacy, modern string }{
		mcp.ErrorsByEra: {rpc, result}, mcp.ErrorsAsRPC: {rpc, rpc},
	} {
		server, _ := fake(t, func(o *mcp.Options) { o.ToolErrors = way })
		bad := `"name":"shows","arguments":{"other":1}`
		check(t, string(way)+", legacy", run(t, server.Request(""), message("tools/call", bad, mcptest.Legacy)), want.legacy)
		check(t, string(way)+", modern", run(t, server.Request(""), message("tools/call", bad, mcptest.Modern)), want.modern)
	}
	for _, way := range []mcp.ToolErrors{mcp.ErrorsByEra, mcp.ErrorsAsResults, mcp.ErrorsAsRPC} {
		server, _ := fake(t, func(o *mcp.Options) { o.ToolErrors = way })
		for params, want := range map[string]string{
			`"name":"shows","arguments":[]`:     `"message":"arguments must be an object","data":{"kind":"invalid_params","field":"arguments"}`,
			`"arguments":{}`:                    `"message":"params.name must be the name of a tool; the tools are asks, fails, logs, shows, declares, works","data":{"kind":"invalid_params","field":"name"}`,
			`"name":5`:                          `"message":"params.name must be the name of a tool; the tools are asks, fails, logs, shows, declares, works","data":{"kind":"invalid_params","field":"name"}`,
			`"name":"shows","name":"shows"`:     `"message":"params must not hold \"name\" twice","data":{"kind":"invalid_params","field":"params"}`,
			`"name":"asks","inputResponses":[]`: `"message":"inputResponses must be an object","data":{"kind":"invalid_params","field":"inputResponses"}`,
			`"name":"asks","inputResponses":{"name":{},"n\u0061me":"twice"}`: `"message":"inputResponses must not hold \"name\" twice","data":{"kind":"invalid_params","field":"inputResponses"}`,
		} {
			check(t, string(way)+" "+params, run(t, server.Request(""), message("tools/call", params, mcptest.Modern)), `"error":{"code":-32602,`+want+`}`)
		}
	}
}

// The code of a resource that doesn't exist is the era's; the URI is always said.
func TestErrors_E4_UnknownResource(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	for _, uri := range []string{"fake://nowhere", "fake://gone", "xfake://items/1", "fake://items/1/2"} {
		want := `"message":"There is no resource \"` + uri + `\".","data":{"kind":"not_found","uri":"` + uri + `"}}`
		check(t, uri, run(t, server.Request(""), message("resources/read", `"uri":"`+uri+`"`, mcptest.Legacy)), `"error":{"code":-32002,`+want)
		check(t, uri, run(t, server.Request(""), message("resources/read", `"uri":"`+uri+`"`, mcptest.Modern)), `"error":{"code":-32602,`+want)
	}
}

// Outside of tool calls -32001 and -32002 have another meaning, or are forbidden.
func TestErrors_E4_CodesOfOtherRequests(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	for _, era := range []string{mcptest.Legacy, mcptest.Modern} {
		check(t, "conflict", run(t, server.Request(""), message("resources/read", `"uri":"fake://taken"`, era)),
			`"error":{"code":-32602,"message":"It is taken.","data":{"kind":"conflict"}}`)
		check(t, "not found", run(t, server.Request(""), message("prompts/get", `"name":"broken"`, era)),
			`"error":{"code":-32602,"message":"Nothing is there.","data":{"kind":"not_found"}}`)
	}
}

// A capability that a request lacks is named.
func TestErrors_E5_MissingCapability(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	const since = "This needs input that the client does not offer to ask for: elicitation; use a client that does."
	const before = "This needs input, for which only clients of MCP 2026-07-28 or later can be asked: elicitation; use such a client."
	for _, ask := range [][2]string{{"tools/call", `"name":"asks"`}, {"prompts/get", `"name":"asks"`}, {"resources/read", `"uri":"fake://asks"`}} {
		for name, era := range map[string]string{"legacy": mcptest.Legacy, "modern": mcptest.Modern, "another": declaring(`{"sampling":{}}`)} {
			text := since
			if name == "legacy" {
				text = before
			}
			check(t, ask[0]+" "+name, run(t, server.Request(""), message(ask[0], ask[1], era)),
				`"error":{"code":-32021,"message":"`+text+`","data":{"kind":"missing_capability","requiredCapabilities":{"elicitation":{"form":{}}}}}`)
		}
	}
}

// A cause is for the log, whatever it came from.
func TestErrors_E6_CausesStayInTheLog(t *testing.T) {
	t.Parallel()
	for _, ask := range [][2]string{
		{"tools/call", `"name":"fails","arguments":{"text":"internal"}`}, {"resources/read", `"uri":"fake://broken"`},
		{"resources/read", `"uri":"fake://gone"`}, {"prompts/get", `"name":"broken"`},
		{"completion/complete", `"ref":{"type":"ref/prompt","name":"greet"},"argument":{"name":"who","value":"fail"}`},
	} {
		for _, era := range []string{mcptest.Legacy, mcptest.Modern} {
			var log bytes.Buffer
			server, _ := fake(t, func(o *mcp.Options) { o.Log = zerolog.New(&log) })
			if got := run(t, server.Request(""), message(ask[0], ask[1], era)); strings.Contains(got, secret) || !strings.Contains(got, "rror") {
				t.Errorf("%s: %s", ask, got)
			}
			if !strings.Contains(log.String(), secret) {
				t.Errorf("%s: the log is %s", ask, log.String())
			}
		}
	}
}
