package database_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/internal/database"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// The test binary plays these in processes of their own.
func TestMain(m *testing.M) {
	harness.Main(m, harness.Parts{"holder": holder, "dyingRestore": dyingRestore})
}

// holder saves the note "Held" in the file PATH, where it is in the log, and keeps
// the file open until its input ends.
func holder(args []string) int {
	db := database.New(database.Options{Path: args[0], Schema: notes})
	if err := add(context.Background(), db, "Held"); err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = db.Close()
	return 0
}

// dyingRestore restores FILE to PATH and kills itself after STEP. Its exit code
// says that it never got there.
func dyingRestore(args []string) int {
	path, file, step := args[0], args[1], args[2]
	err := notes.RestoreUntil(context.Background(), path, file, func(reached string) {
		if reached == step {
			self, _ := os.FindProcess(os.Getpid())
			_ = self.Kill()
			select {}
		}
	})
	fmt.Println("never reached:", step, err)
	return 0
}

// leaveKilled kills a holder, which leaves a log and its index.
func leaveKilled(t *testing.T, path string) {
	t.Helper()
	p := harness.Part(t, "holder", path).Start()
	if line := p.ReadLine(); line != "open\n" {
		t.Fatal(line)
	}
	p.Kill()
}

// TestRestore_Killed kills the restoring process after each of its steps. A sound
// file is then the former or the restored one, whole, and in the second case the
// former one is kept; of a damaged one all is there. Restoring again works.
func TestRestore_Killed(t *testing.T) {
	t.Parallel()
	former := []string{"Held", "Soup 0", "Soup 1"}
	for name, steps := range map[string][]string{
		"sound":   {"created", "copied", "kept", "cleared-wal", "cleared-shm", "cleared-journal", "replaced"},
		"damaged": {"created", "copied", "kept", "kept-wal", "cleared-wal", "cleared-shm", "cleared-journal", "replaced"},
		"missing": {"created", "copied", "cleared-journal", "replaced"},
	} {
		for _, step := range steps {
			t.Run(name+", "+step, func(t *testing.T) {
				t.Parallel()
				path, file := household(t, map[string]int{"sound": 2, "damaged": 100}[name])
				if name != "missing" {
					leaveKilled(t, path)
				}
				var pieces []string
				if name == "damaged" {
					zeroLastPage(t, path)
					writeFile(t, path+"-wal", strings.Repeat("old log", 10))
					pieces = []string{readFile(t, path), readFile(t, path+"-wal")}
				}
				if got := harness.Part(t, "dyingRestore", path, file, step).Run(); got.Code == 0 || got.Stdout+got.Stderr != "" {
					t.Fatalf("%+v", got)
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
						t.Errorf("the file holds %v", now)
					}
					if cmp.Equal(now, justRestored) {
						checkHeld(t, kept[0], former)
					}
				case "damaged":
					for _, piece := range pieces {
						if !lies(t, filepath.Dir(path), piece) {
							t.Error("a part of the former file is gone")
						}
					}
				}
				if _, err := notes.Restore(t.Context(), path, file); err != nil {
					t.Fatal(err)
				}
				checkHeld(t, path, justRestored)
				// What a killed one has kept of a file that stayed is a second name of
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

// TestRestore_CopyFails has the copying cancelled, and the disk full.
func TestRestore_CopyFails(t *testing.T) {
	t.Parallel()
	unchanged := func(t *testing.T, path string) {
		t.Helper()
		if d := cmp.Diff([]string{filepath.Base(path)}, namesIn(t, filepath.Dir(path))); d != "" {
			t.Error(d)
		}
		checkHeld(t, path, []string{"Soup 0", "Soup 1"})
	}
	t.Run("cancelled", func(t *testing.T) {
		t.Parallel()
		path, file := household(t, 2)
		ctx, cancel := context.WithCancel(t.Context())
		err := notes.RestoreUntil(ctx, path, file, func(step string) {
			if step == "created" {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		unchanged(t, path)
	})
	t.Run("disk full", func(t *testing.T) {
		t.Parallel()
		if runtime.GOOS == "windows" {
			t.Skip("Windows has no limit for the size of a file")
		}
		path, file := household(t, 2)
		c := harness.Part(t, "dyingRestore", path, file, "copied")
		// A write past the limit fails, as one on a full disk does.
		c.Args = append([]string{"sh", "-c", `trap '' XFSZ; ulimit -f 8; exec "$@"`, "sh", c.Path}, c.Args[1:]...)
		c.Path = "/bin/sh"
		want := fmt.Sprintf("never reached: copied %s could not be copied to %s: the disk is full or cannot be written; make room there, and try again\n", file, filepath.Dir(path))
		if got := c.Run(); got.Code != 0 || got.Stdout != want {
			t.Errorf("%+v", got)
		}
		unchanged(t, path)
	})
}

// TestRestore_WithoutLinks copies what can't be linked: here a file without a name.
func TestRestore_WithoutLinks(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not take away the name of a file that is open")
	}
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	writeFile(t, from, "precious")
	f, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if err := os.Remove(from); err != nil {
		t.Fatal(err)
	}
	if err := database.Duplicate(f, to); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, to); got != "precious" || len(namesIn(t, dir)) != 1 {
		t.Errorf("%q, %v", got, namesIn(t, dir))
	}
	if err := database.Duplicate(f, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a name that is taken: %v", err)
	}
}
