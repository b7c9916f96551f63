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

// TestDoctor looks at settings, database and model, each in states that it can be in, beside a
// server that runs. It changes nothing, and prints no secret.
func TestDoctor(t *testing.T) {
	t.Parallel()
	used, empty, text := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "text.db")
	newMaker(t).publish(command(t, used).Serve(), orders)
	if err := os.WriteFile(text, []byte("this is only a text, and no database at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer good" {
			http.Error(w, "secret", http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"choices":[{"message":{"content":"ready"}}]}`)) // who asked looks at it
	}))
	t.Cleanup(model.Close)
	llm := []string{"LLM_PROVIDER=openai", "LLM_MODEL=m", "LLM_BASE_URL=" + model.URL}
	for _, tt := range []struct {
		dir      string
		settings []string
		want     string
		code     int
	}{
		{used, nil, "is sound", 0},
		{used, nil, "Built-in rules make the apps", 0},
		{empty, nil, "There is no app yet", 0},
		{empty, []string{"LLM_MODEL=m"}, "set LLM_PROVIDER to openai or anthropic", 0},
		{empty, []string{"DATABASE_URL=sqlite:" + text}, "is not a database of app-builder", 1},
		{empty, []string{"DATABASE_URL=sqlite:" + used}, "is not a file", 1},
		{empty, []string{"DATABASE_URL=postgres://ann:secret@127.0.0.1:1/apps?connect_timeout=1"}, "does not let the program use the database", 1},
		{empty, []string{"DATABASE_URL=mysql://x:secret@host/db"}, "DATABASE_URL cannot be used: it must be sqlite:", 1},
		{empty, append(llm, "LLM_API_KEY=good"), "The model m answers", 0},
		{empty, append(llm, "LLM_API_KEY=secret"), "status 401", 1},
		{empty, []string{"LLM_PROVIDER=openai", "LLM_MODEL=m", "LLM_BASE_URL=http://127.0.0.1:1"}, "connection refused", 1},
	} {
		got := command(t, tt.dir, "doctor").Set(tt.settings...).Run()
		if said := got.Stdout + got.Stderr; !strings.Contains(said, tt.want) || got.Code != tt.code || strings.Contains(said, "secret") {
			t.Errorf("%v: exit code %d, and it doesn't say %q:\n%s", tt.settings, got.Code, tt.want, said)
		}
	}
	if left, err := os.ReadDir(empty); err != nil || len(left) != 0 {
		t.Errorf("doctor made %v, %v", left, err)
	}
}

// TestDoctor_Endpoint looks at a published app as a client does.
func TestDoctor_Endpoint(t *testing.T) {
	t.Parallel()
	s := command(t, t.TempDir()).Serve()
	path := newMaker(t).publish(s, orders)
	if got := command(t, t.TempDir(), "doctor", "--endpoint", "http://"+s.Address+path).Run(); got.Code != 0 || !strings.Contains(got.Stdout, "1 tools") ||
		!strings.Contains(got.Stdout, "app-builder answers at") || strings.Contains(got.Stdout, "another") {
		t.Errorf("%+v", got)
	}
	if got := command(t, t.TempDir(), "doctor", "--endpoint", "http://"+s.Address+"/servers/not-there/mcp").Run(); got.Code != 1 ||
		!strings.Contains(got.Stdout, "publish the app if it is a draft") {
		t.Errorf("%+v", got)
	}
}

// TestHealthCheck asks a server that runs, and one that doesn't.
func TestHealthCheck(t *testing.T) {
	t.Parallel()
	s := command(t, t.TempDir()).Serve()
	if got := harness.Program(t, "app-builder", "healthcheck").Set("HTTP_ADDR=" + s.Address).Run(); got.Code != 0 {
		t.Errorf("%+v", got)
	}
	if got := harness.Program(t, "app-builder", "healthcheck").Set("HTTP_ADDR=127.0.0.1:1").Run(); got.Code != 1 || !strings.Contains(got.Stderr, "does not answer") {
		t.Errorf("%+v", got)
	}
}
