package main_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcp-adapters/cmd/portfolio-mcp/portfoliomcp"
	"mcp-adapters/program/manpages"
)

var manDir = flag.String("man", "", "write the man pages into this directory")

// TestManPages writes them, with -man to where a package takes them from.
func TestManPages(t *testing.T) {
	t.Parallel()
	dir := *manDir
	if dir == "" {
		dir = t.TempDir()
	}
	root := portfoliomcp.Program().Command()
	if err := manpages.Write(root, dir); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range root.Commands() {
		if !cmd.IsAvailableCommand() {
			continue
		}
		page := filepath.Join(dir, "portfolio-mcp-"+cmd.Name()+".1")
		if info, err := os.Stat(page); err != nil || info.Size() == 0 {
			t.Errorf("there is no page of %s: %v", cmd.CommandPath(), err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "portfolio-mcp.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range portfoliomcp.Program().Variables() {
		if !strings.Contains(string(text), "\n  "+v.Name+" ") {
			t.Errorf("the page lacks a line for %s", v.Name)
		}
	}
}
