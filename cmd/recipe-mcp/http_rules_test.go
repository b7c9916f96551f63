package main_test

// Rules A7 and R1 to R6 of the requirements for HTTP, as far as recipe-mcp itself keeps
// them. R2 and the calls of R1 that ask for input are in package program.

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/connector"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestHTTP_R5_EqualBytes has two replicas say the same of what they offer, for an hour at
// most.
func TestHTTP_R5_EqualBytes(t *testing.T) {
	t.Parallel()
	replicas := []*harness.Server{harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0").Serve(), harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0").Serve()}
	for _, method := range []string{"tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover"} {
		var said [2]string
		for i, s := range replicas {
			status, text, err := s.Do(t.Context(), http.MethodPost, "/mcp",
				`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
				"Content-Type", "application/json", "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method)
			if err != nil || status != http.StatusOK {
				t.Fatalf("%s: %d %s %v", method, status, text, err)
			}
			said[i] = text
		}
		var answer struct {
			Result struct {
				TTL *int `json:"ttlMs"`
			}
		}
		if err := json.Unmarshal([]byte(said[0]), &answer); err != nil || answer.Result.TTL == nil || *answer.Result.TTL > 3_600_000 {
			t.Errorf("%s: ttlMs: %s", method, said[0])
		}
		if said[0] != said[1] {
			t.Errorf("%s: the answers differ:\n%s\n%s", method, said[0], said[1])
		}
	}
}

// TestHTTP_R6_Restart has a server killed: what was answered is there for the next one,
// to which the same clients send with the same tokens.
func TestHTTP_R6_Restart(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, "PUBLIC_URL="+anywhere)
	s := k.serve()
	at := "http://" + s.Address
	app := connector.New(t, at, anywhere+"/mcp", "http://127.0.0.1/callback")
	tokens := app.Exchange(at, app.Authorize(at, "alice@example.com", k.signIn("", "alice@example.com")))
	made, message := callHTTP(t, s, tokens.Access, "create_recipe", `{"title":"Soup"}`)
	if message != "" {
		t.Fatal(message)
	}
	s.Kill()
	s = k.serve()
	if got, message := callHTTP(t, s, tokens.Access, "get_recipe", fmt.Sprintf(`{"recipe_id":%q}`, made["id"])); message != "" || got["id"] != made["id"] {
		t.Errorf("%v %s", got, message)
	}
	if renewed := app.Renew("http://"+s.Address, tokens.Refresh); renewed.Access == "" {
		t.Errorf("%+v", renewed)
	} else {
		accepted(t, s, renewed.Access)
	}
}

// TestHTTP_A7_TokenGoesNowhere has a client send a token and the address of someone else:
// the API gets the server's key and the address that the token has.
func TestHTTP_A7_TokenGoesNowhere(t *testing.T) {
	t.Parallel()
	a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)})
	k := newKitchen(t, a.setting(), "API_KEY="+apiKey)
	s := k.serve()
	at := "http://" + s.Address
	app := connector.New(t, at, at+"/mcp", "http://127.0.0.1/callback")
	tokens := app.Exchange(at, app.Authorize(at, "alice@example.com", k.signIn("", "alice@example.com")))
	_, text, err := s.Do(t.Context(), http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_recipe","arguments":{"title":"Soup"}}}`,
		"Content-Type", "application/json", "Authorization", "Bearer "+tokens.Access, "X-User-Email", "carol@example.com", "X-API-Key", "mine", "Cookie", "a=b")
	if err != nil || !strings.Contains(text, `"title":"Soup"`) {
		t.Fatalf("%v %s", err, text)
	}
	for name, want := range map[string]string{"X-API-Key": apiKey, "X-User-Email": "alice@example.com", "Authorization": "", "Cookie": ""} {
		checkHeader(t, a, name, want)
	}
	for _, r := range a.seen() {
		if whole := fmt.Sprint(r.URL, r.Header); strings.Contains(whole, tokens.Access) || strings.Contains(whole, "carol") {
			t.Errorf("the API saw %s", whole)
		}
	}
}
