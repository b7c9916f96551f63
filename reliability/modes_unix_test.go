//go:build unix

package reliability_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestModes starts both programs with the loosest umask there is. What they make
// is for its owner alone, and a key file that is looser is warned about.
func TestModes(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	run := func(program, stdin, until string, settings ...string) string {
		t.Helper()
		cmd := exec.Command("/bin/sh", "-c", `umask 0; exec "$0"`, binary(program))
		cmd.Env = append([]string{"HOME=" + home, "XDG_DATA_HOME=" + filepath.Join(home, "data"), "BIND_ADDRESS=127.0.0.1:0"}, settings...)
		out := newOutput()
		cmd.Stdin, cmd.Stderr = strings.NewReader(stdin), out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if until != "" {
			if !out.await(until) {
				t.Errorf("%s never said %q:\n%s", program, until, out)
			}
			checkModes(t, home)
			_ = cmd.Process.Kill()
		}
		if err := cmd.Wait(); err != nil && until == "" {
			t.Errorf("%s: %v\n%s", program, err, out)
		}
		return out.String()
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
		cmd := exec.Command(binary("recipe-vault"))
		cmd.Env = []string{"BIND_ADDRESS=127.0.0.1:0", "DATABASE_URL=sqlite:" + home + "/served/deep/recipes.db"}
		out := newOutput()
		cmd.Stderr = out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if !out.await("recipe-vault is ready") || !strings.Contains(out.String(), "others on this machine may read the key file") {
			t.Errorf("no warning about %v:\n%s", loose, out)
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if strings.Contains(out.String(), strings.TrimSpace(string(secret))) {
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
