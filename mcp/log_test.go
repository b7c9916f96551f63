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
	if got := run(t, silent.Request(""), message("logging/setLevel", `"level":"info"`, "")); !strings.Contains(got, `"code":-32601`) {
		t.Errorf("a level for a silent server: %s", got)
	}
}
