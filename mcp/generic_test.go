package mcp_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestGeneric keeps the subject of the first server out of what later ones are
// to share.
func TestGeneric(t *testing.T) {
	t.Parallel()
	word := "rec" + "ipe" // this file is one of them
	found := 0
	for _, dir := range []string{".", "../apiclient", "../jsonrpc", "../jsonrpc/stdio", "../config", "../program/clients"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files: %v", dir, err)
		}
		for _, file := range files {
			found++
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range bytes.Split(text, []byte("\n")) {
				if bytes.Contains(bytes.ToLower(line), []byte(word)) {
					t.Errorf("%s:%d is not generic: %s", file, i+1, bytes.TrimSpace(line))
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d files were looked at", found)
	}
}
