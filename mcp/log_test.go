package mcp_test

import (
	"strings"
	"testing"

	"mcp-adapters/internal/mcptest"
	"mcp-adapters/mcp"
)

// A log message goes to who wants it: since 2026-07-28 each request says so.
func TestLogMessage_S10(t *testing.T) {
	t.Parallel()
	level := func(l string) string {
		return strings.TrimSuffix(mcptest.Modern, "}") + `,"io.modelcontextprotocol/logLevel":"` + l + `"}`
	}
	logging, _ := fake(t, nil)
	silent, _ := fake(t, func(o *mcp.Options) { o.Logging = false })
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
	} {
		if got := run(t, row.session, message("logging/setLevel", row.level, row.era)); !strings.Contains(got, row.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
