// Package mantest is the test of a program's man pages, which also writes them to where a
// package takes them from.
package mantest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var manDir = flag.String("man", "", "write the man pages into this directory")

// Run writes the pages of root's commands, with -man into that directory. Each available
// command has one, and that of root has a line for each of the environment variables.
func Run(t *testing.T, root *cobra.Command, variables ...string) {
	t.Helper()
	dir := *manDir
	if dir == "" {
		dir = t.TempDir()
	}
	if err := Write(root, dir); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range root.Commands() {
		if !cmd.IsAvailableCommand() {
			continue
		}
		page := filepath.Join(dir, root.Name()+"-"+cmd.Name()+".1")
		if info, err := os.Stat(page); err != nil || info.Size() == 0 {
			t.Errorf("there is no page of %s: %v", cmd.CommandPath(), err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, root.Name()+".1")) //nolint:gosec // a page that was just written
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range variables {
		if !strings.Contains(string(text), "\n  "+name+" ") {
			t.Errorf("the page lacks a line for %s", name)
		}
	}
}
