package schema_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

func ptr[T any](v T) *T { return &v }

// Each refusal names the member and the rule in words for a person.
func TestRepairing_Words(t *testing.T) {
	t.Parallel()
	accept, err := schema.Repairing(schema.Closed([]string{"title"},
		schema.NotBlank(schema.Text("title", "", 1, 5)),
		schema.Text("note", "", 0, 3),
		schema.Text("long", "", 2, 0),
		schema.Integer("count", "", 1, 5),
		schema.Integer("minutes", "", 0, schema.MaxInt32),
		schema.Number("quantity", ""),
		schema.UUID("id", ""),
		schema.From(schema.UUID("item", ""), "list_items"),
		schema.Choice("scale", "", "C", "F"),
		schema.Typed("yes", "boolean"),
		schema.Property{Name: "unit", Schema: &jsonschema.Schema{Types: []string{"string", "null"}, Enum: []any{"C", nil}}},
		schema.Property{Name: "share", Schema: &jsonschema.Schema{Type: "number", ExclusiveMinimum: ptr(0.0), ExclusiveMaximum: ptr(1.0)}},
		schema.Property{Name: "slug", Schema: &jsonschema.Schema{Type: "string", Pattern: "^[a-z]+$"}},
		schema.Property{Name: "tags", Schema: &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string"}, MinItems: ptr(1), MaxItems: ptr(2)}},
		schema.Property{Name: "maybe", Schema: &jsonschema.Schema{Types: []string{"integer", "null"}, Minimum: ptr(1.0), Maximum: ptr(9.0)}},
		schema.List("entries", "", schema.Closed([]string{"name"}, schema.Text("name", "", 1, 0))),
	))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ raw, field, message string }{
		{`[]`, "arguments", "arguments must be an object"},
		{`{}`, "title", "title is required"},
		{`{"title":null}`, "title", "title is required"},
		{`{"title":" "}`, "title", "title must not be blank"},
		{`{"title":"\u200b\u200d\ufe0f"}`, "title", "title must not be blank"},
		{`{"title":"123456"}`, "title", "title must be 1 to 5 characters long"},
		{`{"title":5}`, "title", "title must be text, not a number"},
		{`{"title":"x","title":"y"}`, "title", "title is given twice"},
		{`{"title":"x\u0000"}`, "title", "title must not hold the NUL character"},
		{`{"title":"\ud800"}`, "title", "title holds text that is not valid Unicode, such as half of a surrogate pair"},
		{`{"title":"x","note":"1234"}`, "note", "note must be at most 3 characters long"},
		{`{"title":"x","long":"1"}`, "long", "long must be at least 2 characters long"},
		{`{"title":"x","count":6}`, "count", "count must be between 1 and 5"},
		{`{"title":"x","count":1.5}`, "count", "count must be a whole number"},
		{`{"title":"x","minutes":-1}`, "minutes", "minutes must be 0 or more"},
		{`{"title":"x","minutes":2147483648}`, "minutes", "minutes must be at most 2147483647"},
		{`{"title":"x","quantity":"one"}`, "quantity", "quantity must be a number, not text"},
		{`{"title":"x","quantity":1e400}`, "quantity", "quantity is too large a number"},
		{`{"title":"x","id":"1"}`, "id", "id must be a UUID"},
		{`{"title":"x","item":"Tea"}`, "item", "item must be an id from list_items"},
		{`{"title":"x","item":7}`, "item", "item must be an id from list_items"},
		{`{"title":"x","scale":"K"}`, "scale", "scale must be C or F"},
		{`{"title":"x","yes":"yes"}`, "yes", "yes must be true or false, not text"},
		{`{"title":"x","unit":"K"}`, "unit", "unit must be C or null"},
		{`{"title":"x","share":0}`, "share", "share must be more than 0"},
		{`{"title":"x","share":1}`, "share", "share must be less than 1"},
		{`{"title":"x","slug":"A"}`, "slug", "slug must match the pattern ^[a-z]+$"},
		{`{"title":"x","tags":[]}`, "tags", "tags must have at least 1 entry"},
		{`{"title":"x","tags":["a","b","c"]}`, "tags", "tags must have at most 2 entries"},
		{`{"title":"x","tags":"a"}`, "tags", `tags must be a list, not text; send tags as ["…"]`},
		{`{"title":"x","maybe":"a"}`, "maybe", "maybe must be a whole number or null, not text"},
		{`{"title":"x","maybe":0}`, "maybe", "maybe must be between 1 and 9"},
		{`{"title":"x","entries":[{"name":"a"},{}]}`, "entries[1].name", "entries[1].name is required"},
		{`{"title":"x","entries":[null]}`, "entries[0]", `entries[0] is null; each entry of entries must be an object such as {"name": "…"}`},
		{`{"title":"x","entries":[{"name":"a"},"b","c",{}]}`, "entries[1]", `entries[1] is text; each entry of entries must be an object such as {"name": "…"}; entries[3].name is required`},
		{`{"title":"x","entries":"a, b"}`, "entries", `entries must be a list, not text; send entries as [{"name": "…"}]`},
		{`{"title":"x","entries":{"0":{"name":"a"}}}`, "entries", `entries must be a list, not an object; send entries as [{"name": "…"}]`},
		{`{"title":"x","entries":[{"name":"a","colour":1}]}`, "entries[0].colour", "unknown argument entries[0].colour; known: name"},
		{`{"count":9,"note":"1234"}`, "title", "title is required; note must be at most 3 characters long; count must be between 1 and 5"},
		{`{"title":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, "arguments", "arguments are nested too deeply"},
	} {
		_, _, err := accept(json.RawMessage(row.raw))
		var got *fault.Error
		if !errors.As(err, &got) || got.Kind != fault.InvalidParams || got.Field != row.field || got.Message != row.message {
			t.Errorf("%s:\n got %+v\nwant %s: %s", row.raw, got, row.field, row.message)
		}
	}
	for _, raw := range []string{`{"title":"x"}`, `{"title":"x","unit":null,"maybe":null,"yes":false,"share":0.5,"tags":["a"],"slug":"a"}`} {
		if _, _, err := accept(json.RawMessage(raw)); err != nil {
			t.Errorf("%s is refused: %v", raw, err)
		}
	}
}

// A message names ten faults at most.
func TestRepairing_ManyFaults(t *testing.T) {
	t.Parallel()
	accept, err := schema.Repairing(schema.Closed(nil, schema.List("entries", "", schema.Closed(nil, schema.Integer("n", "", 1, 5)))))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = accept(json.RawMessage(`{"entries":[` + strings.Repeat(`{"n":9},`, 20) + `{"n":9}]}`))
	if n := strings.Count(err.Error(), "must be between"); n != 10 || !strings.HasSuffix(err.Error(), "; and there are more") {
		t.Errorf("%d faults: %v", n, err)
	}
}

// A schema that can't be checked is refused, with the place and the keyword.
func TestRepairing_RefusesWhatItCannotCheck(t *testing.T) {
	t.Parallel()
	in := func(member *jsonschema.Schema) *jsonschema.Schema {
		return schema.Closed(nil, schema.Property{Name: "a", Schema: member})
	}
	for name, row := range map[string]struct {
		schema *jsonschema.Schema
		want   string
	}{
		"none":               {nil, "there is no schema"},
		"anyOf":              {in(&jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}}}), "arguments.a: the keyword anyOf"},
		"reference":          {in(&jsonschema.Schema{Ref: "#/$defs/x"}), "the keyword $ref"},
		"tuple":              {in(&jsonschema.Schema{Type: "array", PrefixItems: []*jsonschema.Schema{{}}}), "the keyword prefixItems"},
		"unique items":       {in(&jsonschema.Schema{Type: "array", UniqueItems: true}), "the keyword uniqueItems"},
		"multiple":           {in(&jsonschema.Schema{Type: "number", MultipleOf: ptr(2.0)}), "the keyword multipleOf"},
		"extra":              {in(&jsonschema.Schema{Extra: map[string]any{"minimun": 1}}), "the keyword minimun"},
		"deep":               {in(&jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "object", Not: &jsonschema.Schema{}}}), "arguments.a[]: the keyword not"},
		"pattern":            {in(&jsonschema.Schema{Type: "string", Pattern: "(?=x)"}), "(?=x)"},
		"pattern, two ways":  {in(&jsonschema.Schema{Type: "string", Pattern: `^\s+$`}), "may mean different things"},
		"pattern, dot":       {in(&jsonschema.Schema{Type: "string", Pattern: `^a.b$`}), "because of .b$"},
		"pattern, class":     {in(&jsonschema.Schema{Type: "string", Pattern: `[]a]`}), "because of []a]"},
		"pattern, Unicode":   {in(&jsonschema.Schema{Type: "string", Pattern: `\pN`}), `because of \pN`},
		"pattern, bell":      {in(&jsonschema.Schema{Type: "string", Pattern: `\a`}), `because of \a`},
		"pattern, hex":       {in(&jsonschema.Schema{Type: "string", Pattern: `\x{41}`}), `because of \x{4`},
		"pattern, no least":  {in(&jsonschema.Schema{Type: "string", Pattern: `a{,2}`}), "because of {,2}"},
		"type":               {in(&jsonschema.Schema{Type: "integr"}), "arguments.a: there is no type integr"},
		"types":              {in(&jsonschema.Schema{Types: []string{"string", "nul"}}), "arguments.a: there is no type nul"},
		"type and types":     {in(&jsonschema.Schema{Type: "string", Types: []string{"null"}}), "arguments.a: it has both"},
		"enum of ints":       {in(&jsonschema.Schema{Enum: []any{1}}), "the enum value 1 is a int"},
		"additional members": {in(&jsonschema.Schema{Type: "object", AdditionalProperties: &jsonschema.Schema{Type: "string"}}), "additionalProperties must be false or absent"},
		"required":           {schema.Closed([]string{"b"}), "the required b is not among the properties"},
		"order":              {&jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"b": {}}}, "missing in PropertyOrder"},
	} {
		if _, err := schema.Repairing(row.schema); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %s", name, err, row.want)
		}
	}
	for _, pattern := range []string{`^[a-z0-9][a-z0-9_.-]{0,62}$`, `^(?:ui|https)://[^/ ]+/`, `^\d{4}-\d\d$`, `a|b`, `^\$\.x$`, `^é+$`, `^[^\]]*$`} {
		if _, err := schema.Repairing(in(&jsonschema.Schema{Type: "string", Pattern: pattern})); err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	annotated := in(&jsonschema.Schema{Type: "string", Title: "t", Default: json.RawMessage(`"x"`), Examples: []any{"y"}, Format: "email", Extra: map[string]any{"x-note": 1}})
	if _, err := schema.Repairing(annotated); err != nil {
		t.Errorf("annotations are refused: %v", err)
	}
}
