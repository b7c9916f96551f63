package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReliability_NamesTests holds that each test that reliability.md names exists.
func TestReliability_NamesTests(t *testing.T) {
	t.Parallel()
	declared := map[string]bool{}
	declaration := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example|Benchmark)\w*)\(`)
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declaration.FindAllStringSubmatch(string(text), -1) {
			declared[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("reliability.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz|Example|Benchmark)\\w*)")
	count := 0
	for _, m := range named.FindAllStringSubmatch(string(text), -1) {
		if count++; !declared[m[1]] {
			t.Errorf("there is no %s", m[1])
		}
	}
	if count < 100 {
		t.Errorf("only %d tests were found", count)
	}
}
