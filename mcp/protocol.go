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

// protocolCall lets mcp-go answer a request that is not a tool call.
func (s *Session) protocolCall(ctx context.Context, req *jsonrpc.Request) (jsonrpc.Result, error) {
	result, err := s.handle(ctx, req.Method, req.Params)
	switch r := result.(type) {
	case mcp.InitializeResult:
		s.client.setProtocolVersion(r.ProtocolVersion)
	case mcp.SubscriptionsListenResult:
		result, err = s.acknowledge(ctx, req.ID, r)
	}
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(result)
	return jsonrpc.Raw(encoded), err
}

// acknowledge finishes what mcp-go has done for subscriptions/listen: the
// acknowledgement goes out before the answer, and both name the subscription by
// the request's id as it was sent.
func (s *Session) acknowledge(ctx context.Context, id json.RawMessage, result mcp.SubscriptionsListenResult) (any, error) {
	if ack, ok := s.client.notification(); ok {
		ack.Params.Meta[mcp.MetaKeySubscriptionID] = id
		params, err := json.Marshal(ack.Params)
		if err == nil {
			err = jsonrpc.Notify(ctx, ack.Method, params)
		}
		if err != nil {
			return nil, fmt.Errorf("acknowledge a subscription: %w", err)
		}
	}
	result.EnsureResultMeta().SetSubscriptionID(id)
	return result, nil
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
	ctx = context.WithValue(s.protocol.WithContext(ctx, &s.client), causeKey{}, &cause)
	switch m := s.protocol.HandleMessage(ctx, envelope(json.RawMessage("1"), method, params)).(type) {
	case mcp.JSONRPCResponse:
		return m.Result, nil
	case mcp.JSONRPCError:
		return nil, s.protocolError(method, m.Error, cause)
	default:
		return nil, fmt.Errorf("mcp-go answered %s with %T: %w", method, m, io.ErrUnexpectedEOF)
	}
}

// causeKey finds the place for the typed error behind what mcp-go answers.
type causeKey struct{}

// keepError is mcp-go's hook for errors; it runs on the request's goroutine.
func keepError(ctx context.Context, _ any, _ mcp.MCPMethod, _ any, err error) {
	if cause, ok := ctx.Value(causeKey{}).(*error); ok {
		*cause = err
	}
}

// protocolError returns what the client is told of an error of mcp-go's: MCP's
// own codes and data stay as they are. cause is its typed error, where there is
// one.
func (s *Session) protocolError(method string, details mcp.JSONRPCErrorDetails, cause error) error {
	e := &jsonrpc.Error{Code: jsonrpc.Code(details.Code), Message: details.Message}
	var unreadable *mcpserver.UnparsableMessageError
	switch {
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
