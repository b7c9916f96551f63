package mcp_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// A log message goes to who wants it: since 2026-07-28 each request says so.
func TestLogMessage_S10(t *testing.T) {
	t.Parallel()
	level := func(l string) string {
		return strings.TrimSuffix(mcptest.Modern, "}") + `,"io.modelcontextprotocol/logLevel":"` + l + `"}`
	}
	logging, _ := fake(t, func(o *mcp.Options) { o.LogLevel = "debug" })
	silent, _ := fake(t, func(o *mcp.Options) { o.Logging = false })
	asked, _ := fake(t, nil)
	const low, high = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"low","level":"debug"}}`, `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":{"n":1},"level":"error"}}`
	for name, row := range map[string]struct {
		server *mcp.Server
		era    string
		want   []string
	}{
		"before":           {logging, mcptest.Legacy, []string{low, high}},
		"not asked for":    {logging, mcptest.Modern, nil},
		"from debug":       {logging, level("debug"), []string{low, high}},
		"from error":       {logging, level("error"), []string{high}},
		"from emergency":   {logging, level("emergency"), nil},
		"no such level":    {logging, level("loud"), nil},
		"server is silent": {silent, level("debug"), nil},
		"silent, before":   {silent, mcptest.Legacy, nil},
		"none set":         {asked, mcptest.Legacy, nil},
		"none set, asked":  {asked, level("error"), []string{high}},
	} {
		got := strings.Split(run(t, row.server.Request(""), message("tools/call", `"name":"logs"`, row.era)), "\n")
		if strings.Join(got[:len(got)-1], "\n") != strings.Join(row.want, "\n") {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// A server without logs accepts a level where nothing is kept between requests. On a
// connection, a client knows that there is none.
func TestSetLevel_Silent(t *testing.T) {
	t.Parallel()
	silent, _ := fake(t, func(o *mcp.Options) { o.Logging = false })
	strict, _ := fake(t, func(o *mcp.Options) { o.Logging, o.RefuseLevels = false, true })
	logging, _ := fake(t, func(o *mcp.Options) { o.RefuseLevels = true })
	for name, row := range map[string]struct {
		session    *mcp.Session
		level, era string
		want       string
	}{
		"over HTTP":             {silent.Request(""), `"level":"info"`, mcptest.Legacy, `"result":{}`},
		"over HTTP, no such":    {silent.Request(""), `"level":"loud"`, mcptest.Legacy, `"code":-32602`},
		"over HTTP, none":       {silent.Request(""), ``, mcptest.Legacy, `"code":-32602`},
		"over HTTP, 2026-07-28": {silent.Request(""), `"level":"info"`, mcptest.Modern, `"code":-32601`},
		"over a connection":     {silent.Session(), `"level":"info"`, mcptest.Legacy, `"code":-32601`},
		"refused":               {strict.Request(""), `"level":"info"`, mcptest.Legacy, `"code":-32601`},
		"refused, 2026-07-28":   {strict.Request(""), `"level":"info"`, mcptest.Modern, `"code":-32601`},
		"not with logs":         {logging.Request(""), `"level":"info"`, mcptest.Legacy, `"result":{}`},
	} {
		if got := run(t, row.session, message("logging/setLevel", row.level, row.era)); !strings.Contains(got, row.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// On a connection, the level that the client sets counts from then on, and only there.
func TestLogMessage_LevelOfAConnection(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, nil)
	one, other, http := server.Session(), server.Session(), server.Request("")
	logs := func(h *mcp.Session) int {
		return strings.Count(run(t, h, message("tools/call", `"name":"logs"`, mcptest.Legacy)), "notifications/message")
	}
	for _, step := range []struct {
		level     string
		one, http int
	}{{"", 0, 0}, {"debug", 2, 0}, {"warning", 1, 0}, {"emergency", 0, 0}, {"info", 1, 0}} {
		if step.level != "" {
			for _, h := range []*mcp.Session{one, http} {
				check(t, step.level, run(t, h, message("logging/setLevel", `"level":"`+step.level+`"`, mcptest.Legacy)), `"result":{}`)
			}
		}
		if got := []int{logs(one), logs(http), logs(other)}; got[0] != step.one || got[1] != step.http || got[2] != 0 {
			t.Errorf("level %q: %d messages, over HTTP %d, to another client %d", step.level, got[0], got[1], got[2])
		}
	}
	if got := run(t, one, message("logging/setLevel", `"level":"loud"`, mcptest.Legacy)); !strings.Contains(got, `"code":-32602`) {
		t.Errorf("no such level: %s", got)
	}
}

// A tool call that fails is logged to its client, by its kind and without the sentence
// or the cause.
func TestLogMessage_FailedCall(t *testing.T) {
	t.Parallel()
	server, _ := fake(t, func(o *mcp.Options) { o.LogLevel = "debug" })
	for kind, want := range map[string]string{
		"unknown_outcome": `{"data":{"message":"The call failed: a write was sent, and it is not known whether it was saved.","tool":"fails","kind":"unknown_outcome","field":"x"},"level":"warning"}`,
		"not_found":       `{"data":{"message":"The call failed: nothing has that id, or it is not yours to see.","tool":"fails","kind":"not_found","field":"x"},"level":"info"}`,
		"of its own":      `{"data":{"message":"The call failed.","tool":"fails","kind":"of its own","field":"x"},"level":"warning"}`,
	} {
		got, _, _ := strings.Cut(run(t, server.Session(), message("tools/call", `"name":"fails","arguments":{"text":"`+kind+`"}`, mcptest.Legacy)), "\n")
		if got != `{"jsonrpc":"2.0","method":"notifications/message","params":`+want+`}` {
			t.Errorf("%s: %s", kind, got)
		}
	}
}
