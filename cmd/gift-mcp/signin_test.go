package main_test

import (
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/connector"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// TestSignIn has a person sign in at the authorization server that is built in. There is one
// right, and both tools need no more.
func TestSignIn(t *testing.T) {
	t.Parallel()
	settings := []string{"HTTP_ADDR=127.0.0.1:0", "AUTH=oauth", "OAUTH_ISSUER=self", "DATA_DIR=" + t.TempDir()}
	s := command(t, settings...).Serve()
	base := "http://" + s.Address
	if _, text, err := s.Do(t.Context(), "GET", "/.well-known/oauth-protected-resource/mcp", ""); err != nil || !strings.Contains(text, `"scopes_supported":["gifts:read"]`) {
		t.Errorf("%s, %v", text, err)
	}
	const alice = "alice@example.com"
	code := harness.Program(t, "gift-mcp", "signin", alice).Set(append(settings, "PUBLIC_URL="+base)...).Run()
	if code.Code != 0 {
		t.Fatalf("%+v", code)
	}
	app := connector.New(t, base, base+"/mcp", "http://127.0.0.1/callback")
	tokens := app.Exchange(base, app.Authorize(base, alice, strings.TrimSpace(code.Stdout)))
	c := &client{t: t, speak: func(line string) string {
		_, text, err := s.Do(t.Context(), "POST", "/mcp", line, "Content-Type", "application/json", "Authorization", "Bearer "+tokens.Access)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}}
	story(t, c)
	if list := c.speak(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); !strings.Contains(list, `"scopes":["gifts:read"]`) {
		t.Errorf("%s", list)
	}
	if log := s.Log.String(); strings.Contains(log, alice) {
		t.Errorf("the log: %s", log)
	}
}
