package clients_test

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

// TestChange_Apply_backupPlace keeps keys out of what may be published: a backup
// lies beside the file, beside the link to it, or with the user's data, whichever
// is not under version control.
func TestChange_Apply_backupPlace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, repository string // below the home
		linked, versions bool
		want             string
	}{
		{"a file", "", false, false, ".cursor"},
		{"a file in a repository", ".cursor", false, true, ".local/share/mcp-adapters/backups/cursor"},
		{"a link", "", true, false, "dotfiles"},
		{"a link into a repository", "dotfiles", true, true, ".cursor"},
		{"a link deep into a repository", ".", true, true, "dotfiles"}, // all of the home is
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, "cursor").write("{}")
			home, err := filepath.EvalSymlinks(c.places.Home)
			if err != nil {
				t.Fatal(err)
			}
			if tt.linked {
				target := filepath.Join(home, "dotfiles", "cursor.json")
				mkdir(t, filepath.Dir(target))
				if err := os.Rename(c.path, target); err != nil {
					t.Fatal(err)
				}
				link(t, target, c.path)
			}
			if tt.repository != "" {
				mkdir(t, filepath.Join(home, tt.repository, ".git"))
			}
			ch := c.plan(example())
			if ch.Versioned != tt.versions {
				t.Errorf("versioned: %v", ch.Versioned)
			}
			backup := c.apply(ch)
			if backup, err = filepath.EvalSymlinks(backup); err != nil {
				t.Fatal(err)
			}
			if got := filepath.Dir(backup); got != filepath.Join(home, tt.want) {
				t.Errorf("the backup is in %s, want %s", got, tt.want)
			}
			wantMode(t, backup, 0o600)
			all, err := clients.Files(c.client, c.places)
			if err != nil || len(all) != 2 {
				t.Errorf("files: %v %v", all, err)
			}
			// It is found again when the entry is taken out.
			c.apply(c.remove("example-server"))
			if got := c.read(); got != "{}" {
				t.Errorf("after removing: %q", got)
			}
		})
	}
}

// TestBackups gives what this package made, says what is in it, and takes it away.
func TestBackups(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"claude-desktop", "codex"} {
		c := newConfig(t, id)
		entry := example()
		for i, key := range []string{"one", "two", " ", "three"} {
			entry.Env = map[string]string{"API_KEY": key}
			if _, err := c.plan(entry).Apply(noon.Add(time.Duration(i) * time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{".2020-01-02T12-00-00.bak", ".mine.bak"} {
			if err := os.WriteFile(c.path+name, []byte("{"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		files, err := clients.Files(c.client, c.places)
		if err != nil {
			t.Fatal(err)
		}
		config, all := files[0], files[1:]
		var keys []string
		for _, b := range append(all, config) {
			keys = append(keys, b.Secrets(entry.Name, []string{"API_KEY"})...)
			if got := b.Secrets("another", []string{"API_KEY"}); len(got) > 0 {
				t.Errorf("%s is said to hold another's key", b.Path)
			}
		}
		if diff := cmp.Diff([]string{"one", "two", "three"}, keys); diff != "" {
			t.Errorf("%s: keys (-want +got):\n%s", id, diff)
		}
		var holds []bool
		for _, b := range append(all, config) {
			places, err := b.Find(keys)
			holds = append(holds, len(places) > 0)
			if (err != nil) != (b.Path == all[0].Path) {
				t.Errorf("%s: %v", b.Path, err)
			}
		}
		// The first cannot be read with certainty; the fourth has no key.
		if diff := cmp.Diff([]bool{false, true, true, false, true}, holds); diff != "" {
			t.Errorf("%s: which hold a key (-want +got):\n%s", id, diff)
		}
		for _, b := range all {
			if err := b.Remove(); err != nil {
				t.Error(err)
			}
			if err := b.Remove(); err != nil {
				t.Errorf("once more: %v", err)
			}
		}
		want := []string{filepath.Base(c.path), filepath.Base(c.path) + ".mine.bak"}
		if diff := cmp.Diff(want, c.files()); diff != "" {
			t.Errorf("files (-want +got):\n%s", diff)
		}
	}
}

// TestBackup_RemoveEmpties empties what cannot be removed.
func TestBackup_RemoveEmpties(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("permissions do not bind this user")
	}
	c := newConfig(t, "cursor").write("{}")
	backup := c.apply(c.plan(example()))
	all, err := clients.Files(c.client, c.places)
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	readOnlyDir(t, filepath.Dir(c.path))
	if err := all[1].Remove(); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(backup); err != nil || len(text) > 0 {
		t.Errorf("it holds %d bytes, %v", len(text), err)
	}
}

// TestChange_Apply_closesOldBackups lets only their owner read those of an older
// release.
func TestChange_Apply_closesOldBackups(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "cursor").write("{}")
	old, other := c.path+".2020-01-02T12-00-00.bak", c.path+".bak"
	for _, path := range []string{old, other} {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c.apply(c.plan(example()))
	wantMode(t, old, 0o600)
	wantMode(t, other, 0o644)
}

// TestInstall_leftovers removes what a writer left that was killed, and nothing
// of others.
func TestInstall_leftovers(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "claude-code").write("{}")
	ours := []string{"..claude.json.3141592.tmp", "..claude.json.2026-01-02T12-00-00.bak.27.tmp", "..claude.json.2026-01-02T12-00-00-2.bak.27.tmp"}
	others := []string{"..claude.json.tmp", "..claude.json.x.tmp", ".claude.json.1.tmp", "..claude.json.old.1.tmp", "..claude.json.1.tmp.keep"}
	leave := func(names []string) {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(filepath.Dir(c.path), name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	leave(others)
	left := func() []string {
		return slices.DeleteFunc(c.files(), func(name string) bool { return !strings.Contains(name, ".tmp") })
	}
	want := slices.Sorted(slices.Values(others))
	for _, what := range []string{"a change", "nothing to change"} {
		leave(ours)
		if _, _, err := clients.Install(t.Context(), c.client, c.places, example(), noon); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, left()); diff != "" {
			t.Errorf("%s: left (-want +got):\n%s", what, diff)
		}
	}
}

// TestExposed goes by the mode of the file, also of one behind a link.
func TestExposed(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing here")
	}
	c := newConfig(t, "cursor")
	if clients.Exposed(c.path) {
		t.Error("a file that is not there is exposed")
	}
	c.write("{}")
	target := filepath.Join(t.TempDir(), "cursor.json")
	if err := os.Rename(c.path, target); err != nil {
		t.Fatal(err)
	}
	link(t, target, c.path)
	for mode, want := range map[os.FileMode]bool{0o600: false, 0o640: true, 0o604: true, 0o644: true, 0o622: false} {
		if err := os.Chmod(target, mode); err != nil {
			t.Fatal(err)
		}
		if got := clients.Exposed(c.path); got != want {
			t.Errorf("%v: %v", mode, got)
		}
	}
	if err := os.Chmod(target, 0o600); err != nil {
		t.Fatal(err)
	}
	c.apply(c.plan(example()))
	wantMode(t, target, 0o600)
}
