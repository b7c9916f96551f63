package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"mcp-adapters/fault"
	"mcp-adapters/jsonrpc"
	"mcp-adapters/mcp/schema"
)

// toolCall is a decoded tools/call.
type toolCall struct {
	tool      *tool
	arguments json.RawMessage // nil when absent
	modern    bool            // of the era that began with 2026-07-28
}

// decodeCall reads the params of tools/call. Names are matched by exact case, and
// none may come twice: nothing here is read by a second decoder.
func (s *Session) decodeCall(params json.RawMessage) (*toolCall, error) {
	var name, meta json.RawMessage
	call := &toolCall{}
	err := eachMember(params, func(member []byte, value json.RawMessage) error {
		var into *json.RawMessage
		switch string(member) {
		case "name":
			into = &name
		case "arguments":
			into = &call.arguments
		case "_meta":
			into = &meta
		default:
			return nil
		}
		if *into != nil {
			return invalid("params", "params must not hold a member twice")
		}
		*into = value
		return nil
	})
	if err != nil {
		return nil, err
	}
	toolName, err := jsontext.AppendUnquote(nil, name)
	if len(toolName) == 0 || name[0] != '"' {
		return nil, invalid("name", "params.name must be the name of a tool"+s.toolsHint())
	}
	if call.tool = s.tools[string(toolName)]; call.tool == nil || err != nil {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeMethodNotFound,
			Message: fmt.Sprintf("There is no tool %q", schema.Shorten(string(toolName))) + s.toolsHint(),
			Data:    &jsonrpc.Data{Kind: kindMethodNotFound},
		}
	}
	call.modern, err = isModern(meta)
	return call, err
}

// eachMember calls visit with the members of the object raw, whose values lie in
// raw. What is inside the values is not judged.
func eachMember(raw json.RawMessage, visit func(name []byte, value json.RawMessage) error) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if dec.PeekKind() != '{' {
		return invalid("params", "params must be an object with the name of a tool")
	}
	if _, err := dec.ReadToken(); err != nil {
		return fmt.Errorf("decode params: %w", err)
	}
	for dec.PeekKind() != '}' {
		quoted, err := dec.ReadValue()
		if err != nil {
			return fmt.Errorf("decode params: %w", err)
		}
		name := quoted[1 : len(quoted)-1]
		if bytes.IndexByte(name, '\\') >= 0 {
			// Half a surrogate pair becomes U+FFFD, which is in no name here.
			name, _ = jsontext.AppendUnquote(nil, quoted)
		}
		value, err := dec.ReadValue()
		if err != nil {
			return fmt.Errorf("decode params: %w", err)
		}
		if err := visit(name, json.RawMessage(value)); err != nil {
			return err
		}
	}
	return nil
}

// run checks the arguments, makes the call and answers with its result, or with
// its failure in the server's way.
func (s *Session) run(ctx context.Context, call *toolCall) (jsonrpc.Result, error) {
	result, err := call.tool.run(ctx, call.arguments)
	if err != nil {
		failure := s.wireError(err, s.log.With().Str("tool", call.tool.Name).Logger())
		if s.toolErrors != ErrorsAsResults {
			return nil, failure
		}
		return s.failed(failure, call.modern)
	}
	return s.succeeded(result, call.modern)
}

// invalid is the error of params that can't be used.
func invalid(field, rule string) error {
	return &fault.Error{Kind: fault.InvalidParams, Field: field, Message: rule}
}
