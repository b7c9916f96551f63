// Package packaging_test checks what is shipped with the programs against them:
// completion scripts, man pages and what a build reports about itself.
package packaging_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// programs are what ships.
var programs = []string{"app-builder", "gift-mcp", "portfolio-mcp", "recipe-mcp", "recipe-vault"}

const (
	release = "1.2.3-test"
	commit  = "0123abcd4567ef890123abcd4567ef890123abcd"
	date    = "2026-01-02T03:04:05Z"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// built returns the path of a program that is linked as in a release.
func built(t *testing.T, program string) string {
	t.Helper()
	const variable = " -X github.com/mcp-adapters/mcp-adapters/internal/program/cli."
	return harness.Build(t, program, "-ldflags", "-s -w"+variable+"release="+release+variable+"commit="+commit+variable+"date="+date)
}

// output runs a program that must succeed and say nothing on stderr.
func output(t *testing.T, program string, args ...string) string {
	t.Helper()
	got := harness.File(t, built(t, program), args...).Run()
	if got.Code != 0 || got.Stderr != "" {
		t.Fatalf("%s %s: exit code %d\n%s", program, strings.Join(args, " "), got.Code, got.Stderr)
	}
	return got.Stdout
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
			binary, err := os.ReadFile(built(t, program))
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
