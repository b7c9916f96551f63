package main_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	program "github.com/mcp-adapters/mcp-adapters/cmd/recipe-mcp"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestMain gives the scripts a recipe-mcp that is this test binary; the other
// tests run the one that package harness builds.
func TestMain(m *testing.M) {
	harness.Play(nil)
	testscript.Main(harness.Tests{M: m}, map[string]func(){"recipe-mcp": program.Main})
}
