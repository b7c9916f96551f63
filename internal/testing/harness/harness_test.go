package harness_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

func TestMain(m *testing.M) {
	harness.Main(m, harness.Parts{
		"echo": func(args []string) int {
			var stdout io.Writer = os.Stdout //nolint:forbidigo // the test binary is a program here
			fmt.Fprintln(os.Stderr, `{"listening":"127.0.0.1:1"}`, strings.Join(args, " "))
			for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
				fmt.Fprintln(stdout, "heard "+lines.Text())
			}
			return 3
		},
		"environment": func([]string) int {
			var stdout io.Writer = os.Stdout //nolint:forbidigo // the test binary is a program here
			fmt.Fprint(stdout, strings.Join(os.Environ(), "\n"))
			return 0
		},
		"deaf": func([]string) int {
			time.Sleep(time.Hour)
			return 0
		},
	})
}

func TestProcess(t *testing.T) {
	t.Parallel()
	p := harness.Part(t, "echo", "a", "b").Start()
	p.Log.Await(t, "a b")
	p.Write("one\ntwo\nthree\n")
	if got := p.ReadLine(); got != "heard one\n" {
		t.Errorf("%q", got)
	}
	p.CloseInput()
	if got := p.Rest(); got != "heard two\nheard three\n" {
		t.Errorf("%q", got)
	}
	if code := p.Wait(); code != 3 {
		t.Errorf("exit code %d", code)
	}
}

func TestProcess_Kill(t *testing.T) {
	t.Parallel()
	p := harness.Part(t, "echo").Start()
	p.Log.Await(t, "listening")
	p.Kill()
	p.Kill()
	if code := p.Wait(); code == 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestCommand_Run(t *testing.T) {
	t.Parallel()
	got := harness.Part(t, "echo", "x").Feed("one").Run()
	if want := (harness.Outcome{Code: 3, Stdout: "heard one\n", Stderr: `{"listening":"127.0.0.1:1"}` + " x\n"}); got != want {
		t.Errorf("%+v", got)
	}
}

// TestCommand_Environment: what a program finds is the test's.
func TestCommand_Environment(t *testing.T) {
	t.Setenv("API_KEY", "the computer's own")
	got := harness.Part(t, "environment").Set("LOG_LEVEL=debug").Run().Stdout
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "LOCALAPPDATA"} {
		if !strings.Contains(got, "\n"+name+"=") && !strings.HasPrefix(got, name+"=") {
			t.Errorf("no %s in\n%s", name, got)
		}
	}
	if home, err := os.UserHomeDir(); err == nil && strings.Contains(got, "="+home+"\n") || strings.Contains(got, "API_KEY") || !strings.Contains(got, "LOG_LEVEL=debug") {
		t.Errorf("the environment:\n%s", got)
	}
}

// recorder is a test that goes on when it has failed.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Errorf(format string, args ...any) { r.failed += fmt.Sprintf(format, args...) }

// TestCommand_Patience ends what does not end by itself, and says so.
func TestCommand_Patience(t *testing.T) {
	t.Parallel()
	r := &recorder{TB: t}
	c := harness.Part(r, "deaf")
	c.Patience = time.Millisecond
	if got := c.Run(); got.Code != -1 || !strings.Contains(r.failed, "had not ended after 1ms") {
		t.Errorf("%+v, %q", got, r.failed)
	}
}

// TestBuild builds once for a name and flags.
func TestBuild(t *testing.T) {
	t.Parallel()
	program := harness.Build(t, "recipe-vault")
	if again := harness.Build(t, "recipe-vault"); again != program {
		t.Errorf("%s and %s", program, again)
	}
	if got := harness.Program(t, "recipe-vault", "--version").Run(); got.Code != 0 || !strings.HasPrefix(got.Stdout, "recipe-vault version ") {
		t.Errorf("%+v", got)
	}
}

// TestNeeds_InCI checks that a target of the Makefile, which CI runs, has each package with
// tests that a plain go test leaves out.
func TestNeeds_InCI(t *testing.T) {
	t.Parallel()
	root := harness.Root(t)
	targets, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	var run []string
	for line := range strings.Lines(string(targets)) {
		if strings.Contains(line, "TEST_NEEDS=") {
			run = append(run, strings.TrimSpace(line)+" ")
		}
	}
	found := 0
	err = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		asks := slices.ContainsFunc([]string{"harness.Needs(", "pgtest.S", "chromium.Open(", "widgettest.New"}, func(call string) bool {
			return strings.Contains(string(text), call)
		})
		if err != nil || !asks || strings.Contains(path, "harness_test") {
			return err
		}
		found++
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if !strings.Contains(strings.Join(run, "\n"), " ./"+filepath.ToSlash(dir)+" ") {
			t.Errorf("no target with TEST_NEEDS has ./%s", dir)
		}
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%d files, %v", found, err)
	}
}

func TestSeeded(t *testing.T) {
	draw := func(seed string) uint64 {
		t.Setenv("TEST_SEED", seed)
		return harness.Seeded(t).Uint64()
	}
	usual := draw("")
	if again := draw(""); again != usual {
		t.Errorf("%d and %d without a seed", usual, again)
	}
	if drawn := draw("new"); drawn == usual || drawn == draw("new") {
		t.Errorf("%d was not drawn", drawn)
	}
	if given := draw("7"); given == usual || given != draw("7") {
		t.Errorf("%d does not come of the seed", given)
	}
	t.Setenv("TEST_SEED", "seven")
	v := &verdict{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		harness.Seeded(v)
	}()
	<-done
	if v.said != "failed" {
		t.Errorf("a seed that is not a number: %q", v.said)
	}
}

func TestNeeds(t *testing.T) { //nolint:paralleltest // it sets the environment
	for _, row := range []struct{ given, want string }{
		{"", "skipped"},
		{"java", "skipped"},
		{"no-such-program", "skipped"}, // go is missing in the list
		{"go,no-such-program", "failed"},
		{"all", "failed"},
	} {
		t.Setenv("TEST_NEEDS", row.given)
		r := &verdict{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			harness.Needs(r, "go", "no-such-program")
		}()
		<-done
		if r.said != row.want {
			t.Errorf("%q: %q, want %q", row.given, r.said, row.want)
		}
	}
}

// verdict is how a test would end.
type verdict struct {
	testing.TB
	said string
}

func (v *verdict) Skipf(string, ...any) {
	v.said = "skipped"
	runtime.Goexit()
}

func (v *verdict) Fatalf(string, ...any) {
	v.said = "failed"
	runtime.Goexit()
}
