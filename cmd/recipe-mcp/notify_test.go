package main_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const modernMeta = `"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}`

// What goes wrong on the way is logged to the client whose call it is, at the level that
// it asks for, and without the API's address.
func TestNotify_Warnings(t *testing.T) {
	t.Parallel()
	var busy atomic.Bool
	a := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if busy.CompareAndSwap(true, false) {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("[]"))
	}))
	s := start(t, a.setting(), "API_KEY="+apiKey)
	const (
		warning = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":{"message":"The Recipe Vault is busy; the request is sent again."},"level":"warning"}}`
		failure = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":{"message":"The call failed: arguments break a rule, found here or by the API (400, 413, 422).","tool":"get_recipe","kind":"invalid_params","field":"recipe_id"},"level":"info"}}`
	)
	for _, step := range []struct{ level, meta, tool, want string }{
		{"", ``, "list_recipes", ""},
		{"", `,"_meta":{` + modernMeta + `}`, "list_recipes", ""},
		{"", `,"_meta":{` + modernMeta + `,"io.modelcontextprotocol/logLevel":"warning"}`, "list_recipes", warning},
		{"", `,"_meta":{` + modernMeta + `,"io.modelcontextprotocol/logLevel":"error"}`, "list_recipes", ""},
		{"warning", ``, "list_recipes", warning},
		{"", ``, "get_recipe", ""},
		{"debug", ``, "get_recipe", failure},
		{"error", ``, "list_recipes", ""},
	} {
		if step.level != "" {
			s.request("logging/setLevel", `{"level":"`+step.level+`"}`)
		}
		busy.Store(step.tool == "list_recipes")
		s.send(`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"` + step.tool + `"` + step.meta + `}}`)
		line := s.ReadLine()
		if step.want != "" {
			if strings.TrimSpace(line) != step.want {
				t.Errorf("%+v: %s", step, line)
			}
			line = s.ReadLine()
		}
		if !strings.HasPrefix(line, `{"jsonrpc":"2.0","id":"x",`) {
			t.Errorf("%+v: the answer is %s", step, line)
		}
	}
}

// A call that takes its time says each second that it goes on.
func TestNotify_SignOfLife(t *testing.T) {
	t.Parallel()
	told := make(chan struct{})
	a := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case <-told:
		case <-time.After(patience):
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("[]"))
	}))
	s := start(t, a.setting(), "API_KEY="+apiKey)
	s.send(`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"list_recipes","_meta":{"progressToken":"p"}}}`)
	if line := s.ReadLine(); strings.TrimSpace(line) != `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1,"message":"1 s"}}` {
		t.Error(line)
	}
	close(told)
	for {
		if line := s.ReadLine(); strings.HasPrefix(line, `{"jsonrpc":"2.0","id":"x","result"`) {
			break
		} else if !strings.Contains(line, "notifications/progress") {
			t.Fatal(line)
		}
	}
}
