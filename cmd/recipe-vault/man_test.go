package main

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mantest"
)

func TestManPages(t *testing.T) {
	t.Parallel()
	mantest.Run(t, (&program{}).root(), "BIND_ADDRESS", "API_KEY", "FAMILIES_CONFIG_PATH", "DATABASE_URL")
}
