package main_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// env is run with more of an environment.
func (h home) env(code int, settings []string, args ...string) string {
	h.t.Helper()
	c := h.command(args...).Set(settings...)
	c.Dir = h.dir
	return h.outcome(c, code)
}

// entry is what a client's config has of recipe-mcp.
func (h home) entry(id string) (clients.Entry, bool) {
	h.t.Helper()
	c, _ := clients.ByID(id)
	e, ok, err := clients.Lookup(c, clients.Places{GOOS: "linux", Home: h.dir}, "recipe-mcp")
	if err != nil {
		h.t.Fatal(err)
	}
	return e, ok
}

func says(t *testing.T, out string, words ...string) {
	t.Helper()
	for _, w := range words {
		if no, found := strings.CutPrefix(w, "!"); found && strings.Contains(out, no) {
			t.Errorf("says %q:\n%s", no, out)
		} else if !found && !strings.Contains(out, w) {
			t.Errorf("does not say %q:\n%s", w, out)
		}
	}
}

// writeProgram writes a file that is executed later. A process that is started
// meanwhile would keep it open for writing, and the system refuses to execute it then.
func writeProgram(t *testing.T, path, text string) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

func linuxOnly(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the home is laid out as on Linux")
	}
}

func TestInstall_DryRunAndPrint(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	settings := []string{"API_BASE_URL=http://nas:3000", "API_KEY=" + apiKey, "USER_EMAIL=alice@example.com"}
	out := h.env(0, settings, "install", "--dry-run", "cursor", "codex")
	says(t, out, "Changes to Cursor:", "Changes to Codex:", "http://nas:3000", `"API_KEY": "…"`, "!"+apiKey, "!alice")
	out = h.env(0, settings, "install", "--dry-run", "--url", "http://u:pa55word@127.0.0.1:1", "cursor")
	says(t, out, "http://…@127.0.0.1:1", "!pa55word")
	out = h.env(0, settings, "install", "--print", "codex", "claude-desktop")
	says(t, out, "[mcp_servers.recipe-mcp]", `"mcpServers": {`, `"args": [],`, apiKey)
	if left, err := os.ReadDir(h.dir); err != nil || len(left) > 0 {
		t.Errorf("files were made: %v %v", left, err)
	}
}

func TestInstall_SettingsOfTheEnvironment(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	out := h.env(0, []string{
		"API_TIMEOUT=10s", "API_MAX_RETRIES=3", "LOG_LEVEL= ", "DATABASE_URL=sqlite:my.db", "DRAIN_TIMEOUT=", "API_KEY=k",
	}, "install", "--key", apiKey)
	says(t, out, "shell's history", "was not found on this computer", "Settings in it: API_KEY, API_TIMEOUT, DATABASE_URL", "quit Claude Desktop")
	e, _ := h.entry("claude-desktop")
	real, err := filepath.EvalSymlinks(h.dir)
	if err != nil {
		t.Fatal(err)
	}
	if e.Env["DATABASE_URL"] != "sqlite:"+filepath.Join(real, "my.db") || e.Env["API_TIMEOUT"] != "10s" || e.Env["API_KEY"] != apiKey || len(e.Env) != 3 {
		t.Errorf("%v", e.Env)
	}
	// Again, without settings: those in the entry stay.
	says(t, h.run(0, "install"), "nothing to change")
	out = h.run(0, "install", "--url", "http://nas:3000")
	says(t, out, "The file as it was before: ", ".bak")
	if again, _ := h.entry("claude-desktop"); again.Env["API_KEY"] != apiKey || again.Env["API_BASE_URL"] != "http://nas:3000" {
		t.Errorf("%v", again.Env)
	}
}

func TestInstall_RefusesSettings(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	out := h.env(2, []string{"API_TIMEOUT=soon"}, "install", "--url", "nas:3000", "--key", `"hunter2hunter2"`, "--email", "${user}")
	says(t, out, "nothing was changed", "API_BASE_URL cannot be used: it must be", "API_KEY has quotation marks", "USER_EMAIL holds a placeholder", "API_TIMEOUT cannot be used: it must be", "!hunter2", "!soon", "!goroutine")
	says(t, h.run(2, "install", "--email", "\u3000"), "U+3000 at character 1")
	says(t, h.run(2, "install", "--email", "not an email"), "USER_EMAIL cannot be used: it must be visible ASCII", "!not an email")
	says(t, h.run(2, "install", "--key-stdin", " \n"), "standard input holds no key")
	says(t, h.run(2, "install", "--key", "a", "--key-stdin"), "with --key or with --key-stdin")
	if left, err := os.ReadDir(h.dir); err != nil || len(left) > 0 {
		t.Errorf("files were made: %v %v", left, err)
	}
}

// TestInstall_EmptyFlags takes settings out of the entry, whatever the
// environment says.
func TestInstall_EmptyFlags(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	all := []string{"API_BASE_URL=http://nas:3000", "API_KEY=" + apiKey, "USER_EMAIL=alice@example.com", "API_TIMEOUT=10s"}
	h.env(0, all, "install", "cursor", "codex")
	says(t, h.env(0, all, "install", "--dry-run", "--url", "", "cursor"), "-        \"API_BASE_URL\"")
	says(t, h.env(0, all, "install", "--url", "", "--key", " ", "--email=", "cursor", "codex"),
		"Settings removed: API_BASE_URL, API_KEY, USER_EMAIL", "Settings in it: API_TIMEOUT", "!history")
	for _, id := range []string{"cursor", "codex"} {
		if e, _ := h.entry(id); len(e.Env) != 1 || e.Env["API_TIMEOUT"] != "10s" {
			t.Errorf("%s: %v", id, e.Env)
		}
	}
	says(t, h.run(0, "install", "--url", "", "cursor"), "nothing to change")
	says(t, h.run(0, "install", "--url", "", "gemini"), "is written", "!Settings removed")
}

func TestInstall_UnderAnotherName(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	h.run(0, "install", "--server-name", "family", "vscode")
	if _, ok := h.entry("vscode"); ok {
		t.Error("it has the usual name")
	}
	says(t, h.run(0, "doctor", "--server-name", "family"), `VS Code has the entry "family"`)
	says(t, h.run(0, "doctor"), `VS Code is installed and has no entry "recipe-mcp"`)
	says(t, h.run(0, "uninstall", "--all", "--server-name", "family"), "The entry family is removed")
}

// TestInstall_NoHome writes nowhere when the home directory is not known, and
// doctor says so too. A relative path is none.
func TestInstall_NoHome(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	for _, value := range []string{"HOME=", "HOME=relative"} {
		h := newHome(t)
		settings := []string{value, "DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "recipes.db")}
		for _, args := range [][]string{{"install"}, {"install", "--all"}, {"uninstall", "cursor"}} {
			says(t, h.env(1, settings, args...), "the home directory is not known; set HOME")
		}
		says(t, h.env(1, settings, "doctor"), "FAULT  home", "The home directory is not known", "1 fault, ")
		if left, err := os.ReadDir(h.dir); err != nil || len(left) > 0 {
			t.Errorf("%s: files were made: %v %v", value, left, err)
		}
	}
}

// TestDoctor_StartsNoDoctor has an entry that starts doctor: as the program
// itself, and as a copy of it that is another file. Doctor ends, and nothing is
// left of it.
func TestDoctor_StartsNoDoctor(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	self := harness.Build(t, "recipe-mcp")
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]struct{ command, args, says string }{
		"itself":       {self, `"doctor"`, "FAULT  start"},
		"another copy": {"COPY", `"doctor"`, "FAULT  start"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			another := filepath.Join(h.dir, "recipe-mcp")
			writeProgram(t, another, string(text)+"\x00")
			config := strings.NewReplacer("COPY", another).Replace(`{"mcpServers":{"recipe-mcp":{"command":"` + r.command + `","args":[` + r.args + `]}}}`)
			if err := os.Mkdir(filepath.Join(h.dir, ".cursor"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(h.dir, ".cursor", "mcp.json"), []byte(config), 0o600); err != nil {
				t.Fatal(err)
			}
			says(t, h.run(1, "doctor"), r.says)
			running, err := filepath.Glob("/proc/[0-9]*/exe")
			if err != nil {
				t.Fatal(err)
			}
			for _, exe := range running {
				if to, _ := os.Readlink(exe); to == another { // gone by now, or not ours
					t.Errorf("still running: %s", exe)
				}
			}
		})
	}
}
