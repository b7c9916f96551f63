package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestArchitecture holds that every file and folder that ARCHITECTURE.md names exists.
func TestArchitecture(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	paths := regexp.MustCompile("`([a-z]+/[a-z0-9_./-]+)`").FindAllStringSubmatch(string(text), -1)
	if len(paths) < 20 {
		t.Fatalf("it names %d paths", len(paths))
	}
	for _, m := range paths {
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			t.Errorf("%s: %v", m[1], err)
		}
	}
}
