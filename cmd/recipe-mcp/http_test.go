package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

const token = "0123456789abcdef0123456789abcdef"

// call calls a tool over HTTP and returns its structured content, or its error.
func callHTTP(t *testing.T, s *harness.Server, bearer, tool, arguments string) (content map[string]any, message string) {
	t.Helper()
	authorization := ""
	if bearer != "" {
		authorization = "Bearer " + bearer
	}
	status, text, err := s.Do(t.Context(), http.MethodPost, "/mcp",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`,
		"Content-Type", "application/json", "Authorization", authorization)
	if err != nil {
		t.Error(err)
		return nil, err.Error()
	}
	var answer struct {
		ID     int
		Result struct{ StructuredContent map[string]any }
		Error  *struct{ Message string }
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != http.StatusOK && answer.Error == nil {
		t.Errorf("%d %s: %v", status, text, err)
		return nil, text
	}
	if answer.Error != nil {
		return nil, answer.Error.Message
	}
	return answer.Result.StructuredContent, ""
}

// TestHTTP_Session has several clients save and read recipes in the embedded vault.
func TestHTTP_Session(t *testing.T) {
	t.Parallel()
	s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0").Serve()
	var clients sync.WaitGroup
	for n := range 8 {
		clients.Go(func() {
			made, message := callHTTP(t, s, "", "create_recipe", fmt.Sprintf(`{"title":"Soup %d"}`, n))
			if message != "" {
				t.Error(message)
				return
			}
			got, message := callHTTP(t, s, "", "get_recipe", fmt.Sprintf(`{"recipe_id":%q}`, made["id"]))
			if message != "" || got["title"] != fmt.Sprintf("Soup %d", n) {
				t.Errorf("%v %s", got, message)
			}
		})
	}
	clients.Wait()
	if _, message := callHTTP(t, s, "", "create_recipe", `{"title":"SOUP 1"}`); !strings.Contains(message, "already exists") {
		t.Error(message)
	}
	status, text, err := s.Do(t.Context(), http.MethodGet, "/readyz", "")
	if err != nil || status != http.StatusOK || text != "ok\n" {
		t.Errorf("%d %q %v", status, text, err)
	}
}

// TestHTTP_Token has two servers on one vault act for one family each.
func TestHTTP_Token(t *testing.T) {
	t.Parallel()
	families := filepath.Join(t.TempDir(), "families.yaml")
	if err := os.WriteFile(families, []byte("families:\n  smith:\n    members: [alice@example.com]\n  jones:\n    members: [carol@example.com]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	database := "DATABASE_URL=sqlite:" + filepath.Join(t.TempDir(), "recipes.db")
	server := func(email string) *harness.Server {
		return harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "AUTH=token", "AUTH_TOKEN="+token,
			"USER_EMAIL="+email, "FAMILIES_CONFIG_PATH="+families, database).Serve()
	}
	alice, carol := server("alice@example.com"), server("carol@example.com")
	made, message := callHTTP(t, alice, token, "create_recipe", `{"title":"Soup"}`)
	if message != "" {
		t.Fatal(message)
	}
	if list, message := callHTTP(t, carol, token, "list_recipes", `{}`); message != "" || len(list["recipes"].([]any)) != 0 {
		t.Errorf("%v %s", list, message)
	}
	if got, message := callHTTP(t, carol, token, "get_recipe", fmt.Sprintf(`{"recipe_id":%q}`, made["id"])); !strings.Contains(message, "No recipe with id") {
		t.Errorf("%v %s", got, message)
	}
	if _, message := callHTTP(t, alice, "", "list_recipes", `{}`); message == "" {
		t.Error("no token is needed")
	}
}

// refusal is settings with which a server ends at once, and what it says.
type refusal struct {
	want     string
	settings []string
}

func (r refusal) check(t *testing.T) {
	t.Helper()
	got := harness.Program(t, "recipe-mcp").Set(r.settings...).Run()
	if got.Code != 2 || !strings.Contains(got.Stderr, r.want) || strings.Contains(got.Stderr+got.Stdout, token) {
		t.Errorf("%v: exit code %d:\n%s", r.settings, got.Code, got.Stderr)
	}
}

// TestHTTP_A1_Refuses has settings that would publish recipes.
func TestHTTP_A1_Refuses(t *testing.T) {
	t.Parallel()
	household := filepath.Join(t.TempDir(), "recipes.db") // without families
	if got := harness.Program(t, "recipe-mcp", "call", "list_recipes").Set("DATABASE_URL=sqlite:" + household).Run(); got.Code != 0 {
		t.Fatal(got)
	}
	for _, tt := range []refusal{
		{"AUTH must be token or oauth", []string{"HTTP_ADDR=0.0.0.0:0"}},
		{"AUTH must be token or oauth", []string{"HTTP_ADDR=127.0.0.1:0", "PUBLIC_URL=https://recipes.example.com"}},
		{"USER_EMAIL must be set for AUTH=token", []string{"HTTP_ADDR=127.0.0.1:0", "AUTH=token", "AUTH_TOKEN=" + token}},
		{"FAMILIES_CONFIG_PATH must be set for AUTH=oauth", []string{"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", "OAUTH_ISSUER=self"}},
		{"unless the database has families (recipe-vault family add)", []string{"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", "OAUTH_ISSUER=self", "DATABASE_URL=sqlite:" + household}},
		{"PUBLIC_URL must be the https address", []string{"HTTP_ADDR=0.0.0.0:0", "AUTH=token", "AUTH_TOKEN=" + token, "ALLOW_ALL_FAMILIES=1"}},
	} {
		tt.check(t)
	}
}

// TestHTTP_Warns has a server say which settings don't do what they seem to.
func TestHTTP_Warns(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	started := func(settings ...string) string {
		s := harness.Program(t, "recipe-mcp").Set(append(settings, "HTTP_ADDR=127.0.0.1:0")...).Serve()
		return s.Log.String()
	}
	withFile := []string{"AUTH=token", "AUTH_TOKEN_FILE=" + file, "USER_EMAIL=alice@example.com"}
	if log := started(withFile...); strings.Contains(log, "AUTH_TOKEN_FILE") {
		t.Errorf("a file that is the owner's alone:\n%s", log)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if log := started(withFile...); runtime.GOOS != "windows" && !strings.Contains(log, "can read the file of AUTH_TOKEN_FILE: make its mode 0600") {
		t.Errorf("a file that others can read:\n%s", log)
	}
	if log := started("AUTH_TOKEN=" + token); !strings.Contains(log, "AUTH_TOKEN is not used") || strings.Contains(log, token) {
		t.Errorf("a token that no one is asked for:\n%s", log)
	}
}

// TestSignIn makes a code, in a file that is the owner's alone.
func TestSignIn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	settings := []string{"HTTP_ADDR=127.0.0.1:3333", "PUBLIC_URL=https://recipes.example.com", "AUTH=oauth", "OAUTH_ISSUER=self", "ALLOW_ALL_FAMILIES=1", "DATA_DIR=" + dir}
	got := harness.Program(t, "recipe-mcp", "signin", "alice@example.com").Set(settings...).Run()
	if got.Code != 0 || len(strings.TrimSpace(got.Stdout)) < 8 || got.Stderr != "" {
		t.Errorf("exit code %d: %q\n%s", got.Code, got.Stdout, got.Stderr)
	}
	info, err := os.Stat(filepath.Join(dir, "signin.db"))
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%v %v", info, err)
	}
	for _, args := range [][]string{{"signin"}, {"signin", "alice"}, {"signin", "a@example.com", "b@example.com"}} {
		if got := harness.Program(t, "recipe-mcp", args...).Set(settings...).Run(); got.Code == 0 || got.Stdout != "" {
			t.Errorf("%v: exit code %d: %s", args, got.Code, got.Stdout)
		}
	}
	families := filepath.Join(dir, "families.yaml")
	if err := os.WriteFile(families, []byte("families:\n  smith:\n    members: [alice@example.com]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings = append(settings, "FAMILIES_CONFIG_PATH="+families)
	if got := harness.Program(t, "recipe-mcp", "signin", "Alice@example.com").Set(settings...).Run(); got.Code != 0 {
		t.Errorf("exit code %d: %s", got.Code, got.Stderr)
	}
	if got := harness.Program(t, "recipe-mcp", "signin", "mallory@example.com").Set(settings...).Run(); got.Code == 0 || got.Stdout != "" {
		t.Errorf("exit code %d for someone in no family: %s", got.Code, got.Stdout)
	}
	if got := harness.Program(t, "recipe-mcp", "signin", "alice@example.com").Run(); got.Code != 2 || !strings.Contains(got.Stderr, "OAUTH_ISSUER must be self") {
		t.Errorf("exit code %d:\n%s", got.Code, got.Stderr)
	}
}
