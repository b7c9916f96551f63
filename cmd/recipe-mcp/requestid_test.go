package main_test

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestRequestID has a call fail, and finds its lines in the logs of both programs by one id.
func TestRequestID(t *testing.T) {
	t.Parallel()
	vault := harness.Program(t, "recipe-vault").Set("HTTP_ADDR=127.0.0.1:0", "API_KEY=the-right-key-of-both",
		"DATABASE_URL=sqlite:"+filepath.Join(t.TempDir(), "recipes.db")).Serve()
	s := start(t, "API_BASE_URL=http://"+vault.Address, "API_KEY=a-wrong-key", "LOG_LEVEL=warn")
	s.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	s.receive()
	s.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_recipes","arguments":{}}}`)
	s.receive()
	s.end()
	vault.Log.Await(t, `"status":401`)
	id := regexp.MustCompile(`"id":"(\w+)"[^\n]*"call failed"`).FindStringSubmatch(s.Log.String())
	if id == nil {
		t.Fatalf("the call has no id:\n%s", s.Log)
	}
	if !regexp.MustCompile(`"id":"` + id[1] + `"[^\n]*"status":401`).MatchString(vault.Log.String()) {
		t.Errorf("the vault's log lacks %s:\n%s", id[1], vault.Log)
	}
}
