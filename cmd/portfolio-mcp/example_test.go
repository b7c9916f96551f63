package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestExampleConfig holds the example for an assistant's config file, and the one in the
// document, to what portfolio-mcp knows and to working once the path is changed.
func TestExampleConfig(t *testing.T) {
	t.Parallel()
	got := harness.Example(t, "portfolio-mcp", "deploy/portfolio_config.example.json", "docs/portfolio.md",
		"call", "create_project_draft", "{}").Set("DATA_DIR=" + t.TempDir()).Run()
	if got.Code != 0 || strings.Contains(got.Stdout, `"city"`) || strings.Contains(got.Stdout, `"state"`) {
		t.Errorf("%+v", got) // a draft has the contractor's city and state
	}
}
