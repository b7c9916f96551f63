package mcp

import (
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
)

// client is the client of a session as mcp-go wants to know it. The zero value
// is one that has said nothing.
type client struct {
	mu            sync.Mutex // guards the fields below
	initialized   bool
	version       string // the protocol version that initialize settled on
	info          mcp.Implementation
	capabilities  mcp.ClientCapabilities
	logLevel      mcp.LoggingLevel
	notifications chan mcp.JSONRPCNotification // nil until somebody asks for it
}

var (
	_ mcpserver.SessionWithClientInfo      = (*client)(nil)
	_ mcpserver.SessionWithLogging         = (*client)(nil)
	_ mcpserver.SessionWithProtocolVersion = (*client)(nil)
)

// SessionID is the same for all: what it distinguishes in mcp-go, other than
// sessions that were registered, isn't used.
func (*client) SessionID() string { return "session" }

// NotificationChannel takes what mcp-go wants sent before the answer of the
// request that it is working on: the acknowledgement of a subscription, and
// nothing else, since the tools do not change and mcp-go runs none of them.
func (c *client) NotificationChannel() chan<- mcp.JSONRPCNotification {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.notifications == nil {
		c.notifications = make(chan mcp.JSONRPCNotification, 8)
	}
	return c.notifications
}

// notification returns what NotificationChannel took, if anything.
func (c *client) notification() (n mcp.JSONRPCNotification, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case n = <-c.notifications: // a full channel would make the next request fail
		return n, true
	default:
		return n, false
	}
}

// Initialize is called when the client says that it is ready.
func (c *client) Initialize() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.initialized = true
}

// Initialized reports whether Initialize was called.
func (c *client) Initialized() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.initialized
}

// ProtocolVersion returns what initialize settled on, "" before it.
func (c *client) ProtocolVersion() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.version
}

func (c *client) setProtocolVersion(version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = version
}

// GetClientInfo returns what the client said of itself.
func (c *client) GetClientInfo() mcp.Implementation {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

// SetClientInfo keeps what the client says of itself.
func (c *client) SetClientInfo(info mcp.Implementation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.info = info
}

// GetClientCapabilities returns what the client said it can do.
func (c *client) GetClientCapabilities() mcp.ClientCapabilities {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.capabilities
}

// SetClientCapabilities keeps what the client says it can do.
func (c *client) SetClientCapabilities(capabilities mcp.ClientCapabilities) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.capabilities = capabilities
}

// GetLogLevel returns the level from which the client wants log messages.
func (c *client) GetLogLevel() mcp.LoggingLevel {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.logLevel
}

// SetLogLevel keeps the level from which the client wants log messages.
func (c *client) SetLogLevel(level mcp.LoggingLevel) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.logLevel = level
}
