package mcp_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
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
