package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"

	"mcp-adapters/apiclient"
	"mcp-adapters/jsonrpc"
)

// Prepare decodes a request far enough to know what it is and how it queues.
// Everything but a tool call is quick and runs at once.
func (s *Server) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	if req.Method != string(mcp.MethodToolsCall) {
		return jsonrpc.Call{Order: jsonrpc.Inline, Run: func(ctx context.Context) (jsonrpc.Result, error) {
			return s.answer(ctx, req)
		}}
	}
	call, err := s.decodeCall(req.Params)
	if err != nil {
		return jsonrpc.Call{Order: jsonrpc.Inline, Run: func(context.Context) (jsonrpc.Result, error) {
			return nil, wireError(err, s.log)
		}}
	}
	return jsonrpc.Call{Order: call.tool.order(), Run: func(ctx context.Context) (jsonrpc.Result, error) {
		result, err := s.run(ctx, call)
		if err != nil {
			return nil, wireError(err, s.log.With().Str("tool", call.tool.Name).Logger())
		}
		return result, nil
	}}
}

// Notify hands a notification to mcp-go, which keeps track of the handshake.
func (s *Server) Notify(req *jsonrpc.Request) {
	ctx := s.protocol.WithContext(context.Background(), s.session)
	s.protocol.HandleMessage(ctx, envelope(nil, req.Method, req.Params))
}

// toolCall is a decoded tools/call. prepared and outcome carry it through
// mcp-go and back.
type toolCall struct {
	tool      *Tool
	arguments json.RawMessage
	meta      json.RawMessage // the request's _meta, nil when there is none

	outcome Structured
	err     error
}

// decodeCall reads the params of tools/call.
func (s *Server) decodeCall(params json.RawMessage) (*toolCall, error) {
	// What is inside the arguments is judged with the tool's name at hand.
	dec := decoderOf(params, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	defer dec.release()
	if dec.PeekKind() != '{' {
		return nil, invalid("params", "params must be an object with the name of a tool")
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, fmt.Errorf("decode params: %w", err)
	}
	var name json.RawMessage
	call := &toolCall{}
	for dec.PeekKind() != '}' {
		token, err := dec.ReadToken()
		if err != nil {
			return nil, fmt.Errorf("decode params: %w", err)
		}
		var into *json.RawMessage
		switch token.String() {
		case "name":
			into = &name
		case "arguments":
			into = &call.arguments
		case "_meta":
			into = &call.meta
		}
		value, err := dec.ReadValue()
		if err != nil {
			return nil, fmt.Errorf("decode params: %w", err)
		}
		if into == nil {
			continue
		}
		if *into != nil {
			return nil, invalid("params", "params must not hold a member twice")
		}
		*into = json.RawMessage(value) // lies in params, which stay
	}
	toolName, err := jsontext.AppendUnquote(nil, name)
	if len(toolName) == 0 || name[0] != '"' {
		return nil, invalid("name", "params.name must be the name of a tool"+s.toolsHint())
	}
	if call.tool = s.tools[string(toolName)]; call.tool == nil || err != nil {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeMethodNotFound,
			Message: fmt.Sprintf("There is no tool %q", shorten(string(toolName))) + s.toolsHint(),
			Data:    &jsonrpc.Data{Kind: kindMethodNotFound},
		}
	}
	return call, nil
}

// run runs a call. One whose _meta asks for it goes by way of mcp-go, which knows
// what its protocol era asks of it and adds to the result. mcp-go sees neither
// arguments nor result.
func (s *Server) run(ctx context.Context, call *toolCall) (jsonrpc.Result, error) {
	result := callResult{buffer: buffers.Get().(*apiclient.Buffer)}
	ctx = apiclient.WithBuffer(ctx, result.buffer)
	var err error
	if addsNothing(call.meta) {
		result.Structured, err = call.tool.run(ctx, call.arguments)
	} else {
		err = s.runModern(ctx, call, &result)
	}
	if err != nil {
		result.Release()
		return nil, err
	}
	return result, nil
}

// runModern runs a call by way of mcp-go.
func (s *Server) runModern(ctx context.Context, call *toolCall, result *callResult) error {
	params := fmt.Appendf(nil, `{"name":%q,"_meta":%s}`, call.tool.Name, call.meta)
	ctx = context.WithValue(ctx, preparedKey{}, call)
	message, err := s.handle(ctx, string(mcp.MethodToolsCall), params)
	if err := cmp.Or(call.err, err); err != nil {
		return err
	}
	result.Structured = call.outcome
	if decorated, ok := message.(*mcp.CallToolResult); ok {
		result.meta, err = resultMembers(decorated.Result)
	}
	return err
}

type preparedKey struct{}

// runPrepared is the handler of every tool: the call was decoded before mcp-go
// saw it, so mcp-go's own reading of the request decides nothing.
func runPrepared(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	call := ctx.Value(preparedKey{}).(*toolCall)
	call.outcome, call.err = call.tool.run(ctx, call.arguments)
	return &mcp.CallToolResult{}, nil
}

// run checks the arguments and makes the call.
func (t *Tool) run(ctx context.Context, raw json.RawMessage) (Structured, error) {
	args, err := decodeArguments(raw)
	if err != nil {
		return Structured{}, err
	}
	if err := check(t.input(), args); err != nil {
		return Structured{}, err
	}
	return t.call(ctx, args)
}

// resultMembers encodes what mcp-go added to a result, with a leading comma.
func resultMembers(r mcp.Result) ([]byte, error) {
	members, err := json.Marshal(r)
	if err != nil || len(members) == len("{}") {
		return nil, err
	}
	members = members[:len(members)-1]
	members[0] = ','
	return members, nil
}

// answer lets mcp-go answer everything that is not a tool call.
func (s *Server) answer(ctx context.Context, req *jsonrpc.Request) (jsonrpc.Result, error) {
	result, err := s.handle(ctx, req.Method, req.Params)
	if req.Method == string(mcp.MethodSubscriptionsListen) {
		result, err = s.acknowledge(ctx, req.ID, result, err)
	}
	if err != nil {
		return nil, wireError(err, s.log)
	}
	encoded, err := json.Marshal(result)
	if err != nil {
		return nil, wireError(err, s.log)
	}
	return jsonrpc.Raw(encoded), nil
}

// handle gives mcp-go one request and takes its answer apart. The request gets
// an id of ours: mcp-go reads numbers as float64, which rounds some and can't
// hold others.
func (s *Server) handle(ctx context.Context, method string, params json.RawMessage) (any, error) {
	if method != string(mcp.MethodInitialize) {
		if err := s.publish(); err != nil {
			return nil, err
		}
	}
	ctx = s.protocol.WithContext(ctx, s.session)
	switch m := s.protocol.HandleMessage(ctx, envelope(json.RawMessage("1"), method, params)).(type) {
	case mcp.JSONRPCResponse:
		return m.Result, nil
	case mcp.JSONRPCError:
		return nil, s.protocolError(method, m.Error)
	default:
		return nil, fmt.Errorf("mcp-go answered %s with %T: %w", method, m, io.ErrUnexpectedEOF)
	}
}

// envelope rebuilds a message from its checked parts. mcp-go matches member
// names without regard to case and lets the last one win: handed the line as
// it came, it could run another method than the one that was checked.
func envelope(id json.RawMessage, method string, params json.RawMessage) json.RawMessage {
	b := make([]byte, 0, 64+len(id)+len(method)+len(params))
	b = append(b, `{"jsonrpc":"2.0"`...)
	if id != nil {
		b = append(b, `,"id":`...)
		b = append(b, id...)
	}
	b = append(b, `,"method":`...)
	quoted, err := jsontext.AppendQuote(b, method)
	if err != nil {
		quoted = append(b, `"\ufffd"`...) // a method that is no Unicode text is nobody's method
	}
	b = quoted
	if params != nil {
		b = append(b, `,"params":`...)
		b = append(b, params...)
	}
	return append(b, '}')
}

var _ jsonrpc.Handler = (*Server)(nil)
var _ mcpserver.ClientSession = (*session)(nil)
