package mcp

import (
	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
)

// client is a session as mcp-go wants to know it. mcp-go gets to know of a client
// what it asks for, and nothing that lasts.
type client struct{ *Session }

var _ mcpserver.SessionWithLogging = client{}

// SessionID is the same for all: what it distinguishes in mcp-go, other than
// sessions that were registered, isn't used.
func (client) SessionID() string { return "session" }

// NotificationChannel returns none: mcp-go sends nothing here.
func (client) NotificationChannel() chan<- mcp.JSONRPCNotification { return nil }

// Initialize is called by initialize.
func (client) Initialize() {}

// Initialized reports true: a request need not come after a handshake.
func (client) Initialized() bool { return true }

// GetLogLevel returns the level from which the client wants log messages.
func (c client) GetLogLevel() mcp.LoggingLevel {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.logLevel
}

// SetLogLevel keeps the level from which the client wants log messages.
func (c client) SetLogLevel(level mcp.LoggingLevel) {
	if c.perRequest {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.logLevel = level
}
