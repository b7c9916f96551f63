package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// Request is the request that a tool, a prompt or a resource answers. With it a call can tell its
// client something before the answer. The zero value has no params and no client. It is safe for
// concurrent use.
type Request struct {
	session *Session
	client  jsonrpc.Client
	method  string
	params  json.RawMessage

	// These are parts of params, nil when absent.
	name, uri, cursor, arguments json.RawMessage
	responses                    json.RawMessage // inputResponses
	state                        json.RawMessage // requestState
	declared                     json.RawMessage // the capabilities in initialize
	meta                         json.RawMessage // _meta, and what it holds:
	version                      json.RawMessage
	capabilities                 json.RawMessage // of a modern request's client
	logLevel                     json.RawMessage

	modern   bool // it belongs to the era that began with 2026-07-28
	progress progress
	input    Input // set by readInput
}

// decode reads the params of a request, and what its _meta says of the client.
func (s *Session) decode(req *jsonrpc.Request) (*Request, error) {
	r := &Request{session: s, method: req.Method, params: req.Params}
	if isNull(r.params) {
		return r, r.checkEra()
	}
	err := paramsOf(r.method).read(r.params, r.take)
	if err != nil && !errors.Is(err, errNotObject) { // a method that needs a member misses it
		return r, err
	}
	return r, r.checkEra()
}

// take keeps a member of the params or of their _meta.
func (r *Request) take(in *object, name []byte, value json.RawMessage) {
	switch in.path {
	case "params":
		switch string(name) {
		case metaMember:
			r.meta = value
		case "name":
			r.name = value
		case "uri":
			r.uri = value
		case "cursor":
			r.cursor = value
		case "arguments":
			r.arguments = value
		case "inputResponses":
			r.responses = value
		case "requestState":
			r.state = value
		case "capabilities":
			r.declared = value
		}
	case metaMember:
		switch string(name) {
		case mcp.MetaKeyProtocolVersion:
			r.version = value
		case mcp.MetaKeyClientCapabilities:
			r.capabilities = value
		case mcp.MetaKeyLogLevel:
			r.logLevel = value
		case "progressToken":
			if isToken(value) {
				r.progress.token = value
			}
		}
	}
}

// checkEra finds out which era the request belongs to: since 2026-07-28 each request says in
// _meta what its client speaks. Its error says that such a request says too little, or asks for
// a version that doesn't exist (2026-07-28, basic/index, _meta).
func (r *Request) checkEra() error {
	if !isNull(r.meta) && r.meta[0] != '{' {
		return invalid("", shapeMessage(r.method))
	}
	requested := ""
	if r.version == nil || json.Unmarshal(r.version, &requested) != nil || !mcp.IsModernProtocol(requested) {
		if r.session.perRequest && mcp.IsModernProtocol(r.session.version) {
			return r.invalid("missing or invalid _meta field " + mcp.MetaKeyProtocolVersion)
		}
		return nil
	}
	r.modern = true
	if len(r.capabilities) == 0 || r.capabilities[0] != '{' {
		return r.invalid("missing or invalid _meta field " + mcp.MetaKeyClientCapabilities)
	}
	if !slices.Contains(mcp.ValidProtocolVersions, requested) {
		unsupported := mcp.UnsupportedProtocolVersionError{Version: requested, Supported: mcp.ValidProtocolVersions}
		details := unsupported.JSONRPCError().Error
		return &jsonrpc.Error{Code: jsonrpc.Code(details.Code), Message: details.Message, Data: details.Data}
	}
	return nil
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// invalid is the error of params that lack what MCP asks for.
func (r *Request) invalid(what string) error {
	return invalid("", "The params of "+r.method+" are not valid: "+what+".")
}

// read decodes the params, which may be absent, into v.
func (r *Request) read(v any) error {
	if r.params != nil && json.Unmarshal(r.params, v) != nil {
		return invalid("", shapeMessage(r.method))
	}
	return nil
}

func shapeMessage(method string) string {
	return "The params of " + method + " do not have the shape that MCP gives them."
}

type requestKey struct{}

// requestOf returns the request of the call that ctx belongs to.
func requestOf(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{}
}

// Modern reports whether the request belongs to the protocol era that began with 2026-07-28.
func (r *Request) Modern() bool { return r.modern }

// Declares reports whether the client has declared a capability, such as "elicitation", or
// "extensions" and the name of one. A session for one request knows only the capabilities that
// the request itself declares, so clients of the handshake era declare none there.
func (r *Request) Declares(path ...string) bool {
	declared := r.capabilities
	if !r.modern {
		if r.session == nil {
			return false
		}
		declared = r.session.declared()
	}
	for _, name := range path {
		var inner map[string]json.RawMessage
		if json.Unmarshal(declared, &inner) != nil {
			return false
		}
		if declared = inner[name]; isNull(declared) {
			return false
		}
	}
	return true
}
