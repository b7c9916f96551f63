package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// What is published holds no keyword that some host refuses, and nothing of how
// arguments are read.
func TestPublished(t *testing.T) {
	t.Parallel()
	s := schema.Change([]string{"id"},
		schema.From(schema.UUID("id", "An id."), "list_items"),
		schema.NotBlank(schema.Text("title", "A title.", 1, 20)),
		schema.Integer("count", "A count.", 1, schema.MaxInt32),
		schema.Integer("level", "From 1 to 5.", 1, 5),
		schema.Property{Name: "share", Schema: &jsonschema.Schema{Type: "number", ExclusiveMinimum: ptr(0.0)}},
		schema.Aliases(schema.Choice("unit", "A scale.", "Celsius"), "Celsius", "C"),
		schema.List("rows", "Rows.", schema.Ignoring(schema.Closed([]string{"name"}, schema.Quantity("name", "")), "id")),
	)
	got, err := json.Marshal(schema.Published(s))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"type":"object","properties":{"id":{"type":"string","description":"An id."},"title":{"type":"string","description":"A title."},` +
		`"count":{"type":"integer","description":"A count.","minimum":1},"level":{"type":"integer","description":"From 1 to 5.","minimum":1,"maximum":5},` +
		`"share":{"type":"number"},"unit":{"type":"string","description":"A scale.","enum":["Celsius"]},` +
		`"rows":{"type":"array","items":{"type":"object","properties":{"name":{"type":"number"}},"required":["name"]},"description":"Rows."}},"required":["id"]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if s.AdditionalProperties == nil || s.Properties["title"].MaxLength == nil {
		t.Error("the schema itself was changed")
	}
	if text, err := json.Marshal(s); err == nil {
		t.Errorf("how arguments are read goes out: %s", text)
	}
}
