package main_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
	vaultrecipe "github.com/mcp-adapters/mcp-adapters/recipe"
)

const (
	handshake = "2025-11-25" // the newest version of that era
	modern    = "2026-07-28"

	signInFirst = "This server requires a token; have your client send it as the header Authorization: Bearer TOKEN." // from clients that show the answer's body
)

// client is one of MCP's clients that are not in Go, connected to a server.
type client interface {
	do(t *testing.T, method string, params map[string]any) said
	close(t *testing.T)
}

// said is what a client makes of an answer.
type said struct {
	Version, Instructions string
	Tools                 []struct{ Name string }
	IsError               bool
	Content               []struct{ Text string }
	StructuredContent     json.RawMessage
	Resources             []struct{ Name string }
	Contents              []struct{ Text string }
	Messages              []struct {
		Content struct {
			Text     string
			Resource struct{ Text string }
		}
	}
	Completion struct{ Values []string }
	Error      string
}

// place is where a client connects, as internal/tools/clients reads it.
type place struct {
	URL   string `json:"url"`
	Token string `json:"token,omitempty"`
	Mode  string `json:"mode,omitempty"` // the client's name for the eras it tries
}

// connect connects a client. What it says has the version, or an error.
type connect func(t *testing.T, p place) (client, said)

// cookEverywhere connects a client with and without a token, in each of the modes that lead to
// a version. Without a token that is needed the client says that it is unauthorized.
func cookEverywhere(t *testing.T, connect connect, versions map[string]string, unauthorized string) {
	t.Helper()
	serve := func(t *testing.T, settings ...string) place {
		t.Helper()
		s := harness.Program(t, "recipe-mcp").Set("HTTP_ADDR=127.0.0.1:0", "TOOLSETS=core,manage,cook").Set(settings...).Serve()
		return place{URL: "http://" + s.Address + "/mcp"}
	}
	guarded := []string{"AUTH=token", "AUTH_TOKEN=" + token, "ALLOW_ALL_FAMILIES=1"}
	t.Run("no token", func(t *testing.T) {
		t.Parallel()
		if _, got := connect(t, serve(t, guarded...)); !strings.Contains(got.Error, unauthorized) {
			t.Errorf("the client says %q, want %q", got.Error, unauthorized)
		}
	})
	for mode, version := range versions {
		for name, settings := range map[string][]string{"none": nil, "token": guarded} {
			t.Run(cmp.Or(mode, "default")+", "+name, func(t *testing.T) {
				t.Parallel()
				p := serve(t, settings...)
				p.Mode = mode
				if name == "token" {
					p.Token = token
				}
				c, hello := connect(t, p)
				if hello.Error != "" || hello.Version != version {
					t.Fatalf("the version is %q, want %q: %s", hello.Version, version, hello.Error)
				}
				cook(t, c)
				c.close(t)
			})
		}
	}
}

// cook calls every tool, whose result a client checks by its schema, and reads what a person attaches.
func cook(t *testing.T, c client) {
	t.Helper()
	var names, listed []string
	for _, tool := range vaultrecipe.Tools(nil, vaultrecipe.ToolOptions{Sets: vaultrecipe.Sets()}) {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	for _, tool := range c.do(t, "tools/list", nil).Tools {
		listed = append(listed, tool.Name)
	}
	if !slices.Equal(listed, names) {
		t.Errorf("the tools are %q, want %q", listed, names)
	}
	made := cooked[recipe](t, c, "create_recipe", stew)
	checkStew(t, made)
	id := `"recipe_id":"` + made.ID + `"`
	checkStew(t, cooked[recipe](t, c, "get_recipe", `{`+id+`}`))
	if updated := cooked[recipe](t, c, "update_recipe", `{`+id+`,"difficulty":5}`); *updated.Difficulty != 5 {
		t.Errorf("updated: %+v", updated)
	}
	rows := cooked[struct{ Recipes []recipe }](t, c, "list_recipes", `{"query":"SLOW","max_total_minutes":200,"limit":1}`)
	if len(rows.Recipes) != 1 || rows.Recipes[0].ID != made.ID || *rows.Recipes[0].Difficulty != 5 {
		t.Errorf("the list: %+v", rows)
	}
	scaled := cooked[struct {
		Ingredients []struct{ Shown, Mark string }
	}](t, c, "scale_recipe", `{`+id+`,"servings":12}`)
	if got := scaled.Ingredients[0]; got.Shown != "3 kg" || got.Mark != "scaled" {
		t.Errorf("scaled: %+v", scaled)
	}
	list := cooked[struct {
		Sections []struct{ Items []struct{ Name string } }
	}](t, c, "shopping_list", `{"recipes":[{`+id+`}]}`)
	if len(list.Sections) == 0 || len(list.Sections[0].Items) == 0 {
		t.Errorf("to buy: %+v", list)
	}
	for _, tt := range []struct{ tool, arguments, sentence string }{
		{"create_recipe", `{"title":"STEW"}`, `A recipe with that title already exists; choose another title, or change the existing recipe. It is "Stew" (id `},
		{"get_recipe", `{"recipe_id":"` + noRecipe + `"}`, "No recipe with id " + noRecipe + " was found."},
		{"update_recipe", `{` + id + `,"difficulty":6}`, "difficulty must be between 1 and 5"},
	} {
		refusal := call(t, c, tt.tool, tt.arguments)
		if text := refusal.Error + refusal.text(); !strings.Contains(text, tt.sentence) {
			t.Errorf("%s: the client says %q, want %q", tt.tool, text, tt.sentence)
		}
	}
	attach(t, c, made)
	if deleted := cooked[struct{ Deleted recipe }](t, c, "delete_recipe", `{`+id+`,"title":"STEW"}`); deleted.Deleted.ID != made.ID {
		t.Errorf("deleted: %+v", deleted)
	}
}

// attach does what a person does without a model: lists the recipes, attaches one, and picks a prompt.
func attach(t *testing.T, c client, made recipe) {
	t.Helper()
	if got := c.do(t, "resources/list", nil); !slices.ContainsFunc(got.Resources, func(r struct{ Name string }) bool { return r.Name == made.Title }) {
		t.Errorf("the resources: %+v", got)
	}
	got := c.do(t, "resources/read", map[string]any{"uri": "recipe://" + made.ID})
	if len(got.Contents) != 1 || !strings.HasPrefix(got.Contents[0].Text, "# Stew\n") {
		t.Errorf("the page: %+v", got)
	}
	got = c.do(t, "completion/complete", map[string]any{
		"ref": map[string]any{"type": "ref/prompt", "name": "cook_recipe"}, "argument": map[string]any{"name": "recipe", "value": "st"},
	})
	if values := got.Completion.Values; got.Error != "" || values != nil && !slices.Equal(values, []string{"Stew"}) {
		t.Errorf("the suggestions: %+v", got)
	}
	got = c.do(t, "prompts/get", map[string]any{"name": "cook_recipe", "arguments": map[string]any{"recipe": "STEW"}})
	text := ""
	for _, m := range got.Messages {
		text += m.Content.Text + m.Content.Resource.Text
	}
	if !strings.Contains(text, "step by step") || !strings.Contains(text, "- salt, to taste\n") {
		t.Errorf("the prompt: %+v", got)
	}
}

func call(t *testing.T, c client, tool, arguments string) said {
	t.Helper()
	return c.do(t, "tools/call", map[string]any{"name": tool, "arguments": json.RawMessage(arguments)})
}

// cooked calls a tool, which must succeed.
func cooked[T any](t *testing.T, c client, tool, arguments string) (value T) {
	t.Helper()
	got := call(t, c, tool, arguments)
	if got.Error != "" || got.IsError {
		t.Fatalf("%s: %s%s", tool, got.Error, got.text())
	}
	if err := json.Unmarshal(got.StructuredContent, &value); err != nil {
		t.Fatalf("%s: %v: %s", tool, err, got.StructuredContent)
	}
	return value
}

// text is the text of a result.
func (s said) text() string {
	if len(s.Content) == 0 {
		return ""
	}
	return s.Content[0].Text
}
