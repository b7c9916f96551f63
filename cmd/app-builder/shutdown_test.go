package main_test

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestServe_Lingers answers requests for a while after SIGTERM.
func TestServe_Lingers(t *testing.T) {
	t.Parallel()
	harness.Lingers(t, func(setting string) *harness.Server {
		return command(t, t.TempDir()).Set(setting).Serve()
	}, func(s *harness.Server) (int, string, error) { return s.Do(t.Context(), "GET", "/", "") })
}
