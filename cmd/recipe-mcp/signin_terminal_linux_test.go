package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestSignIn_Terminal has the operator type a password twice, which is not shown.
func TestSignIn_Terminal(t *testing.T) {
	t.Parallel()
	const password = "correct horse battery"
	for again, want := range map[string]struct {
		code int
		said string
	}{
		password:                 {0, "The password is set"},
		"correct horse batterie": {1, "the two passwords differ"},
	} {
		t.Run(want.said, func(t *testing.T) {
			t.Parallel()
			screen := newTerminal(t)
			c := harness.Program(t, "recipe-mcp", "signin", "--password", "alice@example.com").Set(newKitchen(t).settings...)
			c.Stdin, c.Stdout, c.Stderr = screen.File, screen.File, screen.File
			p := c.Start()
			var shown strings.Builder
			for _, step := range []struct{ until, answer string }{{"while you type): ", password}, {"The same again: ", again}} {
				shown.WriteString(screen.readUntil(step.until))
				screen.awaitSilence()
				screen.enter(step.answer + "\n")
			}
			shown.WriteString(screen.readUntil(want.said))
			if code := p.Wait(); code != want.code {
				t.Errorf("exit code %d", code)
			}
			if strings.Contains(shown.String(), "correct") {
				t.Errorf("the password is shown:\n%s", &shown)
			}
		})
	}
}
