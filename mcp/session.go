package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Session serves one client of a [Server], or one request of a client; it is a [jsonrpc.Handler]. It
// keeps what the client said about itself.
type Session struct {
	*Server
	observers  []Observer
	perRequest bool   // nothing is kept, because the client's next request has another session
	version    string // of a session per request: what the transport was told

	mu           sync.Mutex       // guards the fields below
	capabilities json.RawMessage  // of the client, as initialize declared them
	logLevel     mcp.LoggingLevel // that the client set; "": none
}

var _ jsonrpc.Handler = (*Session)(nil)

// Session returns a session for a connection, whose client has said nothing yet. The observers
// are called in their order; nil ones are left out.
func (s *Server) Session(observers ...Observer) *Session {
	return &Session{Server: s, observers: observers}
}

// Request returns a session for one message of a transport without connections, such as one
// HTTP POST. version is the protocol version that the transport was told, or "". The session
// costs next to nothing and keeps nothing: in the handshake era its client has declared no
// capabilities, and setting a log level has no effect.
func (s *Server) Request(version string, observers ...Observer) *Session {
	return &Session{Server: s, observers: observers, perRequest: true, version: version}
}

// listening prepares a subscriptions/listen, which is a stream only if there is something to listen
// to.
func (s *Session) listening(r *Request, id json.RawMessage) jsonrpc.Call {
	filter, err := s.wanted(r)
	if err != nil {
		return s.refuse(err)
	}
	order := jsonrpc.Stream
	if filter.IsEmpty() {
		order = jsonrpc.Inline
	}
	return s.prepared(r, order, func(ctx context.Context) (jsonrpc.Result, error) { return s.listen(ctx, r, id, filter) })
}

// prepared returns a call of run, with what every request of MCP has in common.
func (s *Session) prepared(r *Request, order jsonrpc.Order, run func(ctx context.Context) (jsonrpc.Result, error)) jsonrpc.Call {
	return jsonrpc.Call{Order: order, Run: func(ctx context.Context, client jsonrpc.Client) (jsonrpc.Result, error) {
		r.client = client
		ctx = context.WithValue(ctx, requestKey{}, r)
		if order != jsonrpc.Stream { // which lasts as long as the client likes
			r.progress.begin(ctx, client)
		}
		defer r.progress.end()
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
	return jsonrpc.Call{Order: jsonrpc.Inline, Run: func(ctx context.Context, _ jsonrpc.Client) (jsonrpc.Result, error) {
		return nil, s.wireError(err, s.logFor(ctx))
	}}
}

// Notify does nothing: no notification of a client changes its answers, and the connection handles
// cancellations.
func (*Session) Notify(context.Context, *jsonrpc.Request) {}

// keepCapabilities remembers what initialize declares.
func (s *Session) keepCapabilities(declared json.RawMessage) {
	if s.perRequest {
		return
	}
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
