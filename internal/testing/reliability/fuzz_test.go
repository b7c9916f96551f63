package reliability_test

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var fuzzTarget = regexp.MustCompile(`(?ms)^func (Fuzz\w+)\(f \*testing\.F\) \{\n(.*?)^\}`)

// TestFuzzTargets asserts that every surface that takes input from outside has
// its fuzz target, and each target seeds.
func TestFuzzTargets(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"jsonrpc/stdio/FuzzLine":               "the line reader",
		"jsonrpc/FuzzDecode":                   "the envelope decoder",
		"jsonrpc/stdio/FuzzServe":              "the whole loop",
		"mcp/streamhttp/FuzzServeHTTP":         "the HTTP transport",
		"recipe/FuzzArguments":                 "the arguments of each tool",
		"recipe/FuzzResult":                    "what the API answers, on its way out",
		"recipe/FuzzCompactor":                 "what the API answers, on its way in",
		"recipe/FuzzShape":                     "what the API answers, in the shape that tools promise",
		"recipe/vault/FuzzHTTP":                "the vault's HTTP surface",
		"recipe/vault/serve/FuzzParseFamilies": "the families file",
		"recipe/interchange/FuzzOpen":          "files of other programs",
		"internal/program/clients/FuzzPlan":    "config files of assistants",
	}
	root := os.DirFS("../../..")
	err := fs.WalkDir(root, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		for _, m := range fuzzTarget.FindAllStringSubmatch(string(text), -1) {
			delete(want, path.Join(path.Dir(name), m[1]))
			if !strings.Contains(m[2], "f.Add(") {
				t.Errorf("%s has no seeds in %s", m[1], name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		t.Errorf("there is no %s for %s", name, want[name])
	}
}
