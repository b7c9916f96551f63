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
}
