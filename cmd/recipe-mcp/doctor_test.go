package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	"github.com/mcp-adapters/mcp-adapters/recipe/vault"
)

// TestDoctor checks a served vault, the embedded vault, and endpoints, and then the client's
// entry that install writes for each.
func TestDoctor(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	served := func(*testing.T) []string {
		a := serveVault(t, vault.Options{Path: filepath.Join(t.TempDir(), "recipes.db"), Families: families(t)})
		return []string{"API_BASE_URL=" + a.URL + "/house"}
	}
	file := func(content string) func(t *testing.T) []string {
		return func(t *testing.T) []string {
			path := filepath.Join(t.TempDir(), "recipes.db")
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			return []string{"DATABASE_URL=sqlite:" + path}
		}
	}
	plain := func(settings ...string) func(t *testing.T) []string {
		return func(*testing.T) []string { return settings }
	}
	for name, tt := range map[string]struct {
		place    func(t *testing.T) []string
		settings []string
		fault    string // the check that fails; "": none
		want     string
	}{
		"served":            {served, []string{"API_KEY=" + apiKey, "USER_EMAIL=alice@example.com"}, "", "The address in USER_EMAIL sees 0 recipes."},
		"without an e-mail": {served, []string{"API_KEY=" + apiKey}, "", "all recipes of all families are visible: 0 recipes."},
		"no key":            {served, nil, "key", "requires an API key; set API_KEY"},
		"another key":       {served, []string{"API_KEY=" + apiKey + "x"}, "key", "refused the API key; check API_KEY"},
		"another person":    {served, []string{"API_KEY=" + apiKey, "USER_EMAIL=mallory@example.com"}, "scope", "USER_EMAIL is not configured for access"},
		"no address":        {served, []string{"API_KEY=" + apiKey, "USER_EMAIL=mallory"}, "settings", "USER_EMAIL cannot be used: it must be an e-mail address"},
		"embedded":          {plain(), nil, "", "There is no recipe yet"},
		"embedded, a key":   {plain("API_KEY=" + apiKey), nil, "", "API_KEY is set anyway"},
		"foreign":           {file("A list of bookmarks."), nil, "data", "is not a database of recipe-mcp"},
		"damaged":           {file("SQLite format 3\x00" + strings.Repeat("no database", 999)), nil, "data", ""},
		"PostgreSQL":        {plain("DATABASE_URL=postgres://alice:" + apiKey + "@127.0.0.1:1/recipes?connect_timeout=1"), nil, "data", "does not let the program use the database"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			settings, code, words := append(tt.place(t), tt.settings...), 0, []string{tt.want, "0 faults", "!" + apiKey, "!alice@", "!mallory"}
			if tt.fault != "" {
				code, words[1] = 1, "FAULT  "+tt.fault
			}
			says(t, h.outcome(h.command("doctor").Set(settings...), code), words...)
			if tt.fault != "settings" { // which install refuses
				h.outcome(h.command("install", "cursor").Set(settings...), 0)
				says(t, h.run(code, "doctor"), append(words, "offers 4 tools")...)
			}
		})
	}
}

// TestDoctor_Endpoint checks servers with each kind of sign-in: by address, and by the
// entry that install writes.
func TestDoctor_Endpoint(t *testing.T) {
	t.Parallel()
	linuxOnly(t)
	const tools = "The server has 4 tools, for clients of both protocol eras."
	for name, tt := range map[string]struct {
		settings []string
		token    string
		code     int
		says     []string
	}{
		"none":          {nil, "", 0, []string{"recipe-mcp answers at 127.0.0.1", tools}},
		"token":         {[]string{"AUTH=token", "AUTH_TOKEN=" + token}, token, 0, []string{"it takes a fixed token", tools}},
		"a wrong token": {[]string{"AUTH=token", "AUTH_TOKEN=" + token}, token[1:] + "!", 1, []string{"refuses the token (status 401)", "1 fault,"}},
		"oauth":         {[]string{"AUTH=oauth", "OAUTH_ISSUER=self"}, "", 0, []string{"People sign in at 127.0.0.1", "note   sign-in"}},
		"another name":  {[]string{"AUTH=oauth", "OAUTH_ISSUER=self", "PUBLIC_URL=https://recipes.example.com"}, "", 1, []string{"FAULT  sign-in", "1 fault,"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "ALLOW_ALL_FAMILIES=1", "DATA_DIR="+t.TempDir()).Set(tt.settings...).Serve()
			h := newHome(t)
			args := []string{"--endpoint", "http://" + s.Address + "/mcp"}
			if tt.token != "" {
				args = append(args, "--token-stdin", tt.token)
			}
			words := append(tt.says, "!"+token[1:])
			says(t, h.run(tt.code, append([]string{"doctor"}, args...)...), words...)
			h.run(0, append([]string{"install", "cursor"}, args...)...)
			says(t, h.run(tt.code, "doctor"), append(words, "Cursor has the entry")...)
			says(t, h.run(tt.code, "doctor", "--json"), `"of":"cursor"`, "!"+token[1:])
		})
	}
}
