package main

import (
	"testing"

	"github.com/mcp-adapters/mcp-adapters/cmd/recipe-vault/recipevault"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mantest"
)

func TestManPages(t *testing.T) {
	t.Parallel()
	mantest.Run(t, recipevault.Program().Command(), "BIND_ADDRESS", "API_KEY", "FAMILIES_CONFIG_PATH", "DATABASE_URL")
}
