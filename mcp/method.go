package mcp

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

// method is a method of MCP: what its params hold, who may call it, and how a server answers.
type method struct {
	era          era
	notification bool
	params       *object             // nil: only _meta
	named        string              // the member of the params that the header Mcp-Name repeats; "": none
	offered      func(*Session) bool // nil: every server has it
	order        jsonrpc.Order
	answer       func(s *Session, ctx context.Context, r *Request) (jsonrpc.Result, error)
}

// era says which clients may call a method.
type era int

const (
	bothEras     era = iota
	handshakeEra     // until 2025-11-25
	modernEra        // since 2026-07-28
)

// methods are all of MCP's methods that clients send. tools/call and subscriptions/listen have
// no answer here: their order depends on the tool, and on what there is to listen to.
var methods = map[mcp.MCPMethod]method{
	mcp.MethodInitialize: {era: handshakeEra, answer: (*Session).initialize,
		params: params(member{"protocolVersion", nil}, member{"capabilities", capabilities}, member{"clientInfo", implementation})},
	mcp.MethodPing:           {era: handshakeEra, answer: (*Session).accept},
	mcp.MethodServerDiscover: {era: modernEra, answer: (*Session).discover},
	mcp.MethodSetLogLevel: {era: handshakeEra, answer: (*Session).setLevel, params: params(plain("level")...),
		// Clients without a connection send one to any server: it has no effect there.
		offered: func(s *Session) bool { return s.options.Logging || s.perRequest && !s.options.RefuseLevels }},
	mcp.MethodToolsList: {params: listParams, answer: list("tools")},
	mcp.MethodToolsCall: {params: again(plain("name", "arguments", "task")...), named: "name"},
	mcp.MethodResourcesList: {params: listParams, order: jsonrpc.Read,
		answer: (*Session).listResources, offered: (*Session).hasResources},
	mcp.MethodResourcesTemplatesList: {params: listParams, answer: list("resourceTemplates"), offered: (*Session).hasResources},
	mcp.MethodResourcesRead: {params: again(plain("uri")...), named: "uri", order: jsonrpc.Read,
		answer: (*Session).read, offered: (*Session).hasResources},
	mcp.MethodResourcesSubscribe:   {era: handshakeEra, params: uriParams, answer: (*Session).subscribe, offered: (*Session).hasChanging},
	mcp.MethodResourcesUnsubscribe: {era: handshakeEra, params: uriParams, answer: (*Session).subscribe, offered: (*Session).hasChanging},
	mcp.MethodPromptsList:          {params: listParams, answer: list("prompts"), offered: (*Session).hasPrompts},
	mcp.MethodPromptsGet: {params: again(member{"name", nil}, member{"arguments", &object{path: "arguments"}}), named: "name",
		order: jsonrpc.Read, answer: (*Session).get, offered: (*Session).hasPrompts},
	mcp.MethodCompletionComplete: {order: jsonrpc.Read, answer: (*Session).complete, offered: (*Session).completes,
		params: params(
			member{"ref", &object{"ref", plain("type", "name", "uri", "title")}},
			member{"argument", &object{"argument", plain("name", "value")}},
			member{"context", &object{"context", []member{{"arguments", &object{path: "context.arguments"}}}}})},
	mcp.MethodSubscriptionsListen: {era: modernEra, params: params(member{"notifications", &object{"notifications",
		plain("toolsListChanged", "promptsListChanged", "resourcesListChanged", "resourceSubscriptions")}})},

	"notifications/initialized":        {notification: true},
	"notifications/cancelled":          {notification: true},
	"notifications/progress":           {notification: true},
	"notifications/roots/list_changed": {notification: true},
}

// paramsOf returns what the params of a method hold.
func paramsOf(name string) *object {
	if o := methods[mcp.MCPMethod(name)].params; o != nil {
		return o
	}
	return onlyMeta
}

// Prepare decodes a request far enough to know what it is and how it queues: a
// call of a tool by the tool's hints, what else asks the system as a read, and what
// this package knows by itself at once.
func (s *Session) Prepare(req *jsonrpc.Request) jsonrpc.Call {
	r, err := s.decode(req)
	if err != nil {
		return s.refuse(err)
	}
	switch mcp.MCPMethod(req.Method) {
	case mcp.MethodToolsCall:
		t, err := s.calledTool(r)
		if err != nil {
			return s.refuse(err)
		}
		return s.prepared(r, t.order(), func(ctx context.Context) (jsonrpc.Result, error) { return s.call(ctx, r, t) })
	case mcp.MethodSubscriptionsListen:
		if r.modern {
			return s.listening(r, req.ID)
		}
	}
	m, known := methods[mcp.MCPMethod(req.Method)]
	switch {
	case r.modern && m.era == handshakeEra:
		err = s.noMethod(fmt.Sprintf("%q was removed in protocol version %s", req.Method, mcp.ProtocolVersion20260728))
	case !r.modern && m.era == modernEra:
		err = s.noMethod(fmt.Sprintf("%q requires protocol version %s or later", req.Method, mcp.ProtocolVersion20260728))
	case !known || m.notification || m.offered != nil && !m.offered(s):
		err = s.noMethod(fmt.Sprintf("There is no method %q", schema.Shorten(req.Method)))
	}
	if err != nil {
		return s.refuse(err)
	}
	return s.prepared(r, m.order, func(ctx context.Context) (jsonrpc.Result, error) {
		ctx, done := s.observe(ctx, r, "")
		result, err := m.answer(s, ctx, r)
		done(err)
		return result, err
	})
}

// noMethod is the error for a method that the server doesn't have, or has for others.
func (s *Server) noMethod(message string) error {
	return &jsonrpc.Error{
		Code: jsonrpc.CodeMethodNotFound, Message: message + s.toolsHint(),
		Data: &jsonrpc.Data{Kind: kindMethodNotFound},
	}
}

// accept answers a request that asks for nothing.
func (*Session) accept(_ context.Context, r *Request) (jsonrpc.Result, error) {
	return jsonrpc.Raw("{}"), r.read(&struct{}{})
}

// subscribe accepts a subscription of the handshake era, or its end. It is told of no
// changes: those who want to hear of them listen, since 2026-07-28.
func (s *Session) subscribe(ctx context.Context, r *Request) (jsonrpc.Result, error) {
	if uri, err := text(r.uri); uri == "" || err != nil {
		return nil, invalid("uri", "params.uri must be the URI of a resource")
	}
	return s.accept(ctx, r)
}

// result encodes v, an object with members, as the answer to r. hints are nil for what
// has no place for them.
func (s *Session) result(r *Request, v any, hints *Cache) (jsonrpc.Result, error) {
	b, err := encode(v)
	if err != nil {
		return nil, fmt.Errorf("encode the answer to %s: %w", r.method, err)
	}
	return s.finish(r, b[:len(b)-1], hints), nil
}

// finish ends b, an answer to r that lacks its last brace.
func (s *Session) finish(r *Request, b []byte, hints *Cache) jsonrpc.Result {
	if r.modern && hints != nil {
		b = hints.append(b)
	}
	return jsonrpc.Raw(append(append(b, s.tail(nil, r.modern)...), '}'))
}
