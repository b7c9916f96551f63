package clients_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/program/clients"
)

func TestChange_Apply_newFile(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "vscode")
	ch := c.plan(example())
	if ch.Exists || ch.Old != nil || ch.Path != c.path || !ch.Changed() {
		t.Errorf("change = %+v", ch)
	}
	if _, err := os.Stat(filepath.Dir(c.path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Plan made the directory: %v", err)
	}
	if backup := c.apply(ch); backup != "" {
		t.Errorf("backup of nothing: %s", backup)
	}
	if c.read() != string(ch.New) {
		t.Error("the file is not what was planned")
	}
	if diff := cmp.Diff([]string{"mcp.json"}, c.files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	wantMode(t, c.path, 0o600)
	wantMode(t, filepath.Dir(c.path), 0o700)
	wantMode(t, filepath.Dir(filepath.Dir(c.path)), 0o700)
}

func TestChange_Apply_backup(t *testing.T) {
	t.Parallel()
	const old = "{\"a\": 1}"
	c := newConfig(t, "cursor").write(old)
	if err := os.Chmod(c.path, 0o640); err != nil {
		t.Fatal(err)
	}
	backup := c.apply(c.plan(example()))
	if want := c.path + ".2026-01-02T12-00-00.bak"; backup != want {
		t.Errorf("backup = %s, want %s", backup, want)
	}
	if b, err := os.ReadFile(backup); err != nil || string(b) != old {
		t.Errorf("backup holds %q, %v", b, err)
	}
	wantMode(t, c.path, 0o640)
	wantMode(t, backup, 0o600)
	want := []string{"mcp.json", "mcp.json.2026-01-02T12-00-00.bak"}
	if diff := cmp.Diff(want, c.files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}

	// The same second again: a name that is not taken.
	again := example()
	again.Command = "/other"
	if backup := c.apply(c.plan(again)); backup != c.path+".2026-01-02T12-00-00-2.bak" {
		t.Errorf("second backup = %s", backup)
	}
	if b, err := os.ReadFile(backup); err != nil || string(b) != old {
		t.Errorf("the first backup now holds %q, %v", b, err)
	}
	// And a change of nothing: no backup at all.
	if backup := c.apply(c.plan(again)); backup != "" {
		t.Errorf("backup of a change of nothing: %s", backup)
	}
}

func TestChange_Apply_keepsTenBackups(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "cursor").write("{}")
	other := []string{
		"mcp.json.bak", "mcp.json.2026-01-02.bak", "mcp.json.2026-01-02T12-00-00.bak.txt",
		"mcp.json.2026-01-02T12-00-00x.bak", "other.json.2020-01-02T12-00-00.bak",
	}
	for _, name := range other {
		if err := os.WriteFile(filepath.Join(filepath.Dir(c.path), name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var made []string
	for i := range 13 {
		entry := example()
		entry.Command = fmt.Sprintf("/bin/%d", i)
		backup, err := c.plan(entry).Apply(noon.Add(time.Duration(i/2) * time.Hour)) // two in a second
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, filepath.Base(backup))
	}
	want := slices.Sorted(slices.Values(slices.Concat([]string{"mcp.json"}, other, made[3:])))
	if diff := cmp.Diff(want, c.files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}

	// A clock set back: the newest by name is not the one just made.
	backup, err := c.plan(example()).Apply(noon.AddDate(-1, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(backup); err != nil {
		t.Errorf("the backup just made is gone: %v", err)
	}
}

func TestChange_Apply_changedMeanwhile(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, before string
		meanwhile    func(c *config)
		after        string
	}{
		{"edited", "{}", func(c *config) { c.write(`{"a": 1}`) }, `{"a": 1}`},
		{"made", "", func(c *config) { c.write(`{}`) }, `{}`},
		{"made empty", "", func(c *config) { c.write(``) }, ``},
		{"removed", "{}", func(c *config) { _ = os.Remove(c.path) }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newConfig(t, "cursor")
			if tt.before != "" {
				c.write(tt.before)
			}
			ch := c.plan(example())
			tt.meanwhile(c)
			_, err := ch.Apply(noon)
			if e := faultOf(t, err, clients.KindChanged); e.Path != c.path || !strings.Contains(e.Message, "run this again") {
				t.Errorf("error = %v", e)
			}
			if got, _ := os.ReadFile(c.path); string(got) != tt.after || len(c.files()) > 1 {
				t.Errorf("file = %q, files = %v", got, c.files())
			}
		})
	}
}

func TestChange_Apply_symlink(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "cursor")
	dotfiles := filepath.Join(t.TempDir(), "dotfiles")
	mkdir(t, dotfiles)
	mkdir(t, filepath.Dir(c.path))
	target := filepath.Join(dotfiles, "cursor.json")
	link(t, target, c.path)

	_, err := clients.Plan(c.client, c.places, example())
	if e := faultOf(t, err, clients.KindUnreadable); !strings.Contains(e.Message, "link") {
		t.Errorf("error about a link to nothing = %v", e)
	}

	if err := os.WriteFile(target, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	ch := c.plan(example())
	if ch.Path != c.path {
		t.Errorf("path = %s, want that of the link", ch.Path)
	}
	c.apply(ch)
	if info, err := os.Lstat(c.path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	if b, err := os.ReadFile(target); err != nil || string(b) != string(ch.New) {
		t.Errorf("the target holds %q, %v", b, err)
	}
	if diff := cmp.Diff([]string{"mcp.json"}, c.files()); diff != "" {
		t.Errorf("files beside the link (-want +got):\n%s", diff)
	}
	c.apply(c.remove("example-server"))
	if got := c.read(); got != "{}" {
		t.Errorf("after removing = %q", got)
	}
}

func TestChange_Apply_cannotWrite(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Log("permissions do not bind this user: only the read-only file is tried")
	} else {
		c := newConfig(t, "cursor").write("{}")
		ch := c.plan(example())
		readOnlyDir(t, filepath.Dir(c.path))
		_, err := ch.Apply(noon)
		wantKind(t, err, clients.KindWrite)
		if c.read() != "{}" || len(c.files()) != 1 {
			t.Errorf("file = %q, files = %v", c.read(), c.files())
		}
	}

	c := newConfig(t, "cursor").write("{}")
	if err := os.Chmod(c.path, 0o400); err != nil {
		t.Fatal(err)
	}
	_, err := c.plan(example()).Apply(noon)
	if e := faultOf(t, err, clients.KindWrite); !strings.Contains(e.Message, "read-only") {
		t.Errorf("error = %v", e)
	}
	if c.read() != "{}" || len(c.files()) != 1 {
		t.Errorf("file = %q, files = %v", c.read(), c.files())
	}
}

// TestInstall_concurrent installs and uninstalls many entries of one file at once: none is
// lost, and nothing but backups is left beside the file.
func TestInstall_concurrent(t *testing.T) {
	t.Parallel()
	c := newConfig(t, "cursor").write("{}")
	const many = 8
	together := func(do func(name string, i int) error) {
		var all sync.WaitGroup
		for i := range many {
			all.Go(func() {
				if err := do(fmt.Sprintf("s%d", i), i); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	install := func(name string, _ int) error {
		_, _, err := clients.Install(t.Context(), c.client, c.places, clients.Entry{Name: name, Command: "/bin/s"}, noon)
		return err
	}
	together(install)
	together(func(name string, i int) error {
		if i%2 == 0 {
			return install("more-"+name, i)
		}
		_, _, err := clients.Uninstall(t.Context(), c.client, c.places, name, noon)
		return err
	})
	for i := range many {
		for name, want := range map[string]bool{fmt.Sprintf("s%d", i): i%2 == 0, fmt.Sprintf("more-s%d", i): i%2 == 0} {
			if _, ok, err := clients.Lookup(c.client, c.places, name); ok != want || err != nil {
				t.Errorf("%s is there: %v, %v", name, ok, err)
			}
		}
	}
	for _, name := range c.files() {
		if name != filepath.Base(c.path) && !strings.HasSuffix(name, ".bak") {
			t.Errorf("left behind: %s", name)
		}
	}
}

func wantMode(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != want && runtime.GOOS != "windows" {
		t.Errorf("mode of %s = %v, want %v", filepath.Base(path), got, want)
	}
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

func readOnlyDir(t *testing.T, dir string) {
	t.Helper()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Error(err)
		}
	})
}
