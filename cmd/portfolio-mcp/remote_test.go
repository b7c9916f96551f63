package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestRemote has one portfolio-mcp work on the API of another, by a contractor's token.
func TestRemote(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, dir, "contractor", "add", "--business-name", "Acme Masonry", "--city", "Denver", "--state", "CO", "--email", "ann@example.com")
	token := strings.TrimSpace(mustRun(t, dir, "contractor", "token", "--email", "ann@example.com"))
	_, s := overHTTP(t, dir, "PORTFOLIO_BUSINESS_NAME=")
	settings := []string{"API_BASE_URL=http://" + s.Address, "API_TOKEN=" + token}
	c, _ := overStdio(t, t.TempDir(), settings...)
	story(t, c, false)
	const want = "The portfolio API accepts the token; its contractor has 1 project."
	if got := harness.Program(t, "portfolio-mcp", "doctor").Set(settings...).Run(); !strings.Contains(got.Stdout, want) || strings.Contains(got.Stdout, token) {
		t.Errorf("doctor doesn't say %q:\n%s%s", want, got.Stdout, got.Stderr)
	}
	wrong, p := overStdio(t, t.TempDir(), settings[0], "API_TOKEN=pf_another")
	if r := wrong.try("list_projects", `{}`); !r.IsError || !strings.Contains(r.said(), "API_TOKEN") || strings.Contains(p.Log.String(), "pf_another") {
		t.Errorf("%s\n%s", r.text, p.Log)
	}
}
