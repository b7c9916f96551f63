package main_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// settingName matches the name of a setting.
var settingName = regexp.MustCompile(`\b(API|USER|AUTH|OAUTH|HTTP|PUBLIC|DATABASE|FAMILIES|ALLOW|MAX|DATA)_[A-Z_]+`)

// TestHTTP_RemoteCaller walks all failures as someone elsewhere, who can't change the
// settings: no answer names one, nor where the API is. The log does.
func TestHTTP_RemoteCaller(t *testing.T) {
	t.Parallel()
	const cut, page, other, shape, slow = "900", "901", "902", "903", "904"
	a := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch at := r.URL.Path; {
		case strings.HasSuffix(at, cut):
			panic(http.ErrAbortHandler)
		case strings.HasSuffix(at, page):
			_, _ = io.WriteString(w, "<html>")
		case strings.HasSuffix(at, other):
			_, _ = io.WriteString(w, `{"id":"00000000-0000-4000-8000-000000000999","title":"Soup"}`)
		case strings.HasSuffix(at, shape):
			_, _ = io.WriteString(w, `[1]`)
		case strings.HasSuffix(at, slow):
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		case at == "/api/recipes" && r.Method == http.MethodGet:
			_, _ = io.WriteString(w, `[]`)
		case r.Method == http.MethodPost:
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusConflict)
			_, _ = io.WriteString(w, `{"error":"title taken","code":"CONFLICT"}`)
		default:
			fail(w, r)
		}
	}))
	numbers := []string{cut, page, other, shape, slow}
	for i := range failures {
		numbers = append(numbers, fmt.Sprintf("%03d", i))
	}
	said := map[string]bool{}
	for _, settings := range [][]string{{"USER_EMAIL=alice@example.com", "API_KEY=" + apiKey}, {"ALLOW_ALL_FAMILIES=1"}} {
		s := harness.Program(t, "recipe-mcp").Set(append(settings, a.setting(), "HTTP_ADDR=127.0.0.1:0", "AUTH=token", "AUTH_TOKEN="+token,
			"API_MAX_RETRIES=0", "API_TIMEOUT=300ms")...).Serve()
		check := func(tool, arguments string) {
			t.Helper()
			_, message := callHTTP(t, s, token, tool, arguments)
			said[message] = true
			host := strings.TrimPrefix(a.URL, "http://")
			if message == "" || settingName.MatchString(message) || strings.Contains(message, host) || strings.Contains(message, "elsewhere.invalid") || strings.Contains(message, "alice") {
				t.Errorf("%s %s: %q", tool, arguments, message)
			}
		}
		for _, n := range numbers {
			id := "00000000-0000-4000-8000-000000000" + n
			check("get_recipe", `{"recipe_id":"`+id+`"}`)
			check("update_recipe", `{"recipe_id":"`+id+`","servings":2}`)
		}
		check("create_recipe", `{"title":"Soup"}`)
		if words := "API_BASE_URL (" + strings.TrimPrefix(a.URL, "http://") + ") may be wrong"; !strings.Contains(s.Log.String(), words) {
			t.Errorf("the log never says %q:\n%s", words, s.Log)
		}
	}
	for _, words := range []string{"refused access for your address; ask whoever runs this server", "requires a key that this server does not have", "that you cannot see; choose another title"} {
		found := false
		for message := range said {
			found = found || strings.Contains(message, words)
		}
		if !found {
			t.Errorf("no answer says %q", words)
		}
	}
}

// TestHTTP_RemoteInstructions keeps the path of the embedded vault from those who are
// let in.
func TestHTTP_RemoteInstructions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		auth string
		says bool
	}{{"none", true}, {"token", false}} {
		s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "AUTH="+tt.auth, "AUTH_TOKEN="+token, "ALLOW_ALL_FAMILIES=1", "API_KEY="+apiKey).Serve()
		_, text, err := s.Do(t.Context(), http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
			"Content-Type", "application/json", "Authorization", "Bearer "+token)
		if err != nil || !strings.Contains(text, `"instructions"`) || strings.Contains(text, "API_BASE_URL") != tt.says || strings.Contains(text, "recipes.db") != tt.says {
			t.Errorf("%s: %s %v", tt.auth, text, err)
		}
	}
}
