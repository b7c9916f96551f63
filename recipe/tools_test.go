package recipe_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/recipe"

	"github.com/google/jsonschema-go/jsonschema"
)

// publishedTool is a tool as a client reads it from tools/list.
type publishedTool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema"`
	Annotations  struct {
		Title           string `json:"title"`
		ReadOnlyHint    *bool  `json:"readOnlyHint"`
		DestructiveHint *bool  `json:"destructiveHint"`
		IdempotentHint  *bool  `json:"idempotentHint"`
		OpenWorldHint   *bool  `json:"openWorldHint"`
	} `json:"annotations"`
}

// toolsList gives each tool of all sets as raw JSON, in the order of tools/list.
func toolsList(t *testing.T) []json.RawMessage {
	t.Helper()
	s := mcptest.Serve(t, mcptest.Options(), recipe.Tools(newMemory(), recipe.ToolOptions{Sets: recipe.Sets()}))
	text, err := mcptest.Write(t, s, "tools/list", "{}")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Tools []json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	return list.Tools
}

func publishedTools(t *testing.T) []publishedTool {
	t.Helper()
	var tools []publishedTool
	for _, raw := range toolsList(t) {
		var tool publishedTool
		if err := json.Unmarshal(raw, &tool); err != nil {
			t.Fatal(err)
		}
		tools = append(tools, tool)
	}
	return tools
}

func resolve(t *testing.T, raw json.RawMessage) *jsonschema.Resolved {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatalf("no JSON Schema: %v", err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatalf("no good JSON Schema: %v", err)
	}
	return resolved
}

// TestTools_Snapshots compares what is published with testdata/tools, byte for
// byte but for white space. A tool that is gone leaves a file that fails.
func TestTools_Snapshots(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, raw := range toolsList(t) {
		var tool publishedTool
		var text bytes.Buffer
		if err := json.Unmarshal(raw, &tool); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&text, raw, "", "  "); err != nil {
			t.Fatal(err)
		}
		text.WriteByte('\n')
		file := filepath.Join("testdata", "tools", tool.Name+".json")
		mcptest.Golden(t, file, text.String())
		known[file] = true
	}
	files, err := filepath.Glob("testdata/tools/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[filepath.Clean(file)] {
			t.Errorf("%s is the snapshot of no tool", file)
		}
	}
}

func TestTools_Descriptions(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, tool := range publishedTools(t) {
		if names[tool.Name] {
			t.Errorf("%s: there are two tools of this name", tool.Name)
		}
		names[tool.Name] = true
		if tool.Title == "" || tool.Title != tool.Annotations.Title || utf8.RuneCountInString(tool.Title) > 40 {
			t.Errorf("%s: title %q, in the annotations %q", tool.Name, tool.Title, tool.Annotations.Title)
		}
		if n := utf8.RuneCountInString(tool.Description); n < 100 || n > 1000 {
			t.Errorf("%s: a description of %d characters", tool.Name, n)
		}
		// What it does comes first; when to use it and what it needs are said in
		// sentences that begin so.
		what, rest, _ := strings.Cut(tool.Description, ". ")
		if what == "" || !strings.Contains(rest, "Use it ") || !strings.Contains(rest, "It needs ") {
			t.Errorf("%s: the description doesn't say what it does, when to use it and what it needs: %s", tool.Name, tool.Description)
		}
		if !strings.HasSuffix(tool.Description, ".") {
			t.Errorf("%s: the description ends without a full stop", tool.Name)
		}
		a := tool.Annotations
		if a.ReadOnlyHint == nil || a.DestructiveHint == nil || a.IdempotentHint == nil || a.OpenWorldHint == nil {
			t.Fatalf("%s: not all four annotations are set", tool.Name)
		}
		if *a.ReadOnlyHint && *a.DestructiveHint {
			t.Errorf("%s: reads only and destroys", tool.Name)
		}
		if reads := !slices.Contains([]string{"create_recipe", "update_recipe", "delete_recipe"}, tool.Name); reads != *a.ReadOnlyHint {
			t.Errorf("%s: readOnlyHint is %v", tool.Name, *a.ReadOnlyHint)
		}
	}
	for _, name := range []string{"list_recipes", "get_recipe", "create_recipe", "update_recipe"} {
		if !names[name] {
			t.Errorf("%s is missing", name)
		}
		if !strings.Contains(recipe.Instructions(recipe.ToolOptions{}), name) {
			t.Errorf("the instructions don't say what %s is for", name)
		}
	}
	if n := utf8.RuneCountInString(recipe.Instructions(recipe.ToolOptions{Sets: recipe.Sets()})); n >= 2000 {
		t.Errorf("the instructions have %d characters", n)
	}
}

func TestTools_UpdateSaysThatListsAreReplaced(t *testing.T) {
	t.Parallel()
	for _, tool := range publishedTools(t) {
		if tool.Name == "update_recipe" && !strings.Contains(tool.Description, "ingredients and steps replace the whole list") {
			t.Errorf("it does not say so: %s", tool.Description)
		}
	}
}

// walk calls visit for a schema and all that are in it.
func walk(path string, schema map[string]any, visit func(path string, schema map[string]any)) {
	visit(path, schema)
	properties, _ := schema["properties"].(map[string]any)
	for name, member := range properties {
		walk(path+"."+name, member.(map[string]any), visit)
	}
	if items, ok := schema["items"].(map[string]any); ok {
		walk(path+"[]", items, visit)
	}
}

// editedEntry is a member of an entry in an edit, which the whole lists describe.
var editedEntry = regexp.MustCompile(`_edits\[\]\.(ingredient|step)\.`)

// The keywords that every host takes. Converters drop others, or refuse all tools for one.
var portable = map[string][]string{
	"object":  {"type", "description", "properties", "required"},
	"array":   {"type", "description", "items"},
	"integer": {"type", "description", "minimum", "maximum"},
	"number":  {"type", "description", "minimum", "maximum"},
	"string":  {"type", "description", "enum"},
	"boolean": {"type", "description"},
}

func TestTools_InputSchemas(t *testing.T) {
	t.Parallel()
	for _, tool := range publishedTools(t) {
		resolve(t, tool.InputSchema)
		var schema map[string]any
		if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		walk(tool.Name, schema, func(path string, s map[string]any) {
			kind, _ := s["type"].(string)
			for keyword := range s {
				if !slices.Contains(portable[kind], keyword) {
					t.Errorf("%s: %s of type %v", path, keyword, s["type"])
				}
			}
			if kind == "array" && s["items"] == nil {
				t.Errorf("%s: no items", path)
			}
			if kind == "object" && s["properties"] == nil {
				t.Errorf("%s: no properties", path)
			}
			if path != tool.Name && !strings.HasSuffix(path, "[]") && s["description"] == nil && !editedEntry.MatchString(path) {
				t.Errorf("%s: no description", path)
			}
		})
	}
}

func TestTools_OutputSchemasAreOpen(t *testing.T) {
	t.Parallel()
	allowed := []string{"type", "properties", "required", "items", "description"}
	for _, tool := range publishedTools(t) {
		resolve(t, tool.OutputSchema)
		var schema map[string]any
		if err := json.Unmarshal(tool.OutputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		if schema["type"] != "object" {
			t.Errorf("%s: MCP wants the output to be an object", tool.Name)
		}
		walk(tool.Name, schema, func(path string, s map[string]any) {
			for keyword := range s {
				if !slices.Contains(allowed, keyword) {
					t.Errorf("%s: %s narrows what the API may answer", path, keyword)
				}
			}
		})
	}
}

// TestTools_OutputSchemasTakeGoodAnswers holds the schemas to what the API may
// send, with a validator as strict as that of a client.
func TestTools_OutputSchemasTakeGoodAnswers(t *testing.T) {
	t.Parallel()
	const id = `"id":"00000000-0000-4000-8000-000000000001"`
	full := `{` + id + `,"title":"Pie","description":"d","prep_time_minutes":1,"cook_time_minutes":2,"servings":3,"difficulty":5,` +
		`"photo_filename":"a.jpg","created_at":"2026-02-10 12:00:00","updated_at":"2026-02-10T12:00:00Z","created_by":"a@example.com","updated_by":"b@example.com",` +
		`"ingredients":[{"id":"i","recipe_id":"r","position":0,"name":"flour","quantity":1.5,"unit":"g","notes":"n"},{"name":"salt","later":{}}],` +
		`"steps":[{"id":"s","recipe_id":"r","position":0,"instruction":"mix","duration_minutes":1,"temperature_value":180,"temperature_unit":"Celsius"},{"instruction":"eat"}]`
	recipes := map[string]string{
		"minimal":         `{` + id + `,"title":"Pie"}`,
		"with lists":      `{` + id + `,"title":"Pie","ingredients":[],"steps":[]}`,
		"full":            full + `}`,
		"unknown members": full + `,"rating":4.5,"tags":["a"],"photo":{"url":"x"},"archived":null,"servings_text":"4 to 6"}`,
		"odd id":          `{"id":"x","title":""}`,
		"whole as float":  `{` + id + `,"title":"Pie","servings":4.0}`,
	}
	lists := map[string]string{
		"empty":           `{"recipes":[]}`,
		"minimal":         `{"recipes":[{` + id + `,"title":"Pie","description":""}]}`,
		"full":            `{"recipes":[` + full + `}]}`,
		"unknown members": `{"recipes":[{` + id + `,"title":"Pie","description":"","rating":4.5,"archived":null}],"next":null}`,
	}
	for _, tool := range publishedTools(t) {
		schema := resolve(t, tool.OutputSchema)
		answers := recipes
		switch tool.Name {
		case "list_recipes":
			answers = lists
		case "scale_recipe", "shopping_list", "delete_recipe": // their results are our own
			continue
		}
		for name, answer := range answers {
			var value any
			if err := json.Unmarshal([]byte(answer), &value); err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s: an answer that is %s is refused: %v", tool.Name, name, err)
			}
		}
	}
}

// No argument has to be repeated in a header: all hold by New, and this looks at
// what clients see.
func TestTools_H16_NoHeaders(t *testing.T) {
	t.Parallel()
	for _, tool := range toolsList(t) {
		if bytes.Contains(bytes.ToLower(tool), []byte("x-mcp-header")) {
			t.Errorf("%s", tool)
		}
	}
}
