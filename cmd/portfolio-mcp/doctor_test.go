package main_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestDoctor looks at what is kept on this computer, in each state that it can be in, and
// changes nothing.
func TestDoctor(t *testing.T) {
	t.Parallel()
	used := t.TempDir()
	c, p := overStdio(t, used)
	id := c.call("create_project_draft", `{}`).Structured.ID
	upload := c.call("add_project_media", `{"project_id":"`+id+`","files":[{"file_id":"1","filename":"a.jpg","content_type":"image/jpeg"}]}`).Meta.Uploads[0].URL
	if status, body, _ := send(t, "PUT", upload, photo(t, 3), "Content-Type", "image/jpeg"); status != 200 {
		t.Fatalf("%d %s\n%s", status, body, p.Log)
	}
	empty, foreign, text := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte("this is only a text, and no database at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	several := t.TempDir()
	for _, email := range []string{ann, bea} {
		mustRun(t, several, "contractor", "add", "--business-name", "Acme", "--email", email)
	}
	for _, tt := range []struct {
		settings []string
		want     []string
		code     int
	}{
		{[]string{"DATA_DIR=" + used}, []string{"is sound", "has this database's photos"}, 0},
		{[]string{"DATA_DIR=" + empty}, []string{"There is no project yet", "PORTFOLIO_BUSINESS_NAME is not set"}, 0},
		{[]string{"DATA_DIR=" + foreign, "DATABASE_URL=sqlite:" + filepath.Join(used, "portfolio.db")}, []string{"is not the one that the database's photos are kept in"}, 1},
		{[]string{"DATA_DIR=" + several}, []string{"Several contractors have projects here"}, 1},
		{[]string{"DATA_DIR=" + several, "PORTFOLIO_EMAIL=" + ann}, []string{"is sound"}, 0},
		{[]string{"DATA_DIR=" + several, "PORTFOLIO_EMAIL=carl@example.com"}, []string{"No contractor has the address in PORTFOLIO_EMAIL"}, 1},
		{[]string{"DATABASE_URL=sqlite:" + text}, []string{"is not a database of portfolio-mcp"}, 1},
		{[]string{"DATABASE_URL=sqlite:" + used}, []string{"is not a file"}, 1},
		{[]string{"DATA_DIR=" + empty, "DATABASE_URL=postgres://ann:secret@127.0.0.1:1/portfolio?connect_timeout=1"}, []string{"does not let the program use the database"}, 1},
		{[]string{"DATABASE_URL=mysql://x:secret@host/db"}, []string{"DATABASE_URL cannot be used: it must be sqlite:"}, 1},
	} {
		got := harness.Program(t, "portfolio-mcp", "doctor").Set(tt.settings...).Run()
		for _, want := range tt.want {
			if !strings.Contains(got.Stdout, want) || got.Code != tt.code || strings.Contains(got.Stdout, "secret") {
				t.Errorf("%v: exit code %d, and it doesn't say %q:\n%s%s", tt.settings, got.Code, want, got.Stdout, got.Stderr)
			}
		}
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) != 0 {
		t.Errorf("doctor made %v, %v", left, err)
	}
}

// TestDoctor_RemoteToken asks an API that knows one token.
func TestDoctor_RemoteToken(t *testing.T) {
	t.Parallel()
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Authorization") != "Bearer the-token" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"error":{"code":"UNAUTHORIZED","message":"Authentication required"}}`))
			return
		}
		_, _ = w.Write([]byte(`{"projects":[],"total":3,"limit":1,"offset":0}`))
	}))
	t.Cleanup(api.Close)
	for token, want := range map[string]string{
		"the-token": "accepts the token; its contractor has 3 projects", "another": "The portfolio API did not accept the token; check API_TOKEN", "": "API_TOKEN",
	} {
		got := harness.Program(t, "portfolio-mcp", "doctor").Set("API_BASE_URL="+api.URL, "API_TOKEN="+token).Run()
		if !strings.Contains(got.Stdout, want) || (got.Code == 0) != (token == "the-token") {
			t.Errorf("with %q: exit code %d, and it doesn't say %q:\n%s%s", token, got.Code, want, got.Stdout, got.Stderr)
		}
	}
}

// TestInstall_Local holds that the entry has the settings of a server that count without
// HTTP too, and none of the others.
func TestInstall_Local(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	got := harness.Program(t, "portfolio-mcp", "install", "--print", "--business", "Acme Masonry", "claude-desktop").
		Set("DATA_DIR="+dir, "PUBLIC_URL=https://pages.example.com", "HTTP_ADDR=127.0.0.1:3400").Run()
	if got.Code != 0 || !strings.Contains(got.Stdout, `"PORTFOLIO_BUSINESS_NAME": "Acme Masonry"`) || !strings.Contains(got.Stdout, `"DATA_DIR"`) ||
		!strings.Contains(got.Stdout, `"PUBLIC_URL"`) || strings.Contains(got.Stdout, "HTTP_ADDR") || !strings.Contains(got.Stderr, "HTTP_ADDR") {
		t.Errorf("%+v", got)
	}
}

// TestSettings_Files holds that secrets may be in files, and that what is wrong is said
// without them.
func TestSettings_Files(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("mysql://top-secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, settings := range map[string][]string{
		"API_TOKEN_FILE must not be set together with API_TOKEN": {"API_BASE_URL=http://127.0.0.1:1", "API_TOKEN=abc", "API_TOKEN_FILE=" + file},
		"API_TOKEN_FILE must name a file that can be read":       {"API_BASE_URL=http://127.0.0.1:1", "API_TOKEN_FILE=top-secret"},
		"DATABASE_URL_FILE names a file whose content must be":   {"DATABASE_URL_FILE=" + file},
		"PORTFOLIO_MEDIA_ROOT must be the absolute path":         {"PORTFOLIO_MEDIA_ROOT=photos"},
		"PORTFOLIO_TRADE_SEGMENT must be lower-case letters":     {"PORTFOLIO_TRADE_SEGMENT=Roof/ing"},
	} {
		if got := harness.Program(t, "portfolio-mcp", "call", "list_projects").Set(settings...).Run(); got.Code != 2 || !strings.Contains(got.Stderr, want) || strings.Contains(got.Stderr, "top-secret") {
			t.Errorf("%v: %+v", settings, got)
		}
	}
}
