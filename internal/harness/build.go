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
var Race = sync.OnceValue(func() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		return s.Key == "-race" && s.Value == "true"
	})
})

// Build builds a program of cmd, with more flags for go build if there are any,
// and returns its path. Each is built once. Compiling takes what the tests were
// compiled of: the environment is the same and there is no profile. Under the race
// detector the program is built with it too, and a race makes it exit with 66,
// which no test expects.
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

func goBuild(path, name string, flags []string) error {
	if builds.dir == "" {
		return fmt.Errorf("build %s: TestMain does not run the tests through package harness", name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), buildLimit)
	defer cancel()
	args := append([]string{"build", "-pgo=off", "-buildvcs=false", "-o", path}, flags...)
	if Race() {
		args = append(args, "-race")
	}
	build := exec.CommandContext(ctx, "go", append(args, "mcp-adapters/cmd/"+name)...) //nolint:gosec // the flags are a test's own
	build.Env = os.Environ()
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", name, err, text)
	}
	return nil
}
