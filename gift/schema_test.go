package gift_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
)

// TestContract holds what is published of the tools to what was promised.
func TestContract(t *testing.T) {
	t.Parallel()
	for _, tool := range gift.Tools(ranker(), gift.ToolOptions{}) {
		definition, err := tool.Definition()
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		path := filepath.Join("testdata", tool.Name+".json")
		if mcptest.Update() {
			var indented bytes.Buffer
			if err := json.Indent(&indented, append(definition, '\n'), "", "  "); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, indented.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		promised, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(definition, &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(promised, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is published as\n%s", tool.Name, definition)
		}
	}
}
