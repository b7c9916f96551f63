package mcp

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"github.com/rs/zerolog"
)

// Options describe a server. Name and Version are what clients are told.
type Options struct {
	Name         string
	Title        string
	Version      string
	Instructions string // how the tools work together, for the model
	Log          zerolog.Logger
}

// Server serves tools; it is a [jsonrpc.Handler], one for each connection.
// Make it with [New].
type Server struct {
	protocol *mcpserver.MCPServer
	session  *session
	tools    map[string]*Tool
	names    []string // of the tools, in order
	// publish is called before the first request that may need mcp-go to know
	// the tools: encoding their schemas would delay the answer to initialize.
	publish func() error
	log     zerolog.Logger
}

// New makes a server of the given tools. Its error is a mistake in a tool's
// definition.
func New(o Options, tools []Tool) (*Server, error) {
	s := &Server{
		session: newSession(),
		tools:   make(map[string]*Tool, len(tools)),
		log:     o.Log,
	}
	s.protocol = mcpserver.NewMCPServer(o.Name, o.Version,
		mcpserver.WithTitle(o.Title),
		mcpserver.WithInstructions(o.Instructions),
		// The tools never change. With list-changed on, subscriptions/listen
		// would not return.
		mcpserver.WithToolCapabilities(false),
		// What a client may cache for: the list is the same all day.
		mcpserver.WithCacheHints(time.Hour.Milliseconds(), mcp.CacheScopePrivate),
	)
	for i := range tools {
		tool := new(Tool) // the caller may make another server of the same tools
		*tool = tools[i]
		if tool.Name == "" || tool.call == nil || s.tools[tool.Name] != nil {
			return nil, fmt.Errorf("tool %d (%q) has no name, no call, or a name that is taken", i, tool.Name)
		}
		s.tools[tool.Name] = tool
		s.names = append(s.names, tool.Name)
	}
	s.publish = sync.OnceValue(s.addTools)
	return s, nil
}

// addTools tells mcp-go of the tools.
func (s *Server) addTools() error {
	for _, name := range s.names {
		published, err := s.tools[name].published()
		if err != nil {
			return fmt.Errorf("tool %q: %w", name, err)
		}
		s.protocol.AddTool(published, runPrepared)
	}
	return nil
}

// toolsHint ends a message about something unknown.
func (s *Server) toolsHint() string {
	if len(s.names) == 0 {
		return "; there are no tools"
	}
	return "; the tools are " + strings.Join(s.names, ", ")
}
