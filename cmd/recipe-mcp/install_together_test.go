package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestInstall_Together starts many installs at once that add an entry each to
// one file: each entry is there, or its install has said that it isn't. With
// uninstalls it is the same.
func TestInstall_Together(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	path := filepath.Join(h.dir, ".claude.json")
	if err := os.WriteFile(path, []byte(`{"projects":{}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	const many = 12
	all := func(what string, first, number int) (list []*harness.Command) {
		for i := range number {
			list = append(list, h.command(what, "claude-code", "--server-name", fmt.Sprintf("s%d", first+i)))
		}
		return list
	}
	together(t, all("install", 0, many))
	for i := range many {
		if !h.has(fmt.Sprintf("s%d", i)) {
			t.Errorf("the entry s%d was said to be written, and is not there", i)
		}
	}
	together(t, append(all("uninstall", 0, many/2), all("install", many, many/2)...))
	for i := range many + many/2 {
		if h.has(fmt.Sprintf("s%d", i)) != (i >= many/2) {
			t.Errorf("the entry s%d is there, or is not, against what was said", i)
		}
	}
	files, err := filepath.Glob(filepath.Join(h.dir, ".*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file != path && !strings.HasSuffix(file, ".bak") {
			t.Errorf("left behind: %s", file)
		}
	}
}

// together runs all of them at a time and has each end well.
func together(t *testing.T, list []*harness.Command) {
	t.Helper()
	var running []*harness.Process
	for _, c := range list {
		running = append(running, c.Start())
	}
	for i, p := range running {
		said := p.Rest()
		if code := p.Wait(); code != 0 {
			t.Errorf("%v ended with %d:\n%s%s", list[i].Args[1:], code, said, p.Log)
		}
	}
}

// has tells whether Claude Code has an entry of that name.
func (h home) has(name string) bool {
	h.t.Helper()
	c, _ := clients.ByID("claude-code")
	_, ok, err := clients.Lookup(c, clients.Places{GOOS: "linux", Home: h.dir}, name)
	if err != nil {
		h.t.Fatal(err)
	}
	return ok
}
