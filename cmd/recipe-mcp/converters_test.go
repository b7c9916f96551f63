package main_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/harness"
)

// conversion is what tools/clients/schemas.py reads.
type conversion struct {
	Tools []json.RawMessage `json:"tools"`
	Calls []convertedCall   `json:"calls"`
}

// convertedCall is one that succeeded.
type convertedCall struct {
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments"`
	Result    json.RawMessage `json:"result"`
}

// Hosts convert the schemas of tools to what their model takes. The packages of OpenAI
// and Google and llama.cpp take those of every tool, and drop nothing of them; arguments
// and results fit them in a strict validator. A new tool is in this by itself: it is
// called with what it requires.
func TestConverters_Python(t *testing.T) {
	t.Parallel()
	harness.Needs(t, "python3")
	dir, python := harness.Python(t, clientsFolder, "schemas.txt")
	source := harness.Source(t, dir, python, "llama.txt")
	given, err := json.Marshal(everyTool(t))
	if err != nil {
		t.Fatal(err)
	}
	script := harness.File(t, python, "schemas.py", source).Feed(string(given))
	script.Dir = dir
	if out := script.Run(); out.Code != 0 || out.Stdout != "" {
		t.Errorf("exit code %d: %s%s", out.Code, out.Stdout, out.Stderr)
	}
}

// everyTool returns the tools of all sets, and a call of each.
func everyTool(t *testing.T) (c conversion) {
	t.Helper()
	server := harness.Program(t, "recipe-mcp").Set("TOOLSETS=core,manage,cook").Start()
	ask := func(line string, result any) {
		t.Helper()
		server.Write(line)
		if answer := server.ReadLine(); json.Unmarshal([]byte(answer), &struct{ Result any }{result}) != nil {
			t.Fatalf("%s\nis answered with %s", line, answer)
		}
	}
	call := func(tool, arguments string) json.RawMessage {
		t.Helper()
		var result struct{ StructuredContent json.RawMessage }
		ask(callLine("2", tool, arguments), &result)
		if result.StructuredContent == nil {
			t.Fatalf("%s refuses %s: give it better arguments here", tool, arguments)
		}
		c.Calls = append(c.Calls, convertedCall{tool, json.RawMessage(arguments), result.StructuredContent})
		return result.StructuredContent
	}
	ask(request("1", "tools/list", `{}`)+"\n", &c)
	var saved struct {
		ID, Title          string
		Ingredients, Steps json.RawMessage
	}
	if err := json.Unmarshal(call("create_recipe", stew), &saved); err != nil {
		t.Fatal(err)
	}
	// What get_recipe returned can be sent, ids and all.
	call("update_recipe", fmt.Sprintf(`{"recipe_id":%q,"ingredients":%s,"steps":%s}`, saved.ID, saved.Ingredients, saved.Steps))
	values := map[string]string{
		"recipe_id": fmt.Sprintf("%q", saved.ID), "title": fmt.Sprintf("%q", saved.Title), "servings": "3",
		"recipes": fmt.Sprintf(`[{"recipe_id":%q,"servings":12}]`, saved.ID),
	}
	last := ""
	for _, raw := range c.Tools {
		var tool struct {
			Name        string
			InputSchema struct {
				Required   []string
				Properties map[string]struct{ Enum []any }
			}
		}
		if err := json.Unmarshal(raw, &tool); err != nil {
			t.Fatal(err)
		}
		required := tool.InputSchema.Required
		if tool.Name == "create_recipe" || tool.Name == "update_recipe" {
			continue // called already
		}
		if tool.Name == "scale_recipe" {
			required = append(required, "servings") // or a factor
		}
		var members []string
		for _, name := range required {
			value := values[name]
			if choices := tool.InputSchema.Properties[name].Enum; choices != nil {
				value = fmt.Sprintf("%q", choices[0])
			}
			members = append(members, fmt.Sprintf("%q:%s", name, value))
		}
		arguments := "{" + strings.Join(members, ",") + "}"
		if tool.Name == "delete_recipe" {
			last = arguments // the others need the recipe
			continue
		}
		call(tool.Name, arguments)
	}
	if last != "" {
		call("delete_recipe", last)
	}
	server.CloseInput()
	return c
}
