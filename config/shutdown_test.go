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
		if err := (environment{"SHUTDOWN_DELAY": row.value}).load(&s); err != nil || s.Delay(row.at) != row.want {
			t.Errorf("%q at %s: %v, %v", row.value, row.at, s.Delay(row.at), err)
		}
	}
	for _, value := range []string{"5", "-1s", "11m", "soon"} {
		if err := (environment{"SHUTDOWN_DELAY": value}).load(&config.Shutdown{}); err == nil {
			t.Errorf("%q is accepted", value)
		}
	}
}
