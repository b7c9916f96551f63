package config_test

import (
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/config"
)

// TestShutdown has servers wait for balancers where there may be some, unless something is said.
func TestShutdown(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		value string
		at    config.Address
		want  time.Duration
	}{
		{"", "127.0.0.1:3000", 0},
		{"", "localhost:3000", 0},
		{"", "[::1]:3000", 0},
		{"", ":3000", 5 * time.Second},
		{"", "0.0.0.0:3000", 5 * time.Second},
		{"0", "0.0.0.0:3000", 0},
		{"0s", "0.0.0.0:3000", 0},
		{" 30s ", "127.0.0.1:3000", 30 * time.Second},
		{"10m", ":3000", 10 * time.Minute},
	} {
		var s config.Shutdown
		if err := config.Load(environment{"SHUTDOWN_DELAY": row.value}.getenv, &s); err != nil || s.ShutdownDelay.At(row.at) != row.want {
			t.Errorf("%q at %s: %v, %v", row.value, row.at, s.ShutdownDelay.At(row.at), err)
		}
	}
	for _, value := range []string{"5", "-1s", "11m", "soon"} {
		if err := config.Load(environment{"SHUTDOWN_DELAY": value}.getenv, &config.Shutdown{}); err == nil {
			t.Errorf("%q is accepted", value)
		}
	}
}
