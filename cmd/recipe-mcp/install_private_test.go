package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// openConfig leaves the client a config file that everybody can read.
func (h home) openConfig(id, text string) (path string) {
	h.t.Helper()
	c, _ := clients.ByID(id)
	path, err := c.Path(clients.Places{GOOS: "linux", Home: h.dir})
	if err != nil {
		h.t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// read gives a file's text, "" when it is not there.
func read(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}

func (h home) mode(path string) os.FileMode {
	h.t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		h.t.Fatal(err)
	}
	return info.Mode().Perm()
}

// TestInstall_Private warns of a config file that others can read when the key is
// in it, and closes it when told to. Backups are always closed.
func TestInstall_Private(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	const warning = "other users of this computer can read"
	for _, r := range []struct {
		name string
		args []string
		mode os.FileMode
		says []string
	}{
		{"not told", []string{"--key", apiKey}, 0o644, []string{warning, "--private", "!No one else"}},
		{"private", []string{"--key", apiKey, "--private"}, 0o600, []string{"!" + warning, "No one else can read"}},
		{"not private", []string{"--key", apiKey, "--private=false"}, 0o644, []string{"!" + warning, "!No one else"}},
		{"without a key", nil, 0o644, []string{"!" + warning}},
		{"without a key, private", []string{"--private"}, 0o644, []string{"!" + warning}},
	} {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			path := h.openConfig("cursor", `{"mcpServers": {"other": {"command": "x"}}}`)
			out := h.run(0, append([]string{"install", "cursor", "--url", "http://nas:3000"}, r.args...)...)
			says(t, out, r.says...)
			if got := h.mode(path); got != r.mode {
				t.Errorf("mode %v, want %v", got, r.mode)
			}
			_, backup, found := strings.Cut(out, "as it was before: ")
			backup, _, _ = strings.Cut(backup, "\n")
			if !found || h.mode(backup) != 0o600 {
				t.Errorf("the backup %s can be read by others", backup)
			}
		})
	}

	// The key is in it from before: doctor notes it, and install closes it though
	// there is nothing else to change.
	h := newHome(t)
	h.run(0, "install", "cursor", "--url", "http://127.0.0.1:9", "--key", apiKey)
	path := filepath.Join(h.dir, ".cursor", "mcp.json")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	says(t, h.run(1, "doctor"), "note   entry", "Other users of this computer can read "+path, "recipe-mcp install --private cursor")
	says(t, h.run(0, "install", "cursor", "--private"), "No one else can read", "nothing to change")
	says(t, h.run(1, "doctor"), "!Other users")
	if got := h.mode(path); got != 0o600 {
		t.Errorf("mode %v", got)
	}
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	says(t, h.run(1, "install", "cursor", "--key", apiKey, "--private"), "Nothing was changed there", "!No one else")
	if got := h.mode(path); got != 0o644 {
		t.Errorf("the mode of a file that was not to be changed is %v", got)
	}
}

// TestInstall_VersionControl puts the backup elsewhere and says so.
func TestInstall_VersionControl(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	h := newHome(t)
	path := h.openConfig("cursor", "{}")
	target := filepath.Join(h.dir, "dotfiles", "mcp.json")
	if err := os.MkdirAll(filepath.Join(filepath.Dir(target), ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, target); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	out := h.run(0, "install", "cursor", "--url", "http://nas:3000", "--key", apiKey)
	says(t, out, "as it was before: ", filepath.Join(".cursor", "mcp.json.2"), "the file is under version control; do not publish a key that is in it")
	if files, err := os.ReadDir(filepath.Dir(target)); err != nil || len(files) != 2 {
		t.Errorf("beside the file: %v %v", files, err)
	}
}

// TestUninstall_Backups removes the backups that hold the key, unless told not
// to, and says where the key is left.
func TestUninstall_Backups(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	setUp := func(t *testing.T) (h home, config string) {
		h = newHome(t)
		config = h.openConfig("cursor", `{"mcpServers": {"other": {"command": "x"}}}`)
		for _, key := range []string{"one", "two", "three"} {
			h.run(0, "install", "cursor", "windsurf", "--private", "--url", "http://nas:3000", "--key", apiKey+key)
		}
		return h, config
	}
	holding := func(t *testing.T, dir string) (found []string) {
		files, err := filepath.Glob(filepath.Join(dir, "mcp.json*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			if strings.Contains(read(path), apiKey) {
				found = append(found, path)
			}
		}
		return found
	}
	t.Run("removed", func(t *testing.T) {
		t.Parallel()
		h, config := setUp(t)
		says(t, h.run(0, "uninstall", "--dry-run", "cursor"), "2 backups that held the key would be removed", "!still in")
		out := h.run(0, "uninstall", "cursor")
		says(t, out, "Removed: 3 backups that held the key.", "!as it was before", "The key is still in:\n", filepath.Join(h.dir, ".codeium", "windsurf", "mcp_config.json")+", at mcpServers.recipe-mcp.env.API_KEY\n", "!"+apiKey)
		if left := holding(t, filepath.Dir(config)); len(left) > 0 {
			t.Errorf("the key is left in %v", left)
		}
		if read(config) != `{"mcpServers": {"other": {"command": "x"}}}` {
			t.Errorf("the config is now %s", read(config))
		}
		says(t, h.run(0, "uninstall", "cursor", "windsurf"), "nothing to change", "Windsurf: The entry", "Removed: 3 backups", "!still in")
	})
	t.Run("under another name", func(t *testing.T) {
		t.Parallel()
		h := newHome(t)
		config := h.openConfig("cursor", `{"mcpServers": {"backup": {"command": "x", "env": {"TOKEN": "`+apiKey+`"}}, "other": {"command": "x", "env": {"TOKEN": "else"}}}}`)
		h.run(0, "install", "cursor", "--private", "--url", "http://nas:3000", "--key", apiKey)
		h.run(0, "install", "codex", "--server-name", "second", "--private", "--url", "http://nas:3000", "--key", apiKey)
		says(t, h.run(0, "uninstall", "cursor"), "The key is still in:\n", config+", at mcpServers.backup.env.TOKEN\n", "config.toml, at mcp_servers.second.env.API_KEY\n", "!.other", "!.recipe-mcp", "!"+apiKey)
	})
	t.Run("anywhere in a file", func(t *testing.T) {
		t.Parallel()
		const key = `the-key"of\the/house`
		h := newHome(t)
		h.run(0, "install", "cursor", "--private", "--url", "http://nas:3000", "--key", key)
		inJSON := strings.NewReplacer(`\`, `\\`, `"`, `\"`, `/`, `\/`, "k", `\u006b`).Replace(key)
		code := h.openConfig("claude-code", `{"projects": {"/home/me": {"mcpServers": {
			"a": {"command": "x", "args": ["--key", "`+inJSON+`"]}, "b": {"url": "http://h/?key=the-key%22of%5Cthe%2Fhouse"},
			"c": {"url": "http://h", "headers": {"Authorization": "Bearer `+inJSON+`"}}, "d": {"command": "the-key"}}}}}`)
		codex := h.openConfig("codex", "# the-key\"of\\the/house\n")
		windsurf := h.openConfig("windsurf", `{"mcpServers": {,}}`)
		gemini := h.openConfig("gemini", `{"mcpServers": {,"the-key\"of\\the/house"}}`)
		backup := windsurf + ".2020-01-02T12-00-00.bak"
		if err := os.WriteFile(backup, []byte(`{"mcpServers": {"a": {"args": ["`+inJSON+`"]}}}`), 0o600); err != nil {
			t.Fatal(err)
		}
		out := h.run(0, "uninstall", "cursor")
		const projects = ", at projects./home/me.mcpServers."
		says(t, out, "The key is still in:\n", code+projects+"a.args\n", code+projects+"b.url\n", code+projects+"c.headers.Authorization\n", "!mcpServers.d",
			codex+"\n", gemini+"\n", backup+", at mcpServers.a.args\n", "Windsurf: "+windsurf+", line 1, column 17: ", "The file could not be searched for the key.", "!"+key)
		// The key of a project counts too, though the entry that all projects share has none.
		h = newHome(t)
		code = h.openConfig("claude-code", `{"projects": {"/p": {"mcpServers": {"recipe-mcp": {"command": "x", "env": {"API_KEY": "`+apiKey+`"}}}}}}`)
		says(t, h.run(0, "uninstall", "claude-code"), "nothing to change", code+", at projects./p.mcpServers.recipe-mcp.env.API_KEY\n")
	})
	t.Run("kept", func(t *testing.T) {
		t.Parallel()
		h, config := setUp(t)
		out := h.run(0, "uninstall", "cursor", "--keep-backups")
		left := holding(t, filepath.Dir(config))
		says(t, out, append(left, "!Removed", "The file as it was before: "+config, "The key is still in:")...)
		if len(left) != 3 {
			t.Errorf("the key is left in %v", left)
		}
		says(t, h.run(0, "uninstall", "cursor"), "nothing to change", "Removed: 3 backups")
	})
	t.Run("no key", func(t *testing.T) {
		t.Parallel()
		h := newHome(t)
		h.run(0, "install", "cursor")
		h.run(0, "install", "cursor", "--url", "http://nas:3000")
		says(t, h.run(0, "uninstall", "cursor"), "The file as it was before", "!Removed", "!still in")
	})
}
