package mcp

import (
	"context"
	"errors"
	"fmt"

	"github.com/mcp-adapters/mcp-adapters/internal/requestid"
	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/fault"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// calledTool returns the tool that a tools/call names.
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

// noTool is the error of a call of a tool that doesn't exist. MCP says -32602;
// a server may have promised another code to the clients of the handshake era.
func (s *Server) noTool(name string, modern bool) error {
	message := fmt.Sprintf("There is no tool %q", schema.Shorten(name)) + s.toolsHint()
	if instead := s.removed[name]; instead != "" {
		message = fmt.Sprintf("There is no tool %q any more. %s", name, instead)
	}
	if modern || s.unknownTool == jsonrpc.CodeInvalidParams {
		return invalid("name", message)
	}
	return &jsonrpc.Error{Code: s.unknownTool, Message: message, Data: &jsonrpc.Data{Kind: kindMethodNotFound}}
}

// call checks the arguments, makes the call and answers with its result, or with
// its failure in the server's way.
func (s *Session) call(ctx context.Context, r *Request, t *tool) (jsonrpc.Result, error) {
	// What the call sends carries the id, so that its lines are found in the logs of both ends.
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
		if !s.toolErrors.asResults(r.modern) {
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
