package giftmcp_test

import (
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/config"
	"github.com/mcp-adapters/mcp-adapters/gift"
)

// TestSettings_DrainTimeout holds that a script which writes its request and closes the pipe gets
// the answer, however long a call may take.
func TestSettings_DrainTimeout(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]time.Duration{"": gift.CallLimit + 5*time.Second, "2s": 2 * time.Second} {
		getenv := func(name string) string {
			if name == "DRAIN_TIMEOUT" {
				return set
			}
			return ""
		}
		var s giftmcp.Settings
		if err := config.Load(getenv, &s); err != nil {
			t.Fatal(err)
		}
		if err := s.Check(getenv); err != nil {
			t.Fatal(err)
		}
		if got := s.Shared().DrainTimeout; got != want {
			t.Errorf("DRAIN_TIMEOUT=%q: %v, want %v", set, got, want)
		}
	}
}
