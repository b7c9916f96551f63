package main_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// run runs a command of portfolio-mcp on what is in dir.
func run(t *testing.T, dir string, args ...string) harness.Outcome {
	t.Helper()
	return harness.Program(t, "portfolio-mcp", args...).Set("DATA_DIR=" + dir).Run()
}

func mustRun(t *testing.T, dir string, args ...string) string {
	t.Helper()
	got := run(t, dir, args...)
	if got.Code != 0 {
		t.Fatalf("%s: exit code %d: %s", strings.Join(args, " "), got.Code, got.Stderr)
	}
	return got.Stdout
}

func TestContractor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if said := mustRun(t, dir, "contractor", "add", "--business-name", "Acme Masonry", "--city", "Denver", "--state", "CO", "--email", "Ann@example.com"); said != "Added Acme Masonry (ann@example.com), plan free.\n" {
		t.Error(said)
	}
	mustRun(t, dir, "contractor", "add", "--business-name", "Bee Roofs", "--email", "bea@example.com", "--plan", "pro")
	for want, args := range map[string][]string{
		"another contractor has this e-mail address": {"add", "--business-name", "Again", "--email", "ann@example.com"},
		"--email must be an e-mail address":          {"add", "--business-name", "Again", "--email", "ann"},
		"--plan must be free or pro":                 {"add", "--business-name", "Again", "--email", "carl@example.com", "--plan", "gold"},
		"--business-name must not be blank":          {"edit", "--email", "ann@example.com", "--business-name", " "},
		"--website must be a web address":            {"edit", "--email", "ann@example.com", "--website", "javascript:alert(1)"},
		"say what to change":                         {"edit", "--email", "ann@example.com"},
		"no contractor with the address carl":        {"edit", "--email", "carl@example.com", "--city", "Boulder"},
	} {
		if got := run(t, dir, append([]string{"contractor"}, args...)...); got.Code != 1 || !strings.Contains(got.Stderr, want) {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := run(t, dir, "contractor", "add", "--email", "carl@example.com"); got.Code != 2 || !strings.Contains(got.Stderr, "business-name") {
		t.Errorf("%+v", got)
	}
	mustRun(t, dir, "contractor", "edit", "--email", "ann@example.com", "--plan", "pro", "--city", "Boulder", "--new-email", "anna@example.com")
	want := "E-MAIL            BUSINESS      PLACE        PLAN  PUBLISHED  DRAFTS  ARCHIVED\n" +
		"anna@example.com  Acme Masonry  Boulder, CO  pro   0          0       0\n" +
		"bea@example.com   Bee Roofs                  pro   0          0       0\n"
	if got := mustRun(t, dir, "contractor", "list"); got != want {
		t.Error(got)
	}
	if got := harness.Program(t, "portfolio-mcp", "contractor", "list").Set("API_BASE_URL=http://127.0.0.1:1").Run(); got.Code != 2 || !strings.Contains(got.Stderr, "API_BASE_URL must not be set") {
		t.Errorf("with a remote API: %+v", got)
	}
}

// TestContractor_Token holds that a token lets in for its contractor alone, and is all that
// is printed.
func TestContractor_Token(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var tokens []string
	for _, name := range []string{"ann", "bea"} {
		mustRun(t, dir, "contractor", "add", "--business-name", name, "--email", name+"@example.com")
		token := mustRun(t, dir, "contractor", "token", "--email", name+"@example.com")
		tokens = append(tokens, strings.TrimSuffix(token, "\n"))
		if strings.ContainsAny(tokens[len(tokens)-1], " \n") || !strings.HasSuffix(token, "\n") {
			t.Fatalf("printed %q", token)
		}
	}
	_, s := overHTTP(t, dir, "PORTFOLIO_EMAIL=ann@example.com", "PORTFOLIO_BUSINESS_NAME=")
	api := "http://" + s.Address + "/api/projects"
	status, body, _ := send(t, http.MethodPost, api, `{"title":"Chimney"}`, "Authorization", "Bearer "+tokens[0], "Content-Type", "application/json")
	if status != http.StatusCreated {
		t.Fatalf("%d %s", status, body)
	}
	for i, want := range []string{`"total":1`, `"total":0`} {
		if status, body, _ := get(t, api, "Authorization", "Bearer "+tokens[i]); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%d %s", status, body)
		}
	}
	if status, body, _ := get(t, api); status != http.StatusUnauthorized {
		t.Errorf("without a token: %d %s", status, body)
	}
	mustRun(t, dir, "contractor", "token", "--revoke", "--email", "ann@example.com")
	if status, body, _ := get(t, api, "Authorization", "Bearer "+tokens[0]); status != http.StatusUnauthorized {
		t.Errorf("with a token that was ended: %d %s", status, body)
	}
	got := run(t, dir, "contractor", "remove", "--email", "ann@example.com")
	if got.Code != 1 || !strings.Contains(got.Stderr, "nothing was removed") || !strings.Contains(got.Stderr, "1 project") {
		t.Errorf("%+v", got)
	}
	mustRun(t, dir, "contractor", "remove", "--yes", "--email", "ann@example.com")
}

// TestContractor_Settings holds for whom the tools act: the first start adds whom the
// settings name, later ones complete one that had no name, and none guesses.
func TestContractor_Settings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	list := func() string { return mustRun(t, dir, "contractor", "list") }
	mustRun(t, dir, "call", "list_projects", "{}")
	if got := list(); !strings.Contains(got, "owner@localhost  My business         pro ") {
		t.Error(got)
	}
	named := []string{"PORTFOLIO_EMAIL=ann@example.com"}
	if got := command(t, dir, named...).Run(); got.Code != 0 { // no input: it starts and ends
		t.Errorf("%+v", got)
	}
	c, p := overStdio(t, dir, named...)
	if r := c.call("create_project_draft", `{"title":"Chimney"}`); strings.Contains(strings.Join(r.Structured.Missing, " "), "city") {
		t.Errorf("%+v", r)
	}
	if got := list(); !strings.Contains(got, "ann@example.com  Acme Masonry  Denver, CO  pro ") || strings.Contains(got, "owner@") {
		t.Error(got)
	}
	mustRun(t, dir, "contractor", "add", "--business-name", "Bee Roofs", "--email", "bea@example.com")
	if r := c.call("list_projects", `{}`); r.Structured.Count != 1 {
		t.Errorf("%+v\n%s", r, p.Log)
	}
	for setting, want := range map[string]string{"": "set PORTFOLIO_EMAIL to the address of one", "PORTFOLIO_EMAIL=carl@example.com": "No contractor has the address in PORTFOLIO_EMAIL"} {
		other, _ := overStdio(t, dir, setting)
		if r := other.try("list_projects", `{}`); !r.IsError || !strings.Contains(r.said(), want) {
			t.Errorf("%s: %s", setting, r.text)
		}
	}
	other, _ := overStdio(t, dir, "PORTFOLIO_EMAIL=bea@example.com")
	if r := other.call("list_projects", `{}`); r.Structured.Count != 0 {
		t.Errorf("%+v", r)
	}
}
