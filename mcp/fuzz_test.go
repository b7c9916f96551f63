package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// FuzzRequest sends any params to any method: there is one answer, it holds no
// secret, and the modern era gets no code that it forbids.
func FuzzRequest(f *testing.F) {
	for _, seed := range [][2]string{
		{"tools/call", `"name":"asks","arguments":{"text":"a"},"inputResponses":{"name":{"content":{"name":"x"}}},"requestState":"e30"`},
		{"tools/call", `"name":"fails","arguments":{"text":"conflict"}`}, {"tools/call", `"name":"works","arguments":{"text":"0 1 . 2"}`},
		{"tools/call", `"name":"shows","NAME":5`}, {"tools/call", `"name":"logs"`}, {"tools/list", `"cursor":"YQ=="`},
		{"resources/read", `"uri":"fake://items/%zz"`}, {"resources/read", `"uri":"fake://gone"`}, {"resources/templates/list", ``},
		{"prompts/get", `"name":"greet","arguments":{"who":"\ud800"}`}, {"prompts/list", `"cursor":5`}, {"logging/setLevel", `"level":"info"`},
		{"completion/complete", `"ref":{"type":"ref/resource","uri":"fake://items/{id}"},"argument":{"name":"id","value":"fail"}`},
		{"subscriptions/listen", `"notifications":{"toolsListChanged":true,"resourceSubscriptions":["fake://both"]}`},
		{"initialize", helloElicit}, {"server/discover", `"_META":{}`}, {"no/method", `"a":[{}]`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, method, params string) {
		if strings.Count(params, ".") > 8 {
			return // each may be 10 ms of work
		}
		server, _ := fake(t, nil)
		for _, era := range []string{mcptest.Legacy, mcptest.Modern} {
			request := message(method, params, era)
			if !utf8.ValidString(request) || !json.Valid([]byte("{"+params+"}")) || !json.Valid([]byte(`"`+method+`"`)) || !json.Valid([]byte(request)) {
				return
			}
			lines := strings.Split(run(t, server.Request(""), request), "\n")
			for i, line := range lines {
				var m struct {
					ID    *int
					Error *struct{ Code int }
				}
				if err := json.Unmarshal([]byte(line), &m); err != nil || (m.ID != nil) != (i == len(lines)-1) {
					t.Fatalf("%s\nline %d of %q, %v", request, i, lines, err)
				}
				if modern := era == mcptest.Modern && !strings.Contains(params, "_meta"); modern && m.Error != nil && (m.Error.Code == -32001 || m.Error.Code == -32002) {
					t.Errorf("%s\nis answered with %s", request, line)
				}
				if strings.Contains(line, secret) && !strings.Contains(request, secret) {
					t.Errorf("%s\nlets out %s", request, line)
				}
			}
		}
	})
}
