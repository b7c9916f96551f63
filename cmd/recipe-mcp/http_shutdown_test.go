package main_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestHTTP_Lingers answers calls for a while after SIGTERM.
func TestHTTP_Lingers(t *testing.T) {
	t.Parallel()
	harness.Lingers(t, func(setting string) *harness.Server {
		return harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", setting).Serve()
	}, func(s *harness.Server) (int, string, error) {
		return s.Do(t.Context(), "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_recipes","arguments":{}}}`,
			"Content-Type", "application/json", "Accept", "application/json, text/event-stream")
	})
}
