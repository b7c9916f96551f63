package mcp

import (
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
)

// Routing is the part of a message that Streamable HTTP repeats in headers, or logs.
type Routing struct {
	NameMember   string // the member of the params that the header Mcp-Name repeats; "": none
	Name         string // its value
	Named        bool   // it is there, and is text
	Version      string // of the protocol, in _meta; "" when absent or not text
	Capabilities bool   // _meta has an object with the client's capabilities
	TraceParent  string // in _meta, as W3C Trace Context has it; "" when absent or not text
}

// IsMethod reports whether MCP has a method, or a notification of clients, of that name.
func IsMethod(name string) bool {
	_, ok := methods[mcp.MCPMethod(name)]
	return ok
}

// routed are the params of a method whose header Mcp-Name repeats a member.
var routed = map[string]*object{"": routedParams(), "name": routedParams("name"), "uri": routedParams("uri")}

func routedParams(names ...string) *object {
	meta := &object{metaMember, plain(mcp.MetaKeyProtocolVersion, mcp.MetaKeyClientCapabilities)}
	return &object{"params", append([]member{{metaMember, meta}}, plain(names...)...)}
}

// ReadRouting reads the params of a message, nil when absent. Its error, a
// [fault.InvalidParams], names a member of these that occurs twice or in another case; other
// members are for [Session.Prepare] to judge.
func ReadRouting(method string, params json.RawMessage) (Routing, error) {
	m := methods[mcp.MCPMethod(method)]
	r := Routing{NameMember: m.named}
	err := routed[m.named].read(params, func(in *object, name []byte, value json.RawMessage) {
		switch {
		case in.path == metaMember:
			switch string(name) {
			case mcp.MetaKeyProtocolVersion:
				r.Version, _ = text(value)
			case mcp.MetaKeyClientCapabilities:
				r.Capabilities = value[0] == '{'
			case "traceparent":
				r.TraceParent, _ = text(value)
			}
		case m.named != "" && string(name) == m.named:
			r.Name, _ = text(value)
			r.Named = value[0] == '"'
		}
	})
	if errors.Is(err, errNotObject) {
		err = nil
	}
	return r, err
}
