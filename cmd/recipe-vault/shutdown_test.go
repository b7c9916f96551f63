package main

import (
	"path/filepath"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestServer_Lingers answers requests for a while after SIGTERM.
func TestServer_Lingers(t *testing.T) {
	t.Parallel()
	const key = "a-key-for-the-last-request"
	harness.Lingers(t, func(setting string) *harness.Server {
		return start(t, filepath.Join(t.TempDir(), "recipes.db"), setting, "API_KEY="+key).Server
	}, func(s *harness.Server) (int, string, error) {
		return s.Do(t.Context(), "GET", "/api/recipes", "", "X-API-Key", key)
	})
}
