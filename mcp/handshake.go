package mcp

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// initialize answers the handshake of clients until 2025-11-25.
func (s *Session) initialize(_ context.Context, r *Request) (jsonrpc.Result, error) {
	var params mcp.InitializeParams
	if err := r.read(&params); err != nil {
		return nil, err
	}
	s.keepCapabilities(r.declared)
	// Clients of this era are notified of changes only by servers with a stream for them.
	var told Offer
	if s.options.TellsAll {
		told = s.offer()
	}
	return s.result(r, mcp.InitializeResult{
		ProtocolVersion: mcp.NegotiateLegacyVersion(params.ProtocolVersion),
		ServerInfo:      s.implementation,
		Capabilities:    s.declare(told),
		Instructions:    s.options.Instructions,
	}, nil)
}

// unchanging is how long a client may cache an answer that never changes.
var unchanging = Cache{TTL: maxTTL}

// discover answers server/discover, which replaces the handshake since 2026-07-28.
func (s *Session) discover(_ context.Context, r *Request) (jsonrpc.Result, error) {
	return s.result(r, struct {
		Versions     []string               `json:"supportedVersions"`
		Capabilities mcp.ServerCapabilities `json:"capabilities"`
		Instructions string                 `json:"instructions,omitempty"`
	}{mcp.ValidProtocolVersions, s.declare(s.offer()), s.options.Instructions}, &unchanging)
}

// declare returns the server's capabilities, for a client that is told of these changes.
func (s *Session) declare(told Offer) mcp.ServerCapabilities {
	type list = struct {
		ListChanged bool `json:"listChanged,omitempty"`
	}
	c := mcp.ServerCapabilities{Tools: &list{told.Tools}, Extensions: s.options.Extensions}
	if s.hasResources() {
		c.Resources = &struct {
			Subscribe   bool `json:"subscribe,omitempty"`
			ListChanged bool `json:"listChanged,omitempty"`
		}{told.Contents, told.Resources}
	}
	if s.hasPrompts() {
		c.Prompts = &list{told.Prompts}
	}
	if s.completes() {
		c.Completions = &struct{}{}
	}
	if s.options.Logging {
		c.Logging = &struct{}{}
	}
	return c
}

// offer says what may change.
func (s *Server) offer() Offer {
	if s.options.Changes == nil {
		return Offer{}
	}
	return s.options.Changes.Offers()
}

// hasResources reports whether there are resources, or may be.
func (s *Server) hasResources() bool {
	return len(s.resources)+len(s.templates) > 0 || s.options.Listing != nil || s.offer().Resources
}

// hasChanging reports whether what resources hold may change.
func (s *Server) hasChanging() bool { return s.hasResources() && s.offer().Contents }

func (s *Server) hasPrompts() bool { return len(s.prompts) > 0 || s.offer().Prompts }
