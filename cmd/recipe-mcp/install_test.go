package main_test

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mcp-adapters/program/clients"
	"mcp-adapters/recipe/vault"
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
	cmd := command(t)
	cmd.Path, cmd.Args, cmd.Env, cmd.Dir = entry.Command, []string{entry.Command}, []string{}, "/"
	for name, value := range entry.Env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	s := startCommand(t, cmd)
	s.request("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	if got := s.call("create_recipe", stew).recipe(t); got.Title != "Stew" {
		t.Errorf("%+v", got)
	}
	if out := h.run(0, "doctor"); !strings.Contains(out, "The command is this program") || !strings.Contains(out, "sees 1 recipe.") || strings.Contains(out, apiKey) || strings.Contains(out, "\x1b") {
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
	cmd := command(t)
	cmd.Env = []string{}
	s := startCommand(t, cmd)
	s.request("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)

	cmd = command(t)
	cmd.Env = []string{"DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "recipes.db")}
	if got := startCommand(t, cmd).call("create_recipe", stew).recipe(t); got.Title != "Stew" {
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

// run gives what the program printed on both streams. The last argument is its
// standard input when the command reads a key.
func (h home) run(code int, args ...string) string {
	h.t.Helper()
	input := ""
	if n := len(args) - 1; n > 0 && args[0] == "install" && args[n-1] == "--key-stdin" {
		args, input = args[:n], args[n]
	}
	cmd := command(h.t)
	cmd.Args = append(cmd.Args, args...)
	cmd.Env = []string{"HOME=" + h.dir, "PATH=/usr/bin:/bin"}
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if got := exitCode(h.t, err); got != code {
		h.t.Fatalf("%v ended with %d, want %d:\n%s", args, got, code, out)
	}
	return string(out)
}
