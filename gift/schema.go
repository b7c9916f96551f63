package gift

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// Sizes of a request.
const (
	leastDescription = 3
	maxDescription   = 2000
	maxItem          = 200
	maxItems         = 20
	minLimit         = 3
	maxLimit         = 10
	defaultLimit     = 5
)

func pointer[T any](v T) *T { return &v }

// recommendationsInput is what is published of the arguments.
func recommendationsInput() *jsonschema.Schema {
	list := func(items *jsonschema.Schema, description string) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "array", Items: items, MaxItems: pointer(maxItems), Description: description, Default: json.RawMessage(`[]`)}
	}
	return schema.Closed([]string{"recipient_description"},
		schema.Property{Name: "recipient_description", Schema: &jsonschema.Schema{
			Type: "string", Description: "Description of the gift recipient including interests, age, relationship, etc.",
			MinLength: pointer(leastDescription), MaxLength: pointer(maxDescription),
		}},
		schema.Property{Name: "past_gifts", Schema: list(&jsonschema.Schema{Type: "string", MaxLength: pointer(maxItem)},
			"List of gifts previously given to this person (to avoid duplicates)")},
		schema.Property{Name: "starred_gift_ids", Schema: list(&jsonschema.Schema{Type: "string", Format: "uuid"},
			"IDs of gifts starred from previous recommendations (to refine results)")},
		schema.Property{Name: "limit", Schema: &jsonschema.Schema{
			Type: "integer", Minimum: pointer(float64(minLimit)), Maximum: pointer(float64(maxLimit)), Default: json.RawMessage(strconv.Itoa(defaultLimit)),
			Description: "Number of recommendations to return",
		}},
	)
}

// recommendationsRead is what the types are checked by. readRequest checks the sizes, and ids that are none are ignored.
func recommendationsRead() *jsonschema.Schema {
	return schema.Closed(nil,
		schema.Typed("recipient_description", "string"),
		schema.List("past_gifts", "", &jsonschema.Schema{Type: "string"}),
		schema.List("starred_gift_ids", "", &jsonschema.Schema{}),
		schema.Typed("limit", "integer"))
}

func recommendationsOutput() *jsonschema.Schema {
	text, list := schema.Typed, func(name string) schema.Property { return schema.List(name, "", &jsonschema.Schema{Type: "string"}) }
	return schema.Open([]string{"gifts"},
		schema.List("gifts", "The best match first.", schema.Open([]string{"id", "name"},
			text("id", "string"), text("name", "string"), text("brief_description", "string"),
			schema.Property{Name: "relevance_score", Schema: &jsonschema.Schema{Type: "number", Description: "From 0 to 1; higher is a better match. See fallback and query_context."}},
			text("price_range", "string"), list("categories"))),
		schema.Property{Name: "query_context", Schema: schema.Open(nil,
			text("total_searched", "integer"), text("above_threshold", "integer"),
			text("starred_boost_applied", "boolean"), text("fallback_used", "boolean"))},
		schema.Property{Name: "fallback", Schema: &jsonschema.Schema{Type: "boolean", Description: "Nothing matched; the gifts are popular ones."}},
		text("error", "string"))
}

func detailsInput() *jsonschema.Schema {
	return schema.Closed([]string{"gift_id"}, schema.Property{Name: "gift_id", Schema: &jsonschema.Schema{
		Type: "string", Format: "uuid", Description: "The ID of the gift to get details for",
	}})
}

func detailsRead() *jsonschema.Schema { return schema.Closed(nil, schema.Typed("gift_id", "string")) }

func detailsOutput() *jsonschema.Schema {
	text, list := schema.Typed, func(name string) schema.Property { return schema.List(name, "", &jsonschema.Schema{Type: "string"}) }
	gift := schema.Open([]string{"id", "name"}, text("id", "string"), text("name", "string"), text("full_description", "string"),
		text("price_range", "string"), list("categories"), list("occasions"), list("recipient_types"), text("purchasing_guidance", "string"))
	gift.Type, gift.Types = "", []string{"object", "null"}
	return schema.Open([]string{"gift"}, schema.Property{Name: "gift", Schema: gift}, text("error", "string"))
}

// reading accepts arguments by a schema that is not the published one.
func reading(s *jsonschema.Schema) schema.Accept {
	accept, err := schema.Repairing(s)
	if err != nil {
		panic("gift: " + err.Error()) // each test of the tools makes them
	}
	return accept
}

// lenient lets accept take what means nothing in any of the arguments: the NUL character,
// and blank text in place of an empty list.
func lenient(accept schema.Accept) schema.Accept {
	return func(raw json.RawMessage) (schema.Arguments, []string, error) {
		raw = withoutNUL(raw)
		args, repairs, err := accept(raw)
		if err == nil {
			return args, repairs, nil
		}
		if fuller, ok := withoutBlankLists(raw); ok {
			return accept(fuller)
		}
		return args, repairs, err
	}
}

// withoutNUL drops the escapes of NUL, which JSON can't have in another form.
func withoutNUL(raw json.RawMessage) json.RawMessage {
	const escape = `\u0000`
	if !bytes.Contains(raw, []byte(escape)) {
		return raw
	}
	kept := make(json.RawMessage, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		switch {
		case bytes.HasPrefix(raw[i:], []byte(escape)):
			i += len(escape) - 1
		case raw[i] == '\\' && i+1 < len(raw): // of another escape, such as that of a backslash
			kept = append(kept, raw[i], raw[i+1])
			i++
		default:
			kept = append(kept, raw[i])
		}
	}
	return kept
}

// withoutBlankLists takes the lists away that are blank text; false: there are none.
func withoutBlankLists(raw json.RawMessage) (json.RawMessage, bool) {
	members, found := map[string]json.RawMessage{}, false
	if json.Unmarshal(raw, &members) != nil {
		return nil, false
	}
	for _, name := range [...]string{"past_gifts", "starred_gift_ids"} {
		var text *string
		if json.Unmarshal(members[name], &text) == nil && text != nil && strings.TrimSpace(*text) == "" {
			delete(members, name)
			found = true
		}
	}
	fuller, err := json.Marshal(members)
	return fuller, found && err == nil
}
