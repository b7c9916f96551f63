package mcp_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// Progress grows, comes at most every 100 ms but for the first and the last, and
// only to who asked, with the token as it was sent. A pause is a dot: 10 ms.
func TestProgress_S3(t *testing.T) {
	const second = ".................................................................................................... " // of 10 ms each
	t.Parallel()
	const worked = `"result":{"content":[{"type":"text","text":"worked"}]`
	for _, row := range []struct{ name, work, token, want string }{
		{"none asked for", "1 2 3", ``, ""},
		{"first and last", "0 1 2 3", `7`, "0 3"},
		{"one", "5", `"a"`, "5"},
		{"none at all", "", `7`, ""},
		{"in time", "0 .......... 1 ......................... 2", `7`, "0 1 2"},
		{"too soon, then silence", "0 . 1 . 2 .................... 3", `7`, "0 2 3"},
		{"does not grow", "2 2 1 .............. 1.5 ............... 2 3", `7`, "2 3"},
		{"below zero", "-1 ............ 0", `-9007199254740993`, "-1 0"},
		{"a fraction is no token", "1", `1.5`, ""},
		{"an object is no token", "1", `{}`, ""},
		{"null is no token", "1", `null`, ""},
		{"reports late", "5 " + second + second + "6", `7`, "5 6"},
	} {
		for _, modern := range []bool{false, true} {
			t.Run(row.name, func(t *testing.T) {
				t.Parallel()
				meta, end := `,"_meta":{`, worked+"}"
				if modern {
					meta, end = strings.TrimSuffix(mcptest.Modern, "}")+",", worked+complete+"}"
				}
				if row.token == "" {
					meta = strings.TrimSuffix(meta, ",") + "}"
				} else {
					meta += `"progressToken":` + row.token + "}"
				}
				var want []string
				for _, n := range strings.Fields(row.want) {
					want = append(want, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`+row.token+`,"progress":`+n+`,"total":100,"message":"at `+n+`"}}`)
				}
				want = append(want, `{"jsonrpc":"2.0","id":1,`+end+`}`)
				synctest.Test(t, func(t *testing.T) {
					server, _ := fake(t, nil)
					got := run(t, server.Request(""), message("tools/call", `"name":"works","arguments":{"text":"`+row.work+`"}`, meta))
					if diff := cmp.Diff(want, strings.Split(got, "\n")); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				})
			})
		}
	}
}

// The client of a call that reports nothing is told each second that it goes on, in both
// eras, until the call ends or reports more than those seconds.
func TestProgress_SignOfLife(t *testing.T) {
	t.Parallel()
	pause := func(ms int) string { return strings.Repeat(".", ms/10) }
	for _, row := range []struct{ name, work, want string }{
		{"too short", pause(990), ""},
		{"short", pause(1010), "1"},
		{"long", pause(3500), "1 2 3"},
		{"reports later", pause(2500) + " 1 2 50 " + pause(5000), "1 2 50"},
	} {
		for _, era := range []string{`,"_meta":{`, strings.TrimSuffix(mcptest.Modern, "}") + ","} {
			t.Run(row.name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					server, _ := fake(t, nil)
					lines := strings.Split(run(t, server.Request(""), message("tools/call", `"name":"works","arguments":{"text":"`+row.work+`"}`, era+`"progressToken":"a"}`)), "\n")
					var want []string
					for _, n := range strings.Fields(row.want) {
						more := `,"message":"` + n + ` s"}`
						if n == "50" {
							more = `,"total":100,"message":"at 50"}`
						}
						want = append(want, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"a","progress":`+n+more+`}`)
					}
					if diff := cmp.Diff(want, lines[:len(lines)-1], cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("(-want +got):\n%s", diff)
					}
				})
			})
		}
	}
}

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
		"unknown_outcome": `{"data":{"message":"The call failed: a write was sent, and it is unknown whether it was saved.","tool":"fails","kind":"unknown_outcome","field":"x"},"level":"warning"}`,
		"not_found":       `{"data":{"message":"The call failed: nothing has that id, or this person may not see it.","tool":"fails","kind":"not_found","field":"x"},"level":"info"}`,
		"of its own":      `{"data":{"message":"The call failed.","tool":"fails","kind":"of its own","field":"x"},"level":"warning"}`,
	} {
		got, _, _ := strings.Cut(run(t, server.Session(), message("tools/call", `"name":"fails","arguments":{"text":"`+kind+`"}`, mcptest.Legacy)), "\n")
		if got != `{"jsonrpc":"2.0","method":"notifications/message","params":`+want+`}` {
			t.Errorf("%s: %s", kind, got)
		}
	}
}
