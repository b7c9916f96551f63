package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestExampleConfig holds the example for an assistant's config file, and the one in the
// document, to what gift-mcp knows and to working once the path is changed.
func TestExampleConfig(t *testing.T) {
	t.Parallel()
	got := harness.Example(t, "gift-mcp", "deploy/gift_config.example.json", "docs/gifts.md",
		"call", "get_recommendations", `{"recipient_description":"my sister, who loves yoga"}`).Run()
	if got.Code != 0 || !strings.Contains(got.Stdout, `"yoga`) {
		t.Errorf("%+v", got)
	}
}
