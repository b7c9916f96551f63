package portfolio_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-adapters/mcp-adapters/apiclient"
	"github.com/mcp-adapters/mcp-adapters/internal/testing/mcptest"
	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/portfolio"
)

// The input of each tool as its contract has it.
var contracts = map[string]string{
	"create_project_draft":     `{"type":"object","properties":{"title":$T,"project_type":$T,"city":$T,"state":$T,"summary":$T,"challenge":$T,"solution":$T,"results":$T,"outcome_highlights":$A},"required":[]}`,
	"add_project_media":        `{"type":"object","properties":{"project_id":$T,"files":{"type":"array","items":{"type":"object","properties":{"file_id":$T,"filename":$T,"content_type":$T,"image_type":$K,"alt_text":$T,"display_order":{"type":"number"},"width":{"type":"number"},"height":{"type":"number"}},"required":["file_id","filename","content_type"]}},"images":{"type":"array","items":{"type":"object","properties":{"url":$T,"filename":$T,"image_type":$K,"alt_text":$T},"required":["url"]}}},"required":["project_id"]}`,
	"reorder_project_media":    `{"type":"object","properties":{"project_id":$T,"image_ids":$A},"required":["project_id","image_ids"]}`,
	"set_project_hero_media":   `{"type":"object","properties":{"project_id":$T,"hero_image_id":$T},"required":["project_id","hero_image_id"]}`,
	"set_project_media_labels": `{"type":"object","properties":{"project_id":$T,"labels":{"type":"array","items":{"type":"object","properties":{"image_id":$T,"image_type":$K,"alt_text":$T},"required":["image_id"]}}},"required":["project_id","labels"]}`,
	"update_project_sections":  `{"type":"object","properties":{"project_id":$T,"summary":$T,"challenge":$T,"solution":$T,"results":$T,"outcome_highlights":$A},"required":["project_id"]}`,
	"update_project_meta":      `{"type":"object","properties":{"project_id":$T,"title":$T,"project_type":$T,"city":$T,"state":$T,"duration":$T,"tags":$A,"materials":$A,"techniques":$A,"seo_title":$T,"seo_description":$T},"required":["project_id"]}`,
	"publish_project":          `{"type":"object","properties":{"project_id":$T},"required":["project_id"]}`,
	"unpublish_project":        `{"type":"object","properties":{"project_id":$T},"required":["project_id"]}`,
	"list_projects":            `{"type":"object","properties":{"status":{"type":"string","enum":["draft","published","archived"]},"limit":{"type":"number"},"offset":{"type":"number"}},"required":[]}`,
	"get_project_status":       `{"type":"object","properties":{"project_id":$T},"required":["project_id"]}`,
}

// What is added to a contract, or wider in it.
var additions = map[string]func(schema obj){
	"add_project_media": func(schema obj) {
		delete(schema["properties"].(obj), "attachments")
	},
	"set_project_media_labels": func(schema obj) {
		label := schema["properties"].(obj)["labels"].(obj)["items"].(obj)["properties"].(obj)
		delete(label, "remove")
		for _, name := range []string{"image_type", "alt_text"} {
			member := label[name].(obj)
			if diff := cmp.Diff([]any{"string", "null"}, member["type"]); diff == "" {
				member["type"] = "string"
			}
			if choices, ok := member["enum"].([]any); ok && choices[len(choices)-1] == nil {
				member["enum"] = choices[:len(choices)-1]
			}
		}
	},
}

// annotations of each tool: read-only, destructive, idempotent, open world.
var annotations = map[string][4]bool{
	"create_project_draft":     {false, false, false, false},
	"add_project_media":        {false, false, false, true},
	"reorder_project_media":    {false, false, true, false},
	"set_project_hero_media":   {false, false, true, false},
	"set_project_media_labels": {false, true, true, false}, // it can remove photos
	"update_project_sections":  {false, false, true, false},
	"update_project_meta":      {false, false, true, false},
	"publish_project":          {false, true, true, true},
	"unpublish_project":        {false, true, true, true},
	"list_projects":            {true, false, true, false},
	"get_project_status":       {true, false, true, false},
}

// published is tools/list.
func published(t testing.TB) []obj {
	t.Helper()
	client, err := portfolio.NewClient(portfolio.Options{Options: apiclient.Options{BaseURL: "http://127.0.0.1:1"}})
	if err != nil {
		t.Fatal(err)
	}
	o := mcptest.Options()
	portfolio.Declare(&o)
	attach := func(t *mcp.Tool, invoking, invoked string) {
		if len(invoking) > 64 || len(invoked) > 64 || invoking == "" || invoked == "" {
			panic(t.Name)
		}
		if t.Meta == nil {
			t.Meta = map[string]any{}
		}
		t.Meta["openai/toolInvocation/invoking"] = invoking
	}
	text, err := mcptest.Write(t, mcptest.Serve(t, o, portfolio.Tools(client, portfolio.ToolOptions{Attach: attach})), "tools/list", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	return parsed[struct{ Tools []obj }](t, text).Tools
}

// bare takes descriptions off a schema.
func bare(v any) any {
	switch v := v.(type) {
	case obj:
		delete(v, "description")
		for name := range v {
			v[name] = bare(v[name])
		}
	case []any:
		for i := range v {
			v[i] = bare(v[i])
		}
	}
	return v
}

func TestElevenTools(t *testing.T) {
	t.Parallel()
	tools := published(t)
	if len(tools) != len(contracts) {
		t.Errorf("%d tools, want %d", len(tools), len(contracts))
	}
	literals := strings.NewReplacer(`$T`, `{"type":"string"}`, `$A`, `{"type":"array","items":{"type":"string"}}`, `$K`, `{"type":"string","enum":["before","after","progress","detail"]}`)
	for _, tool := range tools {
		name := tool["name"].(string)
		input, err := json.Marshal(tool["inputSchema"])
		if err != nil || len(input) >= 8<<10 {
			t.Errorf("%s: a schema of %d bytes, %v", name, len(input), err)
		}
		got := bare(tool["inputSchema"]).(obj)
		if without := additions[name]; without != nil {
			without(got)
		}
		if diff := cmp.Diff(parsed[any](t, literals.Replace(contracts[name])), any(got)); diff != "" {
			t.Errorf("%s (-contract +published):\n%s", name, diff)
		}
		hints := tool["annotations"].(obj)
		for i, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
			if hints[hint] != annotations[name][i] {
				t.Errorf("%s: %s is %v", name, hint, hints[hint])
			}
		}
		if tool["outputSchema"].(obj)["additionalProperties"] != nil {
			t.Errorf("%s: its output is closed", name)
		}
		if tool["_meta"].(obj)["openai/toolInvocation/invoking"] == nil || len(tool["description"].(string)) < 50 || tool["title"] == "" {
			t.Errorf("%s lacks a description, a title or what is said while it runs", name)
		}
	}
}

// Hosts fill only the top-level fields that are named, with objects whose schema declares
// these members.
func TestAttachments_AreFileParams(t *testing.T) {
	t.Parallel()
	tools := published(t)
	tool := tools[slices.IndexFunc(tools, func(t obj) bool { return t["name"] == "add_project_media" })]
	mcptest.Same(t, "openai/fileParams", tool["_meta"].(obj)["openai/fileParams"], `["attachments"]`)
	items := bare(tool["inputSchema"]).(obj)["properties"].(obj)["attachments"].(obj)["items"]
	const text = `{"type":"string"}`
	mcptest.Same(t, "the attachments", items, `{"type":"object","properties":{"download_url":`+text+`,"file_id":`+text+`,"mime_type":`+text+`,"file_name":`+text+
		`,"image_type":{"type":"string","enum":["before","after","progress","detail"]},"alt_text":`+text+`},"required":["download_url","file_id"]}`)
}

// The first result of a session may come from a tool of any output; all seed keys that are
// there whatever happens are required, and no other.
func TestOutputSchemas(t *testing.T) {
	t.Parallel()
	required := map[string]string{
		"create_project_draft": `["project_id","missing_fields"]`, "add_project_media": `["project_id","upload_status"]`,
		"reorder_project_media": `["project_id","status"]`, "set_project_hero_media": `["project_id","status"]`, "set_project_media_labels": `["project_id","status"]`,
		"update_project_sections": `["project_id","missing_fields","can_publish"]`, "update_project_meta": `["project_id","missing_fields","can_publish"]`,
		"publish_project": `["project_id","status","url"]`, "unpublish_project": `["project_id","status"]`,
		"list_projects": `["count","has_more"]`, "get_project_status": `["project_id","status","missing_fields","can_publish"]`,
	}
	for _, tool := range published(t) {
		mcptest.Same(t, tool["name"].(string), tool["outputSchema"].(obj)["required"], required[tool["name"].(string)])
	}
}
