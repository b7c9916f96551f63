// Package cmd_test tests what all five programs do in the same way.
package cmd_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

func TestMain(m *testing.M) { harness.Main(m, nil) }

// TestPrograms covers help, version, usage mistakes and faults of the environment of every program.
func TestPrograms(t *testing.T) {
	t.Parallel()
	settings, err := os.ReadFile("../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"recipe-mcp", "recipe-vault", "portfolio-mcp", "gift-mcp", "app-builder"} {
		for _, row := range []struct {
			args  string
			code  int
			parts []string // of stdout, or of stderr if the program fails
			lines int      // most lines; 0: any number
		}{
			{"--help", 0, []string{"Usage:\n  " + name + "\n", "\n  doctor|\n  healthcheck", "HTTP_ADDR", name + " help environment lists all"}, 45},
			{"help", 0, []string{"Usage:\n  " + name + "\n"}, 45},
			{"help environment", 0, []string{"\n  HTTP_ADDR", "\n  METRICS_ADDR", "\n  SHUTDOWN_DELAY"}, 0},
			{"version", 0, []string{name + " version "}, 1},
			{"--version", 0, []string{name + " version "}, 1},
			{"--no-such-flag", 2, []string{name + ": there is no flag --no-such-flag\n", "Run " + name + " --help"}, 2},
			{"no-such-command", 2, []string{`there is no command "no-such-command"`, "Run " + name + " --help"}, 2},
			{"", 2, []string{"the environment has mistakes:\nHTTP_ADDR must be a host and a port"}, 0},
		} {
			t.Run(name+" "+row.args, func(t *testing.T) {
				t.Parallel()
				c := harness.Program(t, name, strings.Fields(row.args)...)
				if row.args == "" {
					c.Set("HTTP_ADDR=hunter2")
				}
				got := c.Run()
				text, other := got.Stdout, got.Stderr
				if row.code != 0 {
					text, other = other, text
				}
				if got.Code != row.code || other != "" || row.lines > 0 && strings.Count(text, "\n") > row.lines || strings.Contains(text, "hunter2") || strings.Contains(text, "OTEL_") {
					t.Errorf("exit code %d, %d lines, stdout:\n%s\nstderr:\n%s", got.Code, strings.Count(text, "\n"), got.Stdout, got.Stderr)
				}
				for _, part := range row.parts {
					if first, second, either := strings.Cut(part, "|"); !strings.Contains(text, first) && (!either || !strings.Contains(text, second)) {
						t.Errorf("no %q in\n%s", part, text)
					}
				}
				if row.args == "help environment" {
					for _, line := range regexp.MustCompile(`(?m)^  ([A-Z0-9_]+) `).FindAllStringSubmatch(text, -1) {
						if !strings.Contains(string(settings), "`"+line[1]+"`") {
							t.Errorf("docs/settings.md has no %s", line[1])
						}
					}
				}
			})
		}
	}
}
