package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Session is one client of a [Server], or one of a client's requests; it is a
// [jsonrpc.Handler]. What the client said of itself stays with its session.
type Session struct {
	*Server
	perRequest bool   // nothing is kept: other requests of the client have other sessions
	version    string // of a session per request: what the transport was told

	mu           sync.Mutex       // guards the fields below
	capabilities json.RawMessage  // of the client, as initialize declared them
	logLevel     mcp.LoggingLevel // from which it wants log messages; "": it hasn't said
}

var _ jsonrpc.Handler = (*Session)(nil)

// Session returns a session for a connection, whose client has said nothing yet.
func (s *Server) Session() *Session { return &Session{Server: s} }

// Request returns a session for what one request of a transport without
// connections carries, such as one HTTP POST, which says in a header that the
// client speaks version, or "". It costs next to nothing, and keeps nothing: in the
// handshake era its client has declared no capabilities, and its log level doesn't
// count.
func (s *Server) Request(version string) *Session {
	return &Session{Server: s, perRequest: true, version: version}
}

// listening prepares a subscriptions/listen, which lasts only if there is something
// to listen to.
func (s *Session) listening(r *request, id json.RawMessage) jsonrpc.Call {
	filter, err := s.wanted(r)
	if err != nil {
		return s.refuse(err)
	}
	order := jsonrpc.Stream
	if filter.IsEmpty() {
		order = jsonrpc.Inline
	}
	return s.prepared(r, order, func(ctx context.Context) (jsonrpc.Result, error) { return s.listen(ctx, id, filter) })
}

// prepared is a call that runs what every request of MCP has in common, and run.
func (s *Session) prepared(r *request, order jsonrpc.Order, run func(ctx context.Context) (jsonrpc.Result, error)) jsonrpc.Call {
	return jsonrpc.Call{Order: order, Run: func(ctx context.Context) (jsonrpc.Result, error) {
		ctx = r.context(ctx)
		if order != jsonrpc.Stream { // which lasts as long as the client likes
			r.progress.begin(ctx)
		}
		defer r.progress.end(ctx)
		var result jsonrpc.Result
		err := r.readInput(ctx)
		if err == nil {
			result, err = run(ctx)
		}
		if needed := (*InputRequired)(nil); errors.As(err, &needed) {
			result, err = s.ask(ctx, r, needed)
		}
		if err != nil {
			return nil, s.protocolCode(s.wireError(err, s.logFor(ctx)), r)
		}
		return result, nil
	}}
}

// refuse answers a request whose params can't be used.
func (s *Session) refuse(err error) jsonrpc.Call {
	return jsonrpc.Call{Order: jsonrpc.Inline, Run: func(ctx context.Context) (jsonrpc.Result, error) {
		return nil, s.wireError(err, s.logFor(ctx))
	}}
}

// Notify does nothing. No notification of a client changes what it gets: cancels
// are the connection's affair.
func (*Session) Notify(context.Context, *jsonrpc.Request) {}

// keepCapabilities remembers what initialize declares.
func (s *Session) keepCapabilities(params json.RawMessage) {
	if s.perRequest {
		return
	}
	var declared json.RawMessage
	_ = paramsOf(string(mcp.MethodInitialize)).read(params, func(name string, value json.RawMessage) error {
		if name == "capabilities" {
			declared = value
		}
		return nil
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.capabilities = declared
}

// declared returns what keepCapabilities remembered.
func (s *Session) declared() json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.capabilities
}
