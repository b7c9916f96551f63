package main_test

// MCP's own clients cook over HTTP: each in the eras that it speaks, with and without
// a token. What isn't Go is in tools/clients.

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mcp-adapters/internal/harness"
)

const (
	clientsFolder = "../../tools/clients"

	handshake = "2025-11-25" // the newest version of that era
	modern    = "2026-07-28"

	signInFirst = "This server requires a token; have your client send it as the header Authorization: Bearer TOKEN." // from clients that show the answer's body
)

// client is one that is connected to a server.
type client interface {
	version() string
	tools(t *testing.T) []string
	// call calls a tool. It returns the structured content, or what the client says
	// of a refusal.
	call(t *testing.T, tool string, arguments any) (content json.RawMessage, refusal string)
	close(t *testing.T)
}

// place is where a client connects, as tools/clients reads it.
type place struct {
	URL   string `json:"url"`
	Token string `json:"token,omitempty"`
	Mode  string `json:"mode,omitempty"` // the client's name for the eras it tries
}

// connect connects a client, or returns why it could not.
type connect func(t *testing.T, p place) (c client, refusal string)

// cookEverywhere has a client cook in a vault with and without a token, in each of
// the modes that lead to a version. Without the token that is needed, it says
// that it is unauthorized.
func cookEverywhere(t *testing.T, connect connect, versions map[string]string, unauthorized string) {
	t.Helper()
	t.Run("no token", func(t *testing.T) {
		t.Parallel()
		p := tokenServer(t)
		if c, got := connect(t, p); !strings.Contains(got, unauthorized) {
			t.Errorf("the client is %v and says %q, want %q", c, got, unauthorized)
		}
	})
	for mode, version := range versions {
		for name, serve := range map[string]func(*testing.T) place{"none": openServer, "token": tokenServer} {
			t.Run(cmp.Or(mode, "default")+", "+name, func(t *testing.T) {
				t.Parallel()
				p := serve(t)
				p.Mode = mode
				if name == "token" {
					p.Token = token
				}
				c, refusal := connect(t, p)
				if refusal != "" {
					t.Fatal(refusal)
				}
				if got := c.version(); got != version {
					t.Errorf("the version is %q, want %q", got, version)
				}
				cook(t, c)
				c.close(t)
			})
		}
	}
}

func openServer(t *testing.T) place {
	t.Helper()
	return place{URL: "http://" + harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0").Serve().Address + "/mcp"}
}

func tokenServer(t *testing.T) place {
	t.Helper()
	return place{URL: "http://" + harness.Program(t, "recipe-mcp").
		Set("HTTP_ADDR=127.0.0.1:0", "AUTH=token", "AUTH_TOKEN="+token, "ALLOW_ALL_FAMILIES=1").Serve().Address + "/mcp"}
}

// cook is a whole session.
func cook(t *testing.T, c client) {
	t.Helper()
	if tools := c.tools(t); !slices.Equal(tools, toolNames) {
		t.Errorf("the tools are %q", tools)
	}
	if rows := cooked[struct{ Recipes []recipe }](t, c, "list_recipes", map[string]any{}); len(rows.Recipes) != 0 {
		t.Errorf("the vault isn't empty: %+v", rows)
	}
	created := cooked[recipe](t, c, "create_recipe", json.RawMessage(stew))
	checkStew(t, created)
	id := map[string]any{"recipe_id": created.ID}
	checkStew(t, cooked[recipe](t, c, "get_recipe", id))
	if updated := cooked[recipe](t, c, "update_recipe", map[string]any{"recipe_id": created.ID, "difficulty": 5}); *updated.Difficulty != 5 {
		t.Errorf("updated: %+v", updated)
	}
	rows := cooked[struct{ Recipes []recipe }](t, c, "list_recipes", map[string]any{})
	if len(rows.Recipes) != 1 || rows.Recipes[0].ID != created.ID || *rows.Recipes[0].Difficulty != 5 {
		t.Errorf("the list: %+v", rows)
	}
	for _, tt := range []struct {
		tool      string
		arguments any
		sentence  string
	}{
		{"create_recipe", map[string]any{"title": strings.ToUpper(created.Title)}, "A recipe with that title already exists; choose another title, or change the existing recipe."},
		{"get_recipe", map[string]any{"recipe_id": noRecipe}, "No recipe with id " + noRecipe + " was found."},
		{"update_recipe", map[string]any{"recipe_id": created.ID, "difficulty": 6}, "difficulty must be between 1 and 5"},
	} {
		if content, refusal := c.call(t, tt.tool, tt.arguments); !strings.HasSuffix(refusal, tt.sentence) {
			t.Errorf("%s: the client got %s and says %q, want %q", tt.tool, content, refusal, tt.sentence)
		}
	}
	if got := cooked[recipe](t, c, "get_recipe", id); *got.Difficulty != 5 {
		t.Errorf("after the refusals: %+v", got)
	}
}

// cooked calls a tool that does as it is told.
func cooked[T any](t *testing.T, c client, tool string, arguments any) (value T) {
	t.Helper()
	content, refusal := c.call(t, tool, arguments)
	if refusal != "" {
		t.Fatalf("%s: %s", tool, refusal)
	}
	if err := json.Unmarshal(content, &value); err != nil {
		t.Fatalf("%s: %v: %s", tool, err, content)
	}
	return value
}
