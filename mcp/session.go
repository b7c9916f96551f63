package mcp

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	"mcp-adapters/jsonrpc"
)

// Session is one client of a [Server]; it is a [jsonrpc.Handler]. What the client
// said of itself stays with its session. Sessions are cheap: a transport without
// connections may make one for each message.
type Session struct {
	*Server
	client client
}

var _ jsonrpc.Handler = (*Session)(nil)

// Session returns a new session, for a client that has said nothing yet.
func (s *Server) Session() *Session { return &Session{Server: s} }

// Prepare decodes a request far enough to know what it is and how it queues: a
// call of a tool by the tool's hints, everything else, which is quick, at once.
func (s *Session) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	if req.Method != string(mcp.MethodToolsCall) {
		return jsonrpc.Call{Order: jsonrpc.Inline, Run: func(ctx context.Context) (jsonrpc.Result, error) {
			result, err := s.protocolCall(ctx, req)
			if err != nil {
				return nil, s.wireError(err, s.log)
			}
			return result, nil
		}}
	}
	call, err := s.decodeCall(req.Params)
	if err != nil {
		return jsonrpc.Call{Order: jsonrpc.Inline, Run: func(context.Context) (jsonrpc.Result, error) {
			return nil, s.wireError(err, s.log)
		}}
	}
	return jsonrpc.Call{Order: call.tool.order(), Run: func(ctx context.Context) (jsonrpc.Result, error) {
		return s.run(ctx, call)
	}}
}

// Notify hands a notification to mcp-go, which keeps track of the handshake.
// Cancels are the connection's affair: mcp-go knows every request by one id.
func (s *Session) Notify(ctx context.Context, req *jsonrpc.Request) {
	if req.Method == string(mcp.MethodNotificationCancelled) {
		return
	}
	s.protocol.HandleMessage(s.protocol.WithContext(ctx, &s.client), envelope(nil, req.Method, req.Params))
}
