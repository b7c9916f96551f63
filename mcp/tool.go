package mcp

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"

	"mcp-adapters/jsonrpc"
)

// Tool is one tool: what is published about it, and the call it makes.
type Tool struct {
	Name        string
	Title       string
	Description string // what it does, when to use it, what it needs
	Hints       Hints

	// input and output give the schemas, which are built when they are first
	// needed: the answer to initialize does not wait for them.
	input  func() *jsonschema.Schema
	output func() *jsonschema.Schema
	// call runs with arguments that fit input.
	call func(ctx context.Context, args Arguments) (Structured, error)
}

// Hints are MCP's tool annotations; all four are always published.
type Hints struct {
	ReadOnly    bool // changes nothing; its calls may run side by side
	Destructive bool // may overwrite what is there
	Idempotent  bool // a second identical call changes nothing more
	OpenWorld   bool // reaches beyond the one API
}

// order says how calls of the tool queue: reads share, a write runs alone.
func (t *Tool) order() jsonrpc.Order {
	if t.Hints.ReadOnly {
		return jsonrpc.Read
	}
	return jsonrpc.Write
}

// published is the tool as tools/list shows it.
func (t *Tool) published() (mcp.Tool, error) {
	input, err := json.Marshal(t.input())
	if err != nil {
		return mcp.Tool{}, err
	}
	output, err := json.Marshal(t.output())
	if err != nil {
		return mcp.Tool{}, err
	}
	tool := mcp.NewToolWithRawSchema(t.Name, t.Description, input)
	tool.Title = t.Title
	tool.RawOutputSchema = output
	tool.Annotations = mcp.ToolAnnotation{
		Title:           t.Title,
		ReadOnlyHint:    &t.Hints.ReadOnly,
		DestructiveHint: &t.Hints.Destructive,
		IdempotentHint:  &t.Hints.Idempotent,
		OpenWorldHint:   &t.Hints.OpenWorld,
	}
	return tool, nil
}

// Argument is one argument of a tool, for help texts and documents.
type Argument struct {
	Name        string
	Type        string // of JSON Schema: string, integer, array …
	Required    bool
	Description string
}

// Arguments lists what the tool takes, in order.
func (t *Tool) Arguments() []Argument {
	var list []Argument
	input := t.input()
	for _, name := range input.PropertyOrder {
		s := input.Properties[name]
		list = append(list, Argument{name, s.Type, slices.Contains(input.Required, name), s.Description})
	}
	return list
}

// Definition is the tool as tools/list publishes it.
func (t *Tool) Definition() (json.RawMessage, error) {
	published, err := t.published()
	if err != nil {
		return nil, err
	}
	return json.Marshal(published)
}
