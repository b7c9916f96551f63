package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/rs/zerolog"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Options describe a server. Name and Version are what clients see.
type Options struct {
	Name         string
	Title        string
	Version      string
	Description  string // what the server is for; "": it says nothing of that
	Instructions string // how the tools work together, for the model

	Resources []Resource
	Templates []ResourceTemplate
	Listing   Listing // nil: there are no resources to list but those above
	Prompts   []Prompt
	PageSize  int     // entries of a list in one answer; 0: all. A Listing has its own
	Changes   Watcher // nil: nothing ever changes
	// TellsAll says to clients of the handshake era, too, that they are told of Changes:
	// for who serves them a stream of its own.
	TellsAll bool
	// ListTTL is how long clients may cache the lists; 0: an hour, which is the most.
	ListTTL time.Duration
	// Logging says that clients can have log messages: those of [LogMessage], and one of
	// each tool call that failed. LogLevel is from which level clients of the handshake
	// era get them that haven't set one; "": they get none.
	Logging  bool
	LogLevel string
	// RefuseLevels has logging/setLevel be an unknown method of a server without Logging over
	// HTTP, too, where it is otherwise accepted and has no effect.
	RefuseLevels bool
	// Extensions of the protocol that the server supports, by name, each with its
	// settings: an object.
	Extensions map[string]any

	ToolErrors ToolErrors // the zero value is [ErrorsByEra]
	// UnknownTool is the code that a client of the handshake era gets for a tool that
	// doesn't exist. The zero value is -32601; MCP says -32602, as later clients get.
	UnknownTool jsonrpc.Code
	// Removed has the tools of earlier versions, each with a sentence on what to do
	// instead, which the error of a call holds.
	Removed map[string]string
	Kinds   []Kind // the system's own kinds of failure, beside [Kinds]

	// StateKeys seal what calls that ask for input leave with the client: the first
	// seals, all open. Each has at least 32 bytes. Without one, only this server can
	// open what it has sealed.
	StateKeys [][]byte
	// Principal returns whose call it is, by a name that may be logged: a hash. nil:
	// everyone is the same.
	Principal func(ctx context.Context) string

	Log zerolog.Logger
}

// ToolErrors says how a tool call that failed is answered.
type ToolErrors string

// The ways to answer a tool call that failed. All carry the same facts.
const (
	ErrorsByEra     ToolErrors = "auto"   // results for clients since 2026-07-28, which forbids some codes, else errors
	ErrorsAsRPC     ToolErrors = "rpc"    // a JSON-RPC error with the code of its kind
	ErrorsAsResults ToolErrors = "result" // a result with isError, as the model sees it
)

func (e ToolErrors) asResults(modern bool) bool {
	return e == ErrorsAsResults || e != ErrorsAsRPC && modern
}

// Server serves tools, resources and prompts to any number of clients, each by a
// [Session]. It does not change after [New], and is safe for concurrent use.
type Server struct {
	implementation mcp.Implementation
	instructions   string
	extensions     map[string]any
	pageSize       int // entries of a list in one answer; 0: all
	// lists is called when a list is first asked for: encoding schemas would delay the
	// answer to initialize.
	lists        func() (*lists, error)
	tools        map[string]*tool
	names        []string             // of the tools, in order
	resources    map[string]*resource // by URI without a version
	templates    []*resource
	listing      Listing // nil: none
	prompts      map[string]*Prompt
	promptNames  []string // in order
	changes      Watcher  // nil: nothing changes
	tellsAll     bool
	listCache    Cache
	logging      bool
	defaultLevel mcp.LoggingLevel // of log messages in the handshake era, before a client sets one
	refuseLevels bool
	kinds        []Kind
	toolErrors   ToolErrors
	unknownTool  jsonrpc.Code // in the handshake era
	removed      map[string]string
	info         json.RawMessage // the serverInfo of results, since 2026-07-28
	complete     []byte          // see completeTail
	seal         *seal
	principal    func(ctx context.Context) string // nil: everyone is the same
	log          zerolog.Logger
}

// New returns a server of the given tools, and of what else the options define. Its
// error names the definition that is wrong, such as a tool with a schema by which
// arguments can't be checked.
func New(o Options, tools []Tool) (*Server, error) {
	implementation := mcp.Implementation{Name: o.Name, Version: o.Version, Title: o.Title, Description: o.Description}
	info, err := json.Marshal(implementation)
	if err != nil {
		return nil, fmt.Errorf("encode the server's name: %w", err)
	}
	s := &Server{
		implementation: implementation,
		instructions:   o.Instructions,
		extensions:     o.Extensions,
		pageSize:       o.PageSize,
		listing:        o.Listing,
		changes:        o.Changes,
		tellsAll:       o.TellsAll,
		listCache:      Cache{TTL: cmp.Or(o.ListTTL, maxTTL)},
		logging:        o.Logging,
		defaultLevel:   mcp.LoggingLevel(o.LogLevel),
		refuseLevels:   o.RefuseLevels,
		kinds:          append(Kinds(), o.Kinds...),
		toolErrors:     o.ToolErrors,
		unknownTool:    cmp.Or(o.UnknownTool, jsonrpc.CodeMethodNotFound),
		removed:        o.Removed,
		info:           info,
		complete:       completeTail(info),
		principal:      o.Principal,
		log:            o.Log,
	}
	if s.seal, err = newSeal(o.StateKeys); err != nil {
		return nil, err
	}
	if err := errors.Join(s.addTools(tools), s.addResources(o.Resources), s.addTemplates(o.Templates), s.addPrompts(o.Prompts)); err != nil {
		return nil, err
	}
	s.lists = sync.OnceValues(s.encodeLists)
	return s, nil
}

// addTools checks and keeps the definitions.
func (s *Server) addTools(tools []Tool) error {
	s.tools = make(map[string]*tool, len(tools))
	for _, definition := range tools {
		t, err := newTool(definition)
		if err != nil {
			return fmt.Errorf("tool %q: %w", definition.Name, err)
		}
		if s.tools[t.Name] != nil {
			return fmt.Errorf("tool %q: there are two of this name", t.Name)
		}
		s.tools[t.Name] = t
		s.names = append(s.names, t.Name)
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
