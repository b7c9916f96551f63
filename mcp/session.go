package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"mcp-adapters/jsonrpc"
)

// session is the one client at the other end of the pipe, as mcp-go wants to
// know it.
type session struct {
	// notifications holds what mcp-go wants sent before the answer of the
	// request that it is working on: the acknowledgement of a subscription, and
	// nothing else, since the tools do not change and report no progress.
	notifications chan mcp.JSONRPCNotification

	mu           sync.Mutex // protects the fields below
	initialized  bool
	info         mcp.Implementation
	capabilities mcp.ClientCapabilities
}

func newSession() *session {
	return &session{notifications: make(chan mcp.JSONRPCNotification, 8)}
}

// SessionID is constant: stdio has one session.
func (*session) SessionID() string { return "stdio" }

// NotificationChannel takes what mcp-go sends beside its answers.
func (s *session) NotificationChannel() chan<- mcp.JSONRPCNotification { return s.notifications }

// acknowledge finishes what mcp-go has done for subscriptions/listen: the
// acknowledgement goes out before the answer, and both name the subscription by
// the request's id as it was sent.
func (s *Server) acknowledge(ctx context.Context, id json.RawMessage, result any, err error) (any, error) {
	select {
	case ack := <-s.session.notifications: // a full channel would make the next request fail
		ack.Params.Meta[mcp.MetaKeySubscriptionID] = id
		params, encodeErr := json.Marshal(ack.Params)
		if err := errors.Join(err, encodeErr); err != nil {
			return nil, err
		}
		if err := jsonrpc.Notify(ctx, ack.Method, params); err != nil {
			return nil, fmt.Errorf("acknowledge a subscription: %w", err)
		}
	default:
	}
	if listened, ok := result.(mcp.SubscriptionsListenResult); ok {
		listened.EnsureResultMeta().SetSubscriptionID(id)
		result = listened
	}
	return result, err
}

// Initialize is called when the client says that it is ready.
func (s *session) Initialize() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.initialized = true
}

// Initialized tells whether Initialize was called.
func (s *session) Initialized() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.initialized
}

// GetClientInfo gives what the client said of itself.
func (s *session) GetClientInfo() mcp.Implementation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.info
}

// SetClientInfo keeps what the client says of itself.
func (s *session) SetClientInfo(info mcp.Implementation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.info = info
}

// GetClientCapabilities gives what the client said it can do.
func (s *session) GetClientCapabilities() mcp.ClientCapabilities {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.capabilities
}

// SetClientCapabilities keeps what the client says it can do.
func (s *session) SetClientCapabilities(capabilities mcp.ClientCapabilities) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.capabilities = capabilities
}
