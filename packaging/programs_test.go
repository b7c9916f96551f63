// Package packaging_test checks what is shipped with the programs against them:
// completion scripts, man pages and what a build reports about itself.
package packaging_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// programs are what ships.
var programs = []string{"recipe-mcp", "recipe-vault"}

const (
	release = "1.2.3-test"
	commit  = "0123abcd4567ef890123abcd4567ef890123abcd"
	date    = "2026-01-02T03:04:05Z"
)

// binDir holds the programs, linked as in a release.
var binDir string

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "packaging-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(dir) }()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	const variable = " -X mcp-adapters/program/buildinfo."
	build := exec.CommandContext(ctx, "go", "build", "-o", dir+string(filepath.Separator),
		"-ldflags", "-s -w"+variable+"release="+release+variable+"commit="+commit+variable+"date="+date, "../cmd/...")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the programs: %v\n%s", err, text)
		return 1
	}
	binDir = dir
	return m.Run()
}

// environment is a program's environment: what the system needs and a home of its
// own, without settings.
func environment(t *testing.T, more ...string) []string {
	t.Helper()
	return append([]string{
		"PATH=" + binDir + string(os.PathListSeparator) + os.Getenv("PATH"),
		"HOME=" + t.TempDir(), "SYSTEMROOT=" + os.Getenv("SYSTEMROOT"),
	}, more...)
}

// output runs a program that must succeed and write nothing to stderr.
func output(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(binDir, program), args...)
	cmd.Env = environment(t)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, stderr.String())
	}
	return string(text)
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, program := range programs {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			want := program + " version " + release + " (commit " + commit[:12] + ", " + date + ")\n"
			if got := output(t, program, "--version"); got != want {
				t.Errorf("--version prints %q, want %q", got, want)
			}
		})
	}
}

// TestDeadCode asserts that the linker could remove methods that are not called.
// One reachable template, such as a version template for cobra, makes it keep all
// methods, which adds 3 MB to each program.
func TestDeadCode(t *testing.T) {
	t.Parallel()
	for _, program := range programs {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			suffix := map[string]string{"windows": ".exe"}[runtime.GOOS]
			binary, err := os.ReadFile(filepath.Join(binDir, program+suffix))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(binary, []byte("main.main")) {
				t.Fatal("the program does not name its functions")
			}
			if bytes.Contains(binary, []byte("text/template.(*state).evalField")) {
				t.Error("text/template is reachable: go build -ldflags=-dumpdep tells from where")
			}
		})
	}
}
