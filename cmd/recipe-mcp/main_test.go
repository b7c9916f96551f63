package main_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	program "mcp-adapters/cmd/recipe-mcp"
)

// TestMain gives the scripts a recipe-mcp that is this test binary, and the
// other tests a directory for one that the Go tool built.
func TestMain(m *testing.M) {
	testscript.Main(suite{m}, map[string]func(){"recipe-mcp": program.Main})
}

// suite runs the tests; it isn't asked when the test binary plays recipe-mcp.
type suite struct{ m *testing.M }

func (s suite) Run() int {
	dir, err := os.MkdirTemp("", "recipe-mcp-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() {
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}()
	buildDir = dir
	return s.m.Run()
}

var buildDir string

// binary builds recipe-mcp once per test process and gives its path. Under the
// race detector the program is built with it too, and a race makes it exit
// with 66, which no test expects.
var binary = sync.OnceValues(func() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	path := filepath.Join(buildDir, "recipe-mcp.exe")
	args := []string{"build", "-o", path}
	if raceEnabled() {
		args = append(args, "-race")
	}
	build := exec.CommandContext(ctx, "go", append(args, ".")...)
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build recipe-mcp: %w\n%s", err, text)
	}
	return path, nil
})

func raceEnabled() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		return s.Key == "-race" && s.Value == "true"
	})
}
