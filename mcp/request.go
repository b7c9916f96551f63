package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// request is what the params of a request say, whatever its method. A call's
// context leads to it. The bytes are those of the params, nil when absent.
type request struct {
	session   *Session
	method    string
	params    json.RawMessage
	name      json.RawMessage
	uri       json.RawMessage
	cursor    json.RawMessage
	arguments json.RawMessage
	responses json.RawMessage // inputResponses
	state     json.RawMessage // requestState
	meta      json.RawMessage // _meta

	modern       bool            // of the era that began with 2026-07-28
	capabilities json.RawMessage // of a modern request's client
	progress     *progress       // nil: the client doesn't want to know
	told         progress        // what progress leads to
	logLevel     json.RawMessage
	input        Input // once readInput has been called
}

// decode reads the params of a request, and what its _meta says of the client.
// Names are matched by exact case, and none may come twice: nothing here is read
// by a second decoder in another way.
func (s *Session) decode(req *jsonrpc.Request) (*request, error) {
	r := &request{session: s, method: req.Method, params: req.Params}
	err := r.readParams()
	if err == nil {
		err = r.readMeta()
	}
	if err == nil && s.perRequest && !r.modern && mcp.IsModernProtocol(s.version) {
		err = r.invalid("missing or invalid _meta field " + mcp.MetaKeyProtocolVersion)
	}
	return r, err
}

func (r *request) readParams() error {
	if r.params == nil || string(r.params) == "null" {
		return nil
	}
	err := paramsOf(r.method).read(r.params, func(name string, value json.RawMessage) error {
		switch name {
		case "_meta":
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
		}
		return nil
	})
	if errors.Is(err, errNotObject) {
		return nil // whoever needs a member misses it
	}
	return err
}

// readMeta finds out which era the request is of: in the one that began with
// 2026-07-28, each request says what its client speaks. Its error says that such a
// request says too little, or asks for a version that doesn't exist (2026-07-28,
// basic/index, _meta).
func (r *request) readMeta() error {
	if r.meta == nil || string(r.meta) == "null" {
		return nil
	}
	var version json.RawMessage
	err := meta.read(r.meta, func(name string, value json.RawMessage) error {
		switch name {
		case mcp.MetaKeyProtocolVersion:
			version = value
		case mcp.MetaKeyClientCapabilities:
			r.capabilities = value
		case mcp.MetaKeyLogLevel:
			r.logLevel = value
		case "progressToken":
			if isToken(value) {
				r.told.token = value
				r.progress = &r.told
			}
		}
		return nil
	})
	if errors.Is(err, errNotObject) {
		return invalid("", shapeMessage(r.method))
	}
	if err != nil {
		return err
	}
	var requested string
	if version == nil || json.Unmarshal(version, &requested) != nil || !mcp.IsModernProtocol(requested) {
		return nil // of the handshake era, whatever else it says
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

// invalid is the error of params that lack what MCP asks for.
func (r *request) invalid(what string) error {
	return invalid("", "The params of "+r.method+" are not valid: "+what+".")
}

type requestKey struct{}

// context returns a context that leads to r.
func (r *request) context(ctx context.Context) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

// requestOf returns the request whose call's context ctx is, or comes from. Without
// one it is a request that says nothing.
func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey{}).(*request); ok {
		return r
	}
	return &request{}
}

// Modern reports whether the call whose context ctx is belongs to the protocol era
// that began with 2026-07-28.
func Modern(ctx context.Context) bool { return requestOf(ctx).modern }

// Declares reports whether the client of the call whose context ctx is has declared
// a capability, such as "elicitation", or "extensions" and the name of one. Where
// nothing is kept between requests, one of the handshake era declares none.
func Declares(ctx context.Context, path ...string) bool { return requestOf(ctx).declares(path...) }

func (r *request) declares(path ...string) bool {
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
		declared = inner[name]
		if declared == nil || string(declared) == "null" {
			return false
		}
	}
	return true
}
