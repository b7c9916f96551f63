package clients_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

func TestClient_Path_variables(t *testing.T) {
	t.Parallel()
	tests := []struct{ id, goos, name, value, want string }{
		{"claude-desktop", "linux", "XDG_CONFIG_HOME", "DIR", "DIR/Claude/claude_desktop_config.json"},
		{"claude-desktop", "linux", "XDG_CONFIG_HOME", "relative", "HOME/.config/Claude/claude_desktop_config.json"},
		{"claude-desktop", "darwin", "XDG_CONFIG_HOME", "DIR", "HOME/Library/Application Support/Claude/claude_desktop_config.json"},
		{"claude-desktop", "windows", "APPDATA", "DIR", "DIR/Claude/claude_desktop_config.json"},
		{"claude-code", "linux", "CLAUDE_CONFIG_DIR", "DIR", "DIR/.claude.json"},
		{"vscode", "linux", "XDG_CONFIG_HOME", "DIR", "DIR/Code/User/mcp.json"},
		{"vscode", "windows", "APPDATA", "DIR", "DIR/Code/User/mcp.json"},
		{"vscode", "darwin", "VSCODE_APPDATA", "DIR", "DIR/Code/User/mcp.json"},
		{"vscode", "linux", "VSCODE_PORTABLE", "DIR", "DIR/user-data/User/mcp.json"},
		{"devin", "darwin", "XDG_CONFIG_HOME", "DIR", "DIR/devin/mcp_config.json"},
		{"devin", "windows", "APPDATA", "DIR", "DIR/devin/mcp_config.json"},
		{"gemini", "linux", "GEMINI_CLI_HOME", "DIR", "DIR/.gemini/settings.json"},
		{"codex", "windows", "CODEX_HOME", "DIR", "DIR/config.toml"},
		{"codex", "linux", "CODEX_HOME", "", "HOME/.codex/config.toml"},
	}
	for _, tt := range tests {
		t.Run(tt.id+" with "+tt.name+" on "+tt.goos, func(t *testing.T) {
			t.Parallel()
			home, dir := t.TempDir(), t.TempDir()
			value := tt.value
			if value == "DIR" {
				value = dir
			}
			want := filepath.FromSlash(tt.want)
			for from, to := range map[string]string{"DIR": dir, "HOME": home} {
				if rest, ok := strings.CutPrefix(want, from); ok {
					want = to + rest
				}
			}
			checkPath(t, tt.id, clients.Places{GOOS: tt.goos, Home: home, Getenv: env(tt.name, value)}, want)
		})
	}
}

func TestClient_Path_windowsPackage(t *testing.T) {
	t.Parallel()
	const inside = "LocalCache/Roaming/Claude/claude_desktop_config.json"
	tests := []struct {
		name     string
		packages []string
		want     string // below Packages; "" is the classic place
	}{
		{"no package", nil, ""},
		{"other packages only", []string{"Microsoft.WindowsTerminal_8wekyb3d8bbwe", "Claudette_x"}, ""},
		{"the known publisher", []string{"Claude_pzs8sxrjxfjjc"}, "Claude_pzs8sxrjxfjjc"},
		{"the known publisher goes first", []string{"Claude_aaaaaaaaaaaaa", "Claude_pzs8sxrjxfjjc"}, "Claude_pzs8sxrjxfjjc"},
		{"a new certificate", []string{"Claude_zzzzzzzzzzzzz"}, "Claude_zzzzzzzzzzzzz"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			packages := filepath.Join(home, "AppData", "Local", "Packages")
			for _, p := range tt.packages {
				mkdir(t, filepath.Join(packages, p))
			}
			want := filepath.Join(home, "AppData", "Roaming", "Claude", "claude_desktop_config.json")
			if tt.want != "" {
				want = filepath.Join(packages, tt.want, filepath.FromSlash(inside))
			}
			checkPath(t, "claude-desktop", clients.Places{GOOS: "windows", Home: home}, want)
		})
	}
}

func TestClient_Path_unknown(t *testing.T) {
	t.Parallel()
	c, ok := clients.ByID("cursor")
	if !ok {
		t.Fatal("no cursor")
	}
	_, err := c.Path(clients.Places{GOOS: "linux"})
	wantKind(t, err, clients.KindPlace)
	_, err = clients.Client{}.Path(clients.Places{GOOS: "linux", Home: t.TempDir()})
	wantKind(t, err, clients.KindPlace)
	if c, ok := clients.ByID("notepad"); ok || c.ID != "" {
		t.Errorf("ByID(notepad) = %v, %v", c, ok)
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for _, dir := range []string{".claude", ".gemini", ".config/Code/User", ".codex"} {
		mkdir(t, filepath.Join(home, filepath.FromSlash(dir)))
	}
	settings := filepath.Join(home, ".gemini", "settings.json")
	if err := os.WriteFile(settings, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range clients.Find(clients.Places{GOOS: "linux", Home: home}) {
		got = append(got, f.Client.ID)
		if want, err := f.Client.Path(clients.Places{GOOS: "linux", Home: home}); err != nil || f.Path != want {
			t.Errorf("%s: path %s, want %s (%v)", f.Client.ID, f.Path, want, err)
		}
	}
	want := []string{"claude-code", "vscode", "gemini", "codex"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("installed clients (-want +got):\n%s", diff)
	}
	if none := clients.Find(clients.Places{GOOS: "linux", Home: t.TempDir()}); len(none) != 0 {
		t.Errorf("in an empty home: %v", none)
	}
	if none := clients.Find(clients.Places{GOOS: "linux"}); len(none) != 0 {
		t.Errorf("without a home: %v", none)
	}
}

// TestFind_windowsPackage: the package is there before the app has written
// anything into it.
func TestFind_windowsPackage(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	mkdir(t, filepath.Join(home, "AppData", "Local", "Packages", "Claude_pzs8sxrjxfjjc"))
	found := clients.Find(clients.Places{GOOS: "windows", Home: home})
	if len(found) != 1 || found[0].Client.ID != "claude-desktop" {
		t.Errorf("found = %+v", found)
	}
}

func TestHere(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	if p := clients.Here(os.Getenv); p.GOOS == "" || p.Home == "" || p.Getenv == nil {
		t.Errorf("Here() = %+v", p)
	}
	for _, home := range []string{"", ".", "relative", "~"} {
		t.Setenv("HOME", home)
		t.Setenv("USERPROFILE", home)
		if p := clients.Here(os.Getenv); p.Home != "" {
			t.Errorf("%q is taken for the home directory %q", home, p.Home)
		}
	}
}

func checkPath(t *testing.T, id string, p clients.Places, want string) {
	t.Helper()
	c, ok := clients.ByID(id)
	if !ok {
		t.Fatalf("no client %q", id)
	}
	got, err := c.Path(p)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("path = %s\nwant   %s", got, want)
	}
}

// env has one variable.
func env(name, value string) func(string) string {
	return func(asked string) string {
		if asked == name {
			return value
		}
		return ""
	}
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestNamed takes what people type, and never one client for another.
func TestNamed(t *testing.T) {
	t.Parallel()
	meant := map[string]string{}
	for _, c := range clients.All() {
		for _, name := range []string{c.ID, c.Name, strings.ToUpper(c.ID), strings.ToLower(c.Name), strings.ReplaceAll(c.Name, " ", "")} {
			if other := meant[name]; other != "" && other != c.ID {
				t.Errorf("%q means %s and %s", name, other, c.ID)
			}
			meant[name] = c.ID
		}
	}
	meant["claude_desktop"], meant["vs-code"] = "claude-desktop", "vscode"
	for name, id := range meant {
		if c, ok := clients.Named(name); !ok || c.ID != id {
			t.Errorf("%q is %q, want %q", name, c.ID, id)
		}
	}
	for _, name := range []string{"", " ", "claude", "code", "cursor.exe"} {
		if c, ok := clients.Named(name); ok {
			t.Errorf("%q is %q", name, c.ID)
		}
	}
}
