package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcp-adapters/internal/harness"
)

// TestExampleConfig holds the example for an assistant's config file, and the one in the
// document, to what gift-mcp knows and to working once the path is changed.
func TestExampleConfig(t *testing.T) {
	t.Parallel()
	root := harness.Root(t)
	file, err := os.ReadFile(filepath.Join(root, "gift_config.example.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile(filepath.Join(root, "docs", "gifts.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(doc), "```json\n"+string(file)+"```") {
		t.Error("the example in docs/gifts.md is another one")
	}
	var example struct {
		Servers map[string]struct {
			Command string            `json:"command"`
			Args    []string          `json:"args"`
			Env     map[string]string `json:"env"`
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal(file, &example); err != nil {
		t.Fatal(err)
	}
	entry, ok := example.Servers["gift-mcp"]
	if !ok || len(example.Servers) != 1 || !filepath.IsAbs(entry.Command) || filepath.Base(entry.Command) != "gift-mcp" || entry.Args == nil {
		t.Fatalf("%s", file)
	}
	var settings []string
	for name, value := range entry.Env {
		settings = append(settings, name+"="+value)
	}
	got := harness.Program(t, "gift-mcp", append(entry.Args, "call", "get_recommendations", `{"recipient_description":"my sister, who loves yoga"}`)...).Set(settings...).Run()
	if got.Code != 0 || !strings.Contains(got.Stdout, `"yoga`) {
		t.Errorf("%+v", got)
	}
}
