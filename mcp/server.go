package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"github.com/rs/zerolog"
)

// Options describe a server. Name and Version are what clients see.
type Options struct {
	Name         string
	Title        string
	Version      string
	Instructions string     // how the tools work together, for the model
	ToolErrors   ToolErrors // the zero value is [ErrorsAsRPC]
	Kinds        []Kind     // the system's own kinds of failure, beside [Kinds]
	Log          zerolog.Logger
}

// ToolErrors says how a tool call that failed is answered.
type ToolErrors string

// The ways to answer a tool call that failed. Both carry the same facts.
const (
	ErrorsAsRPC     ToolErrors = "rpc"    // a JSON-RPC error with the code of its kind
	ErrorsAsResults ToolErrors = "result" // a result with isError, as the model sees it
)

// Server serves tools to any number of clients, each by a [Session]. It does not
// change after [New], and is safe for concurrent use.
type Server struct {
	protocol   *mcpserver.MCPServer
	tools      map[string]*tool
	names      []string // of the tools, in order
	kinds      []Kind
	toolErrors ToolErrors
	info       json.RawMessage // the serverInfo of results, since 2026-07-28
	// publish is called before the first request that may need mcp-go to know
	// the tools: encoding their schemas would delay the answer to initialize.
	publish func() error
	log     zerolog.Logger
}

// New returns a server of the given tools. Its error names the tool whose
// definition is wrong, such as a schema by which arguments can't be checked.
func New(o Options, tools []Tool) (*Server, error) {
	info, err := json.Marshal(mcp.Implementation{Name: o.Name, Version: o.Version, Title: o.Title})
	if err != nil {
		return nil, fmt.Errorf("encode the server's name: %w", err)
	}
	s := &Server{
		tools:      make(map[string]*tool, len(tools)),
		kinds:      append(Kinds(), o.Kinds...),
		toolErrors: o.ToolErrors,
		info:       info,
		log:        o.Log,
	}
	s.protocol = newProtocol(o)
	for _, definition := range tools {
		t, err := newTool(definition)
		if err != nil {
			return nil, fmt.Errorf("tool %q: %w", definition.Name, err)
		}
		if s.tools[t.Name] != nil {
			return nil, fmt.Errorf("tool %q: there are two of this name", t.Name)
		}
		s.tools[t.Name] = t
		s.names = append(s.names, t.Name)
	}
	s.publish = sync.OnceValue(s.addTools)
	return s, nil
}

// newProtocol returns the part of the server that mcp-go is.
func newProtocol(o Options) *mcpserver.MCPServer {
	hooks := &mcpserver.Hooks{}
	hooks.AddOnError(keepError)
	return mcpserver.NewMCPServer(o.Name, o.Version,
		mcpserver.WithTitle(o.Title),
		mcpserver.WithInstructions(o.Instructions),
		mcpserver.WithHooks(hooks),
		// The tools never change. With list-changed on, subscriptions/listen
		// would not return.
		mcpserver.WithToolCapabilities(false),
		// How long a client may cache: the list is the same all day.
		mcpserver.WithCacheHints(time.Hour.Milliseconds(), mcp.CacheScopePrivate),
	)
}

// addTools makes the tools known to mcp-go, which lists them and never calls one.
func (s *Server) addTools() error {
	for _, name := range s.names {
		published, err := s.tools[name].published()
		if err != nil {
			return fmt.Errorf("tool %q: %w", name, err)
		}
		s.protocol.AddTool(published, nil)
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
