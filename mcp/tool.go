package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// Tool is one tool: what is published about it, and the call it makes.
type Tool struct {
	Name        string
	Title       string
	Description string // what it does, when to use it, and what it needs
	Hints       Hints
	Input       *jsonschema.Schema // of the arguments, an object; see package schema. An empty Required is published, and nil is not
	Output      *jsonschema.Schema // of [Result.Structured]; nil: none is published
	Meta        map[string]any     // _meta of the tool, such as its widget; nil: none
	// Scopes are published as the scopes that a client's sign-in needs for a call. The transport
	// enforces them. nil: none are published.
	Scopes []string
	// Accept decodes, repairs and checks the arguments; nil: [schema.Repairing] of Input.
	// With an Accept, Input is published as it is.
	Accept schema.Accept
	// Explain, if not nil, returns the error for arguments that were refused with err. It may say
	// more than a schema can know, such as which id a name belongs to, or return err. args are the
	// arguments that could be read.
	Explain func(ctx context.Context, args schema.Arguments, err error) error
	// Call does the work, with arguments that were accepted. Its error should be a [fault.Error];
	// only the log gets the text of any other error.
	Call func(ctx context.Context, r *Request, args schema.Arguments) (Result, error)
}

// Hints are MCP's tool annotations; all four are always published.
type Hints struct {
	ReadOnly    bool // changes nothing; its calls may run side by side
	Destructive bool // may overwrite what is there
	Idempotent  bool // a second identical call changes nothing more
	OpenWorld   bool // reaches beyond the one system
}

// tool is a tool that was checked.
type tool struct {
	Tool
	accept schema.Accept
}

// newTool checks a definition: MCP asks for an input that is an object, and package schema must be
// able to check it.
func newTool(t Tool) (*tool, error) {
	switch {
	case t.Name == "":
		return nil, errors.New("it has no name")
	case t.Call == nil:
		return nil, errors.New("it has no call")
	case t.Input == nil || t.Input.Type != "object":
		return nil, errors.New("its input is not the schema of an object")
	case namesHeader(t.Input):
		return nil, errors.New("its input holds x-mcp-header, which transports here don't compare")
	}
	if t.Output != nil && (t.Output.Type != "object" || t.Output.Types != nil) {
		return nil, errors.New("its output is not the schema of an object")
	}
	if t.Accept != nil {
		return &tool{t, t.Accept}, nil
	}
	accept, err := schema.Repairing(t.Input)
	return &tool{t, accept}, err
}

// namesHeader reports whether a client has to repeat an argument in a header (2026-07-28,
// basic/transports/streamable-http, Custom Headers).
func namesHeader(s *jsonschema.Schema) bool {
	if s == nil {
		return false
	}
	if _, ok := s.Extra["x-mcp-header"]; ok {
		return true
	}
	for _, member := range s.Properties {
		if namesHeader(member) {
			return true
		}
	}
	return namesHeader(s.Items)
}

// order returns how calls of the tool queue: reads share, a write runs alone.
func (t *tool) order() jsonrpc.Order {
	if t.Hints.ReadOnly {
		return jsonrpc.Read
	}
	return jsonrpc.Write
}

// run checks the arguments and makes the call. It returns the repairs of the arguments.
func (t *tool) run(ctx context.Context, r *Request) (Result, []string, error) {
	args, repairs, err := t.accept(r.arguments)
	if err != nil && t.Explain != nil {
		err = t.Explain(ctx, args, err)
	}
	if err != nil {
		return Result{}, repairs, err
	}
	result, err := t.Call(ctx, r, args)
	return result, repairs, err
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
	for _, name := range t.Input.PropertyOrder {
		s := t.Input.Properties[name]
		list = append(list, Argument{name, s.Type, slices.Contains(t.Input.Required, name), s.Description})
	}
	return list
}

// Definition returns the tool as tools/list publishes it.
func (t *Tool) Definition() (json.RawMessage, error) {
	public := t.Input
	if t.Accept == nil {
		public = schema.Published(t.Input)
	}
	input, err := json.Marshal(public)
	if err != nil {
		return nil, err
	}
	if public.Required != nil && len(public.Required) == 0 { // the schema leaves an empty list out
		input = append(input[:len(input)-1], `,"required":[]}`...)
	}
	published := mcp.NewToolWithRawSchema(t.Name, t.Description, input)
	if t.Output != nil {
		if published.RawOutputSchema, err = json.Marshal(t.Output); err != nil {
			return nil, err
		}
	}
	published.Title = t.Title
	published.Annotations = mcp.ToolAnnotation{
		Title:           t.Title,
		ReadOnlyHint:    &t.Hints.ReadOnly,
		DestructiveHint: &t.Hints.Destructive,
		IdempotentHint:  &t.Hints.Idempotent,
		OpenWorldHint:   &t.Hints.OpenWorld,
	}
	if t.Scopes == nil {
		published.Meta = metaOf(t.Meta)
		return json.Marshal(published)
	}
	// How a client signs in for the tool is OpenAI's member, which they read in _meta as well.
	schemes := []securityScheme{{"oauth2", t.Scopes}}
	members := map[string]any{"securitySchemes": schemes}
	maps.Copy(members, t.Meta)
	published.Meta = metaOf(members)
	definition, err := json.Marshal(published)
	if err != nil {
		return nil, err
	}
	scheme, err := json.Marshal(schemes)
	return slices.Concat(definition[:len(definition)-1], []byte(`,"securitySchemes":`), scheme, []byte("}")), err
}

// securityScheme is a way to sign in for a tool.
type securityScheme struct {
	Type   string   `json:"type"`
	Scopes []string `json:"scopes"`
}

// calledTool returns the tool of a tools/call.
func (s *Session) calledTool(r *Request) (*tool, error) {
	if len(r.params) == 0 || r.params[0] != '{' {
		return nil, invalid("params", "params must be an object with the name of a tool")
	}
	name, err := text(r.name)
	if name == "" {
		return nil, invalid("name", "params.name must be the name of a tool"+s.toolsHint())
	}
	t := s.tools[name]
	if t == nil || err != nil {
		return nil, s.noTool(name, r.modern)
	}
	if a := r.arguments; a != nil && a[0] != '{' && string(a) != "null" {
		return nil, invalid("arguments", "arguments must be an object")
	}
	return t, nil
}

// noTool is the error of a call of an unknown tool; see Options.UnknownTool.
func (s *Server) noTool(name string, modern bool) error {
	message := fmt.Sprintf("There is no tool %q", schema.Shorten(name)) + s.toolsHint()
	if instead := s.options.Removed[name]; instead != "" {
		message = fmt.Sprintf("There is no tool %q any more. %s", name, instead)
	}
	if modern || s.options.UnknownTool == jsonrpc.CodeInvalidParams {
		return invalid("name", message)
	}
	return &jsonrpc.Error{Code: s.options.UnknownTool, Message: message, Data: &jsonrpc.Data{Kind: kindMethodNotFound}}
}

// call makes the call and answers with its result, or with its failure as [ToolErrors] says.
func (s *Session) call(ctx context.Context, r *Request, t *tool) (jsonrpc.Result, error) {
	// Requests to the API carry the id, so that it is in the logs of both ends.
	ctx = requestid.Ensure(ctx)
	ctx, done := s.observe(ctx, r, t.Name)
	result, repairs, err := t.run(ctx, r)
	done(err)
	if needed := (*InputRequired)(nil); errors.As(err, &needed) {
		return nil, needed
	}
	if err != nil {
		failure := s.wireError(err, s.logFor(ctx).With().Str("tool", t.Name).Str("id", requestid.From(ctx)).Logger())
		s.logFailed(ctx, t.Name, failure)
		if !s.options.ToolErrors.asResults(r.modern) {
			return nil, withRepairs(failure, repairs)
		}
		return s.failed(failure, err, repairs, r.modern)
	}
	return s.succeeded(result, repairs, r.modern)
}

// invalid is the error of params that can't be used.
func invalid(field, rule string) error {
	return &fault.Error{Kind: fault.InvalidParams, Field: field, Message: rule}
}
