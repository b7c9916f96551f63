package mcp_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

func TestPrompt_Get(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	const greeting = `"description":"A greeting","messages":[{"role":"user","content":{"type":"text","text":"Greet <me> "}},{"role":"assistant","content":{"type":"resource","resource":{"uri":"fake://both","text":"a"}}}]`
	check(t, "legacy", run(t, server.Request(""), message("prompts/get", `"name":"greet","arguments":{"who":"<me>"}`, mcptest.Legacy)), `"result":{`+greeting+`}`)
	check(t, "modern", run(t, server.Request(""), message("prompts/get", `"name":"greet","arguments":{"who":"<me>"}`, mcptest.Modern)), `"result":{`+greeting+complete+`}`)
	for params, want := range map[string]string{
		``:                                     `"message":"params.name must be the name of a prompt","data":{"kind":"invalid_params","field":"name"}`,
		`"name":"none"`:                        `"message":"There is no prompt \"none\"; the prompts are greet, asks, broken","data":{"kind":"invalid_params","field":"name"}`,
		`"name":"greet"`:                       `"message":"who is required","data":{"kind":"invalid_params","field":"who"}`,
		`"name":"greet","arguments":null`:      `"message":"who is required","data":{"kind":"invalid_params","field":"who"}`,
		`"name":"greet","arguments":[]`:        `"message":"arguments must be an object","data":{"kind":"invalid_params","field":"arguments"}`,
		`"name":"greet","arguments":{"who":5}`: `"message":"who must be text","data":{"kind":"invalid_params","field":"who"}`,
		`"name":"greet","arguments":{"who":"a","why":"b"}`: `"message":"unknown argument \"why\" of the prompt greet","data":{"kind":"invalid_params","field":"why"}`,
	} {
		for _, era := range []string{mcptest.Legacy, mcptest.Modern} {
			check(t, params, run(t, server.Request(""), message("prompts/get", params, era)), `"error":{"code":-32602,`+want+`}`)
		}
	}
}

func TestComplete(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	const prompt, item = `"ref":{"type":"ref/prompt","name":"greet"}`, `"ref":{"type":"ref/resource","uri":"fake://items/{id}"}`
	invalid := func(field, text string) string {
		return `"error":{"code":-32602,"message":"` + text + `","data":{"kind":"invalid_params","field":"` + field + `"}}`
	}
	for params, want := range map[string]string{
		prompt + `,"argument":{"name":"who","value":"x"}`:                                         `"result":{"completion":{"values":["x"],"total":1}}`,
		prompt + `,"argument":{"name":"who","value":"x"},"context":{"arguments":{"how":"y"}}`:     `"result":{"completion":{"values":["xy"],"total":1}}`,
		prompt + `,"argument":{"name":"who","value":"none"}`:                                      `"result":{"completion":{"values":[]}}`,
		prompt + `,"argument":{"name":"how","value":"x"}`:                                         `"result":{"completion":{"values":[]}}`,
		prompt + `,"argument":{"name":"why","value":"x"}`:                                         invalid("argument", `unknown argument \"why\" of the prompt greet`),
		item + `,"argument":{"name":"id","value":"x"}`:                                            `"result":{"completion":{"values":["x"],"total":1}}`,
		item + `,"argument":{"name":"no","value":"x"}`:                                            invalid("argument", `unknown argument \"no\" of fake://items/{id}`),
		`"ref":{"type":"ref/resource","uri":"fake://both"},"argument":{"name":"a","value":""}`:    `"result":{"completion":{"values":[]}}`,
		`"ref":{"type":"ref/resource","uri":"fake://nowhere"},"argument":{"name":"a","value":""}`: invalid("uri", `There is no resource template \"fake://nowhere\"`),
		`"ref":{"type":"ref/prompt","name":"none"},"argument":{"name":"a","value":""}`:            invalid("name", `There is no prompt \"none\"; the prompts are greet, asks, broken`),
		`"ref":{"type":"ref/tool","name":"asks"},"argument":{"name":"a","value":""}`:              `"error":{"code":-32602,"message":"The params of completion/complete do not have the shape that MCP gives them.","data":{"kind":"invalid_params"}}`,
		prompt + `,"argument":{"name":"who","value":"own"}`:                                       `"error":{"code":-32005,"message":"Its own."}`,
		prompt + `,"argument":{"name":"who","value":"fail"}`:                                      `"error":{"code":-32603,"message":"It is down.","data":{"kind":"unavailable"}}`,
	} {
		check(t, params, run(t, server.Request(""), message("completion/complete", params, mcptest.Legacy)), want)
	}
	got := run(t, server.Request(""), message("completion/complete", prompt+`,"argument":{"name":"who","value":"many"}`, mcptest.Modern))
	if strings.Count(got, `""`) != 100 || !strings.Contains(got, `"total":150,"hasMore":true`) {
		t.Errorf("many: %s", got)
	}
	got = run(t, server.Request(""), message("completion/complete", prompt+`,"argument":{"name":"who","value":"more"}`, mcptest.Modern))
	if strings.Count(got, `""`) != 100 || strings.Contains(got, "total") || !strings.Contains(got, `"hasMore":true`) {
		t.Errorf("more: %s", got)
	}
}

func TestContent(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	check(t, "blocks", run(t, server.Request(""), message("tools/call", `"name":"shows"`, mcptest.Legacy)),
		`"result":{"content":[{"type":"text","text":"<a>"},{"type":"image","data":"aQ==","mimeType":"image/png"},{"type":"audio","data":"cw==","mimeType":"audio/wav"},`+
			`{"type":"resource","resource":{"uri":"fake://both","mimeType":"text/plain","text":"a"}},{"type":"resource_link","uri":"fake://both","name":"both"}]}`)
}
