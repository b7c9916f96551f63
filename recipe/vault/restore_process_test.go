package vault_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcp-adapters/recipe/vault"
)

// holder saves the recipe "Held" in the vault PATH, where it lies in the log, and
// keeps the vault open until its input ends.
func holder(args []string) int {
	v := vault.New(vault.Options{Path: args[0]})
	req, _ := http.NewRequestWithContext(context.Background(), "POST", "http://vault.invalid/api/recipes", strings.NewReader(`{"title":"Held"}`))
	res, err := v.Transport().RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusCreated {
		fmt.Println(err, res)
		return 1
	}
	_ = res.Body.Close()
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = v.Close()
	return 0
}

// dyingRestore restores FILE to PATH and kills itself after STEP. Its exit code
// tells that it never came there.
func dyingRestore(args []string) int {
	path, file, step := args[0], args[1], args[2]
	err := vault.RestoreUntil(context.Background(), path, file, func(reached string) {
		if reached == step {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
			select {}
		}
	})
	fmt.Println("never reached:", step, err)
	return 0
}

// hold starts a holder, and returns when it has the vault open. end lets it end.
func hold(t *testing.T, path string) (kill, end func()) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, path)
	cmd.Env = append(os.Environ(), childEnv+"=holder")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line != "open\n" {
		t.Fatalf("%q, %v", line, err)
	}
	return func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}, func() {
			_ = stdin.Close()
			_ = cmd.Wait()
		}
}

// TestRestore_InUse has another program keep the vault open, idle. Whether it is
// sound by now makes no difference.
func TestRestore_InUse(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, path string){
		"sound": func(*testing.T, string) {},
		"a header of zeros": func(t *testing.T, path string) {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Skip(err) // Windows may not let anybody
			}
			_, err = f.WriteAt(make([]byte, 100), 0)
			if err := errors.Join(err, f.Close()); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, file := household(t, 2)
			kill, end := hold(t, path)
			defer kill()
			spoil(t, path)
			before := namesIn(t, filepath.Dir(path))
			data := readFile(t, path)
			if _, err := vault.Restore(t.Context(), path, file); !errors.Is(err, vault.ErrInUse) {
				t.Fatalf("%v", err)
			}
			if d := cmp.Diff(before, namesIn(t, filepath.Dir(path))); d != "" || data != readFile(t, path) {
				t.Errorf("the vault was changed: %s", d)
			}
			end()
			if _, err := vault.Restore(t.Context(), path, file); err != nil {
				t.Fatal(err)
			}
			checkHeld(t, path, justRestored)
		})
	}
}

// TestRestore_AfterAKill: who is dead doesn't use the vault.
func TestRestore_AfterAKill(t *testing.T) {
	t.Parallel()
	path, file := household(t, 2)
	kill, _ := hold(t, path)
	kill()
	got, err := vault.Restore(t.Context(), path, file)
	if err != nil {
		t.Fatal(err)
	}
	checkHeld(t, path, justRestored)
	checkHeld(t, got.Kept, []string{"Held", "Soup 0", "Soup 1"})
}

// TestRestore_Killed kills the restoring process after each of its steps. A sound
// vault is then the former or the restored one, whole, and in the second case the
// former one is kept; of a damaged one all is there. Restoring again works.
func TestRestore_Killed(t *testing.T) {
	t.Parallel()
	former := []string{"Held", "Soup 0", "Soup 1"}
	for name, steps := range map[string][]string{
		"sound":   {"copied", "kept", "cleared-wal", "cleared-shm", "cleared-journal", "replaced"},
		"damaged": {"copied", "kept", "kept-wal", "cleared-wal", "cleared-shm", "cleared-journal", "replaced"},
		"missing": {"copied", "cleared-journal", "replaced"},
	} {
		for _, step := range steps {
			t.Run(name+", "+step, func(t *testing.T) {
				t.Parallel()
				path, file := household(t, map[string]int{"sound": 2, "damaged": 100}[name])
				if name != "missing" {
					kill, _ := hold(t, path)
					kill() // leaves a log and its index
				}
				var pieces []string
				if name == "damaged" {
					zeroLastPage(t, path)
					writeFile(t, path+"-wal", strings.Repeat("old log", 10))
					pieces = []string{readFile(t, path), readFile(t, path+"-wal")}
				}
				if out, err := runChild(t.Context(), "dyingRestore", path, file, step); err == nil || out != "" {
					t.Fatalf("%v: %s", err, out)
				}
				var kept []string
				for _, n := range namesIn(t, filepath.Dir(path)) {
					if strings.Contains(n, ".before-restore-") && !strings.HasSuffix(n, "-wal") {
						kept = append(kept, filepath.Join(filepath.Dir(path), n))
					}
				}
				switch name {
				case "sound":
					now := held(t, path)
					if !cmp.Equal(now, former) && !cmp.Equal(now, justRestored) {
						t.Errorf("the vault holds %v", now)
					}
					if cmp.Equal(now, justRestored) {
						checkHeld(t, kept[0], former)
					}
				case "damaged":
					for _, piece := range pieces {
						if !lies(t, filepath.Dir(path), piece) {
							t.Error("a part of the former vault is gone")
						}
					}
				}
				if _, err := vault.Restore(t.Context(), path, file); err != nil {
					t.Fatal(err)
				}
				checkHeld(t, path, justRestored)
				// What a killed one has kept of a vault that stayed is a second name of
				// it, and would change with it.
				if name == "sound" && step != "replaced" && keptIn(t, path) != 1 {
					t.Errorf("there are %v", namesIn(t, filepath.Dir(path)))
				}
			})
		}
	}
}

func keptIn(t *testing.T, path string) (n int) {
	t.Helper()
	for _, name := range namesIn(t, filepath.Dir(path)) {
		if strings.HasPrefix(name, filepath.Base(path)+".before-restore-") {
			n++
		}
	}
	return n
}

// lies reports whether a file of the directory holds that.
func lies(t *testing.T, dir, data string) bool {
	t.Helper()
	for _, name := range namesIn(t, dir) {
		if readFile(t, filepath.Join(dir, name)) == data {
			return true
		}
	}
	return false
}
