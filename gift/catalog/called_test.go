package catalog_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/gift/catalog"
)

// TestCalled holds called.txt to the catalog and to what WRITING.md says of names.
func TestCalled(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("called.txt")
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	var inFile, inCatalog []string
	for line := range strings.Lines(string(text)) {
		name, _, _ := strings.Cut(line, " | ")
		inFile = append(inFile, name)
	}
	for i := range c.Gifts {
		g := &c.Gifts[i]
		inCatalog = append(inCatalog, g.Name)
		list := catalog.Called(g.ID)
		if len(list) < 2 || len(list) > 16 {
			t.Errorf("%s has %d names", g.Name, len(list))
		}
		for k, name := range list {
			if name == "" || len(name) > 60 || name != strings.ToLower(strings.TrimSpace(name)) || strings.ContainsAny(name, "|'’-") || slices.Contains(list[:k], name) {
				t.Errorf("%s is called %q", g.Name, name)
			}
		}
	}
	slices.Sort(inFile)
	slices.Sort(inCatalog)
	if !slices.Equal(inFile, inCatalog) {
		t.Error("called.txt doesn't have a line for each idea")
	}
	if catalog.Called("of another catalog") != nil {
		t.Error("a gift of another catalog is called something")
	}
}
