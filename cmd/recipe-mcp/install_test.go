package main_test

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestInstall_Built has the built binary set up the client of a Linux home, the
// client start the entry as it is written there, and doctor find all well.
func TestInstall_Built(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the home is laid out as on Linux")
	}
	a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)})
	h := newHome(t)
	out := h.run(0, "install", "--url", a.URL+"/house", "--email", "alice@example.com", "--key-stdin", apiKey)
	if strings.Contains(out, apiKey) || strings.Contains(out, "alice") {
		t.Errorf("install shows a secret:\n%s", out)
	}
	places := clients.Places{GOOS: "linux", Home: h.dir}
	client := clients.All()[0]
	entry, ok, err := clients.Lookup(client, places, "recipe-mcp")
	if err != nil || !ok || entry.Env["API_KEY"] != apiKey {
		t.Fatalf("%v %v %v", err, ok, entry.Command)
	}
	c := harness.File(t, entry.Command, entry.Args...)
	c.Env, c.Dir = []string{}, "/"
	for name, value := range entry.Env {
		c.Set(name + "=" + value)
	}
	s := startCommand(t, c)
	s.request("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	if got := s.call("create_recipe", stew).recipe(t); got.Title != "Stew" {
		t.Errorf("%+v", got)
	}
	if out := h.run(0, "doctor"); !strings.Contains(out, "offers 4 tools") || !strings.Contains(out, "sees 1 recipe.") || strings.Contains(out, apiKey) || strings.Contains(out, "\x1b") {
		t.Errorf("doctor says\n%s", out)
	}
	h.run(0, "uninstall")
	if _, ok, err := clients.Lookup(client, places, "recipe-mcp"); ok || err != nil {
		t.Errorf("uninstall left it: %v", err)
	}
}

// TestServer_EmptyEnvironment is what a desktop program may start.
func TestServer_EmptyEnvironment(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows starts nothing without SYSTEMROOT")
	}
	bare := func(settings ...string) *server {
		c := command(t)
		c.Env = []string{}
		return startCommand(t, c.Set(settings...))
	}
	s := bare()
	s.request("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)

	s = bare("DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "recipes.db"))
	if got := s.call("create_recipe", stew).recipe(t); got.Title != "Stew" {
		t.Errorf("%+v", got)
	}
}

// home is a Linux home directory for the built binary.
type home struct {
	t   *testing.T
	dir string
}

func newHome(t *testing.T) home {
	t.Helper()
	return home{t, t.TempDir()}
}

// run returns what the program printed on both streams. The last argument is its
// standard input when the command reads a key or token.
func (h home) run(code int, args ...string) string {
	h.t.Helper()
	input := ""
	if n := len(args) - 1; n > 0 && slices.Contains([]string{"--key-stdin", "--token-stdin"}, args[n-1]) {
		args, input = args[:n], args[n]
	}
	return h.outcome(h.command(args...).Feed(input), code)
}

// command is a command of recipe-mcp in this home.
func (h home) command(args ...string) *harness.Command {
	h.t.Helper()
	c := harness.Program(h.t, "recipe-mcp", args...)
	c.Env = []string{"HOME=" + h.dir, "PATH=/usr/bin:/bin"}
	return c
}

// outcome runs a command to an exit code and returns what it printed on both
// streams.
func (h home) outcome(c *harness.Command, code int) string {
	h.t.Helper()
	var out strings.Builder
	c.Stdout, c.Stderr = &out, &out
	if got := c.Run().Code; got != code {
		h.t.Fatalf("%v ended with %d, want %d:\n%s", c.Args[1:], got, code, &out)
	}
	return out.String()
}
