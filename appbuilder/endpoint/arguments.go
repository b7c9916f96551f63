package endpoint

import (
	"encoding/json"
	"fmt"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/appbuilder"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// input is the schema of the contract, to the letter.
var input = &jsonschema.Schema{
	Type: "object",
	Properties: map[string]*jsonschema.Schema{
		"message": {Type: "string", Description: "User query or request"},
		"context": {Type: "object", Description: "Additional context (optional)"},
	},
	PropertyOrder: []string{"message", "context"},
	Required:      []string{"message"},
}

const (
	maxContext = 16 << 10
	maxDepth   = 8
)

// accept checks the arguments. Other members than those of the schema are ignored, and so is one
// that only looks alike: names are compared to the letter, and none may come twice.
func accept(raw json.RawMessage) (schema.Arguments, []string, error) {
	var args struct {
		Message jsontext.Value `json:"message"`
		Context jsontext.Value `json:"context"`
	}
	if len(raw) > 0 {
		if err := jsonv2.Unmarshal(raw, &args); err != nil || jsontext.Value(raw).Kind() != '{' {
			return nil, nil, invalid("", "The arguments must be an object with a message, and no member may occur twice.")
		}
	}
	var message string
	switch {
	case args.Message == nil || args.Message.Kind() == 'n':
		return nil, nil, invalid("message", "message is missing. Put in it what the user asks for.")
	case args.Message.Kind() != '"' || jsonv2.Unmarshal(args.Message, &message) != nil:
		return nil, nil, invalid("message", "message must be text: what the user asks for.")
	case len([]rune(message)) > appbuilder.MaxMessage:
		return nil, nil, invalid("message", fmt.Sprintf("message must have at most %d characters. Shorten it.", appbuilder.MaxMessage))
	case len(args.Context) > maxContext:
		return nil, nil, invalid("context", fmt.Sprintf("context must be at most %d KiB. Leave it out.", maxContext>>10))
	case args.Context != nil && args.Context.Kind() != 'n' && (args.Context.Kind() != '{' || depth(args.Context) > maxDepth):
		return nil, nil, invalid("context", fmt.Sprintf("context must be an object, nested no deeper than %d. Leave it out.", maxDepth))
	}
	return schema.Arguments{"message": message}, nil, nil
}

// depth is how deep JSON is nested.
func depth(text []byte) (most int) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	for now := 0; ; {
		token, err := d.Token()
		if err != nil {
			return most
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			now++
			most = max(most, now)
		case json.Delim('}'), json.Delim(']'):
			now--
		}
	}
}

func invalid(field, message string) *fault.Error {
	f := failed(fault.InvalidParams, message, map[string]any{"field": field})
	f.Field = field
	f.Err = &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message, Data: map[string]string{"code": "INVALID_ARGUMENTS", "field": field}}
	return f
}
