package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcp-adapters/mcp-adapters/mcp"
)

var canAsk = declaring(`{"elicitation":{}}`)

const alice = `,"inputResponses":{"name":{"action":"accept","content":{"name":"Alice"}}}`

// asked makes a call and returns the state that its answer leaves with the client.
func asked(ctx context.Context, t *testing.T, server *mcp.Server, method, params string) string {
	t.Helper()
	got := runAs(ctx, t, server.Request(""), message(method, params, canAsk))
	var answer struct{ Result struct{ RequestState string } }
	if err := json.Unmarshal([]byte(got), &answer); err != nil || answer.Result.RequestState == "" {
		t.Fatalf("no state: %s, %v", got, err)
	}
	check(t, method, got, `"result":{"inputRequests":{"name":{"method":"elicitation/create","params":{"message":"Who?"}}},"requestState":"`+
		answer.Result.RequestState+`","_meta":{`+serverInfo+`},"resultType":"input_required"}`)
	return answer.Result.RequestState
}

func state(s string) string { return `,"requestState":"` + s + `"` }

// A tool, a prompt and a resource ask, and go on with what they get, on any replica
// that has the key.
func TestInput_S6_Rounds(t *testing.T) {
	t.Parallel()
	keys := func(o *mcp.Options) { o.StateKeys = [][]byte{bytes.Repeat([]byte("k"), 32)} }
	server, _ := fake(t, keys)
	other, _ := fake(t, keys)
	for _, row := range [][3]string{
		{"tools/call", `"name":"asks","arguments":{"text":"!"}`, `"content":[{"type":"text","text":"Alice-kept!"}]`},
		{"prompts/get", `"name":"asks"`, `"messages":[{"role":"user","content":{"type":"text","text":"Alice-kept"}}]`},
		{"resources/read", `"uri":"fake://asks"`, `"contents":[{"uri":"fake://asks","text":"Alice-kept"}],"ttlMs":0,"cacheScope":"private"`},
	} {
		s := asked(t.Context(), t, server, row[0], row[1])
		check(t, row[0], run(t, other.Request(""), message(row[0], row[1]+alice+state(s), canAsk)), `"result":{`+row[2]+complete+`}`)
		// Without what was asked for, it is asked for again.
		for _, again := range []string{state(s), `,"inputResponses":{"other":{}}`, `,"inputResponses":{}` + state(s)} {
			if got := run(t, server.Request(""), message(row[0], row[1]+again, canAsk)); !strings.Contains(got, `"resultType":"input_required"`) {
				t.Errorf("%s%s: %s", row[0], again, got)
			}
		}
		// A client from before has no input to give.
		if got := run(t, server.Request(""), message(row[0], row[1]+alice+state(s), "")); !strings.Contains(got, `"code":-32021`) {
			t.Errorf("%s, legacy: %s", row[0], got)
		}
	}
}

// A state is good for the same principal's same call, for ten minutes.
func TestInput_S6_StateIsBound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server, _ := fake(t, nil)
		foreign, _ := fake(t, nil)
		as := func(who string) context.Context { return context.WithValue(t.Context(), principalKey{}, who) }
		const params = `"name":"asks","arguments":{"text":"a"}`
		s := asked(as("alice"), t, server, "tools/call", params)
		const refused = `"error":{"code":-32602,"message":"params.requestState does not belong to this request, or it is too old; send the request without it","data":{"kind":"invalid_params","field":"requestState"}}`
		flipped := []byte(s)
		flipped[20] ^= 1
		for name, row := range map[string]struct {
			server         *mcp.Server
			who            string
			method, params string
		}{
			"tampered with":            {server, "alice", "tools/call", params + state(string(flipped))},
			"cut":                      {server, "alice", "tools/call", params + state(s[:len(s)-4])},
			"empty":                    {server, "alice", "tools/call", params + state("")},
			"a number":                 {server, "alice", "tools/call", params + `,"requestState":5`},
			"made up":                  {server, "alice", "tools/call", params + state("e30")},
			"of someone else":          {server, "bob", "tools/call", params + state(s)},
			"other arguments":          {server, "alice", "tools/call", `"name":"asks","arguments":{"text":"b"}` + state(s)},
			"no arguments":             {server, "alice", "tools/call", `"name":"asks"` + state(s)},
			"another tool":             {server, "alice", "tools/call", `"name":"shows","arguments":{"text":"a"}` + state(s)},
			"another method":           {server, "alice", "prompts/get", `"name":"asks"` + state(s)},
			"another key":              {foreign, "alice", "tools/call", params + state(s)},
			"a tool that asks nothing": {server, "alice", "tools/call", `"name":"shows"` + state("x")},
		} {
			check(t, name, runAs(as(row.who), t, row.server.Request(""), message(row.method, row.params, canAsk)), refused)
		}
		// The same arguments may be written in another way.
		got := runAs(as("alice"), t, server.Request(""), message("tools/call", `"arguments": { "text" : "a" },"name":"asks"`+alice+state(s), canAsk))
		check(t, "the same call", got, `"result":{"content":[{"type":"text","text":"Alice-kepta"}]`+complete+`}`)
		time.Sleep(10*time.Minute - time.Second)
		if got := runAs(as("alice"), t, server.Request(""), message("tools/call", params+alice+state(s), canAsk)); !strings.Contains(got, "Alice-kepta") {
			t.Errorf("before its time: %s", got)
		}
		time.Sleep(time.Second)
		check(t, "too old", runAs(as("alice"), t, server.Request(""), message("tools/call", params+alice+state(s), canAsk)), refused)
	})
}

// The first key seals, and all open: a key can be replaced.
func TestInput_S6_Keys(t *testing.T) {
	t.Parallel()
	old, young := bytes.Repeat([]byte("o"), 32), bytes.Repeat([]byte("y"), 48)
	with := func(keys ...[]byte) *mcp.Server {
		s, _ := fake(t, func(o *mcp.Options) { o.StateKeys = keys })
		return s
	}
	const params = `"name":"asks"`
	before, after := asked(t.Context(), t, with(old), "tools/call", params), asked(t.Context(), t, with(young, old), "tools/call", params)
	for name, row := range map[string]struct {
		server *mcp.Server
		state  string
		good   bool
	}{
		"previous key": {with(young, old), before, true}, "new key": {with(young), after, true},
		"sealed with the first": {with(old), after, false}, "key is gone": {with(young), before, false},
	} {
		if got := run(t, row.server.Request(""), message("tools/call", params+alice+state(row.state), canAsk)); strings.Contains(got, "Alice-kept") != row.good {
			t.Errorf("%s: %s", name, got)
		}
	}
	if _, err := mcp.New(mcp.Options{StateKeys: [][]byte{old, []byte("short")}}, nil); err == nil || strings.Contains(err.Error(), "short") {
		t.Errorf("a short key: %v", err)
	}
}

// What a request needs of the client's capabilities.
func TestInput_S6_Capabilities(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ method, params, declared, missing string }{
		{"elicitation/create", `{}`, `{"elicitation":{}}`, ``},
		{"elicitation/create", `{}`, `{"elicitation":{"form":{},"url":{}}}`, ``},
		{"elicitation/create", `{}`, `{"elicitation":{"url":{}}}`, `{"elicitation":{"form":{}}}`},
		{"elicitation/create", `{"mode":"url"}`, `{"elicitation":{}}`, `{"elicitation":{"url":{}}}`},
		{"elicitation/create", `{"mode":"url"}`, `{"elicitation":{"url":{}}}`, ``},
		{"sampling/createMessage", `{}`, `{"sampling":{}}`, ``},
		{"sampling/createMessage", `{"tools":[]}`, `{"sampling":{}}`, `{"sampling":{"tools":{}}}`},
		{"roots/list", `{}`, `{"roots":{}}`, ``},
		{"roots/list", `{}`, `{"elicitation":{}}`, `{"roots":{}}`},
	} {
		server, _ := fake(t, func(o *mcp.Options) {
			o.Prompts = []mcp.Prompt{{Name: "p", Get: func(context.Context, *mcp.Request, map[string]string) (mcp.Messages, error) {
				return mcp.Messages{}, &mcp.InputRequired{Requests: map[string]mcp.InputRequest{"x": {Method: row.method, Params: json.RawMessage(row.params)}}}
			}}}
		})
		got := run(t, server.Request(""), message("prompts/get", `"name":"p"`, declaring(row.declared)))
		want := `"result":{"inputRequests":{"x":{"method":"` + row.method + `","params":` + row.params + `}},"_meta":{` + serverInfo + `},"resultType":"input_required"}`
		if row.missing != "" && strings.Contains(got, `"code":-32021`) && strings.Contains(got, `"requiredCapabilities":`+row.missing+`}`) {
			continue
		}
		check(t, row.method+row.params, got, want)
	}
}
