//go:build unix

package reliability_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestModes starts both programs with the loosest umask there is. What they make
// is for its owner alone, and a key file that is looser is warned about.
func TestModes(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	run := func(name, stdin, until string, settings ...string) {
		t.Helper()
		c := harness.File(t, "/bin/sh", "-c", `umask 0; exec "$0"`, harness.Build(t, name))
		p := c.Set("HOME="+home, "XDG_DATA_HOME="+filepath.Join(home, "data"), "BIND_ADDRESS=127.0.0.1:0").Set(settings...).Feed(stdin).Start()
		if until != "" {
			p.Log.Await(t, until)
			checkModes(t, home)
			p.Kill()
		} else if code := p.Wait(); code != 0 {
			t.Errorf("%s: exit code %d\n%s", name, code, p.Log)
		}
	}
	run("recipe-mcp", create("1", `{"title":"zq7"}`)+"\n", "")
	checkModes(t, home)
	run("recipe-vault", "", "recipe-vault is ready", "DATABASE_URL=sqlite:"+home+"/served/deep/recipes.db")

	key := home + "/served/deep/recipes.db.key"
	secret, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	for _, loose := range []fs.FileMode{0o640, 0o604, 0o660} {
		if err := os.Chmod(key, loose); err != nil {
			t.Fatal(err)
		}
		p := program(t, "recipe-vault").Set("BIND_ADDRESS=127.0.0.1:0", "DATABASE_URL=sqlite:"+home+"/served/deep/recipes.db").Start()
		p.Log.Await(t, "recipe-vault is ready")
		p.Kill()
		if !strings.Contains(p.Log.String(), "others on this machine may read the key file") {
			t.Errorf("no warning about %v:\n%s", loose, p.Log)
		}
		if strings.Contains(p.Log.String(), strings.TrimSpace(string(secret))) {
			t.Error("the log tells the key")
		}
	}
}

// checkModes asserts that everything below a directory is its owner's alone.
func checkModes(t *testing.T, root string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		} else {
			files++
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has the mode %v", strings.TrimPrefix(path, root), got)
		}
		return nil
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}
