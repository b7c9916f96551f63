package harness

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// buildLimit bounds one build; the first one on a machine compiles everything.
const buildLimit = 10 * time.Minute

// builds are the programs built so far, by name and flags.
var builds struct {
	dir string // set before any test runs

	mu   sync.Mutex // guards made
	made map[string]func() (string, error)
}

// Race reports whether the tests run with the race detector.
var Race = sync.OnceValue(func() bool { return setting("-race") == "true" })

// setting returns the value of a flag that the tests were compiled with.
func setting(flag string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == flag })
	if i < 0 {
		return ""
	}
	return info.Settings[i].Value
}

// Build builds a program of cmd, with more build flags if there are any, and returns
// its path. Each is built once, for all test binaries of a run: compiling takes what
// the tests were compiled of, since the environment is the same and there is no
// profile, and go run keeps what it has linked. Under the race detector the program
// is built with it too, as the tests are, and a race makes it exit with 66, which no
// test expects.
func Build(tb testing.TB, name string, flags ...string) string {
	tb.Helper()
	builds.mu.Lock()
	if builds.made == nil {
		builds.made = map[string]func() (string, error){}
	}
	key := name + "\x00" + strings.Join(flags, "\x00")
	build := builds.made[key]
	if build == nil {
		file := name
		if runtime.GOOS == "windows" {
			file += ".exe"
		}
		path := filepath.Join(builds.dir, strconv.Itoa(len(builds.made)), file)
		build = sync.OnceValues(func() (string, error) { return path, goBuild(path, name, flags) })
		builds.made[key] = build
	}
	builds.mu.Unlock()
	path, err := build()
	if err != nil {
		tb.Fatal(err)
	}
	return path
}

// keeping is the part that a test binary plays when go run hands it a program
// instead of starting it: it copies the program, which may be gone when go run ends.
const keeping = "go run -exec"

// keep copies from one path to the other.
func keep(from, to string) error {
	program, err := os.ReadFile(from) //nolint:gosec // of go run
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil { //nolint:gosec // of the test's own
		return err
	}
	return os.WriteFile(to, program, 0o700) //nolint:gosec // it is executed
}

func goBuild(path, name string, flags []string) error {
	if builds.dir == "" {
		return fmt.Errorf("build %s: TestMain does not run the tests through package harness", name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), buildLimit)
	defer cancel()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args := append([]string{"run", "-pgo=off", "-buildvcs=false", "-exec", "'" + self + "'"}, flags...)
	if Race() {
		args = append(args, "-race", "-gcflags="+setting("-gcflags"))
	}
	build := exec.CommandContext(ctx, "go", append(args, "github.com/mcp-adapters/mcp-adapters/cmd/"+name, path)...) //nolint:gosec // the flags are a test's own
	build.Env = append(os.Environ(), playing+"="+keeping)
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", name, err, text)
	}
	return nil
}
