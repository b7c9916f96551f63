package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"mcp-adapters/fault"
	"mcp-adapters/jsonrpc"
	"mcp-adapters/mcp/schema"
)

// protocolCall lets mcp-go answer a request.
func (s *Session) protocolCall(ctx context.Context, req *jsonrpc.Request) (jsonrpc.Result, error) {
	result, err := s.handle(ctx, req.Method, req.Params)
	if err != nil {
		return nil, err
	}
	if initialized, ok := result.(mcp.InitializeResult); ok {
		s.keepCapabilities(req.Params)
		announceNoChanges(&initialized.Capabilities)
	}
	encoded, err := json.Marshal(result)
	return jsonrpc.Raw(encoded), err
}

// announceNoChanges takes back what mcp-go says of changes: there are notifications
// of them only for those who listen, which began with 2026-07-28. The parts that
// the pointers lead to are the result's own.
func announceNoChanges(c *mcp.ServerCapabilities) {
	if c.Tools != nil {
		c.Tools.ListChanged = false
	}
	if c.Prompts != nil {
		c.Prompts.ListChanged = false
	}
	if c.Resources != nil {
		c.Resources.ListChanged, c.Resources.Subscribe = false, false
	}
}

// handle gives mcp-go one request and takes its answer apart. The request gets
// an id of ours: mcp-go reads numbers as float64, which rounds some and can't
// hold others.
func (s *Session) handle(ctx context.Context, method string, params json.RawMessage) (any, error) {
	if method != string(mcp.MethodInitialize) {
		if err := s.publish(); err != nil {
			return nil, err
		}
	}
	var cause error
	ctx = context.WithValue(s.protocol.WithContext(ctx, client{s}), causeKey{}, &cause)
	switch m := s.protocol.HandleMessage(ctx, envelope(json.RawMessage("1"), method, params)).(type) {
	case mcp.JSONRPCResponse:
		return m.Result, nil
	case mcp.JSONRPCError:
		return nil, s.protocolError(method, m.Error, cause)
	default:
		return nil, fmt.Errorf("mcp-go answered %s with %T: %w", method, m, io.ErrUnexpectedEOF)
	}
}

// causeKey finds the place for the typed error that mcp-go answers with.
type causeKey struct{}

// keepError is mcp-go's hook for errors; it runs on the request's goroutine.
func keepError(ctx context.Context, _ any, _ mcp.MCPMethod, _ any, err error) {
	if cause, ok := ctx.Value(causeKey{}).(*error); ok {
		*cause = err
	}
}

// protocolError returns what the client gets for an error of mcp-go's: MCP's
// own codes and data stay as they are. cause is its typed error, where there is
// one.
func (s *Session) protocolError(method string, details mcp.JSONRPCErrorDetails, cause error) error {
	e := &jsonrpc.Error{Code: jsonrpc.Code(details.Code), Message: details.Message}
	var failure *fault.Error
	var wire *jsonrpc.Error
	var unreadable *mcpserver.UnparsableMessageError
	switch {
	case errors.As(cause, &failure), errors.As(cause, &wire): // of the system, which it has asked
		return cause
	case details.Data != nil:
		data, err := json.Marshal(details.Data)
		if err != nil {
			return err
		}
		e.Data = json.RawMessage(data)
	case errors.As(cause, &unreadable):
		return invalid("", shapeMessage(method))
	case errors.Is(cause, mcpserver.ErrRemovedInProtocolVersion) || errors.Is(cause, mcpserver.ErrRequiresModernProtocol):
		e.Message += s.toolsHint()
		e.Data = &jsonrpc.Data{Kind: kindMethodNotFound}
	case e.Code == jsonrpc.CodeMethodNotFound:
		e.Message = fmt.Sprintf("There is no method %q", schema.Shorten(method)) + s.toolsHint()
		e.Data = &jsonrpc.Data{Kind: kindMethodNotFound}
	case e.Code == jsonrpc.CodeInvalidParams && paramsOf(method) == listParams:
		return badCursor(method)
	case e.Code == jsonrpc.CodeInvalidParams:
		e.Message = "The params of " + method + " are not valid: " + e.Message + "."
		e.Data = &jsonrpc.Data{Kind: string(fault.InvalidParams)}
	default:
		return fmt.Errorf("mcp-go answered %q with %d: %s", schema.Shorten(method), details.Code, details.Message)
	}
	return e
}

func shapeMessage(method string) string {
	return "The params of " + method + " do not have the shape that MCP gives them."
}

// envelope rebuilds a message from its checked parts. mcp-go matches member
// names without regard to case and lets the last one win: handed the line as
// it came, it could run another method than the one that was checked.
func envelope(id json.RawMessage, method string, params json.RawMessage) json.RawMessage {
	b := make([]byte, 0, 64+len(id)+len(method)+len(params))
	b = append(b, `{"jsonrpc":"2.0"`...)
	if id != nil {
		b = append(append(b, `,"id":`...), id...)
	}
	b = append(b, `,"method":`...)
	quoted, err := jsontext.AppendQuote(b, method)
	if err != nil {
		quoted = append(b, `"\ufffd"`...) // a method that is not Unicode text is no one's method
	}
	b = quoted
	if params != nil {
		b = append(append(b, `,"params":`...), params...)
	}
	return append(b, '}')
}
