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

// Options describe a server.
type Options struct {
	Name         string // what clients see, as Title, Version and Description
	Title        string
	Version      string
	Description  string // what the server is for; "": none
	Instructions string // for the model: how the tools work together

	Resources []Resource
	Templates []ResourceTemplate
	Listing   Listing // nil: resources/list shows only Resources
	Prompts   []Prompt
	PageSize  int     // entries of a list in one answer, but for a Listing; 0: all
	Changes   Watcher // nil: nothing ever changes
	// TellsAll tells clients of the handshake era that they are notified of Changes, for servers
	// with a stream for them.
	TellsAll bool
	// ListTTL is how long clients may cache the lists, at most an hour; 0: an hour.
	ListTTL time.Duration
	// Logging offers log messages to clients: those of [LogMessage], and one for each tool call
	// that failed. LogLevel is the level for clients of the handshake era that haven't set one;
	// "": they get none.
	Logging  bool
	LogLevel string
	// RefuseLevels makes logging/setLevel an unknown method over HTTP for a server without
	// Logging. Otherwise it is accepted there and has no effect.
	RefuseLevels bool
	// Extensions of the protocol that the server supports, by name, each with its settings: an
	// object.
	Extensions map[string]any

	ToolErrors ToolErrors // the zero value is [ErrorsByEra]
	// UnknownTool is the code for an unknown tool in the handshake era. The zero value is -32601;
	// MCP says -32602, which later clients get.
	UnknownTool jsonrpc.Code
	// Removed has tools of earlier versions, each with a sentence for its callers on what to do
	// instead.
	Removed map[string]string
	Kinds   []Kind // the system's own kinds of failure, beside [Kinds]

	// StateKeys seal the state that calls for input leave with the client: the first key seals,
	// and every key opens. A key has at least 32 bytes. Without keys, only this server can open
	// the states that it sealed.
	StateKeys [][]byte
	// Principal returns whose call it is, as a name that may be logged, such as a hash. nil: all
	// callers are the same.
	Principal func(ctx context.Context) string

	Log zerolog.Logger
}

// ToolErrors chooses how a failed tool call is answered.
type ToolErrors string

// The answers of a failed tool call. All have the same facts.
const (
	ErrorsByEra     ToolErrors = "auto"   // a result since 2026-07-28, which forbids some codes, and an error before
	ErrorsAsRPC     ToolErrors = "rpc"    // a JSON-RPC error with the code of its kind
	ErrorsAsResults ToolErrors = "result" // a result with isError, which the model sees
)

func (e ToolErrors) asResults(modern bool) bool {
	return e == ErrorsAsResults || e != ErrorsAsRPC && modern
}

// Server serves tools, resources and prompts to any number of clients, each with a [Session]. It
// doesn't change after [New], and is safe for concurrent use.
type Server struct {
	options        Options
	implementation mcp.Implementation
	// lists encodes the lists when one is first asked for, because encoding schemas would delay
	// the answer to initialize.
	lists       func() (map[string][]entry, error)
	tools       map[string]*tool
	names       []string             // of the tools, in order
	resources   map[string]*resource // by URI without a version
	templates   []*resource
	prompts     map[string]*Prompt
	promptNames []string // in order
	kinds       []Kind
	info        json.RawMessage // the serverInfo of results, since 2026-07-28
	complete    []byte          // see completeTail
	seal        *seal
}

// New returns a server of the tools, and of what the options define. Its error names the definition
// that is wrong, such as a tool with a schema that can't be checked.
func New(o Options, tools []Tool) (*Server, error) {
	implementation := mcp.Implementation{Name: o.Name, Version: o.Version, Title: o.Title, Description: o.Description}
	info, err := json.Marshal(implementation)
	if err != nil {
		return nil, fmt.Errorf("encode the server's name: %w", err)
	}
	o.ListTTL = cmp.Or(o.ListTTL, maxTTL)
	o.UnknownTool = cmp.Or(o.UnknownTool, jsonrpc.CodeMethodNotFound)
	s := &Server{
		options: o, implementation: implementation, info: info, complete: completeTail(info),
		kinds: append(Kinds(), o.Kinds...),
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
