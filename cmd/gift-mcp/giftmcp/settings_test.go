package giftmcp_test

import (
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/cmd/gift-mcp/giftmcp"
	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/internal/program"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestSettings_DrainTimeout holds that a script which writes its request and closes the pipe gets
// the answer, however long a call may take.
func TestSettings_DrainTimeout(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]time.Duration{"": gift.CallLimit + 5*time.Second, "2s": 2 * time.Second} {
		var settings program.Settings
		var err error
		harness.WithEnv(map[string]string{"DRAIN_TIMEOUT": set}, func() { settings, err = giftmcp.Program().Load() })
		if err != nil {
			t.Fatal(err)
		}
		if got := settings.Shared().DrainTimeout; got != want {
			t.Errorf("DRAIN_TIMEOUT=%q: %v, want %v", set, got, want)
		}
	}
}
