package mcp

import (
	"encoding/json"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"

	"mcp-adapters/jsonrpc"
)

// isModern reports whether a call with this _meta, nil when absent, is of the
// era that began with 2026-07-28, in which each request says what its client
// speaks. Its error says that such a request says too little, or asks for a
// version that doesn't exist (2026-07-28, basic/index, _meta).
func isModern(meta json.RawMessage) (bool, error) {
	if meta == nil || string(meta) == "null" {
		return false, nil
	}
	if meta[0] != '{' {
		return false, invalid("", shapeMessage(string(mcp.MethodToolsCall)))
	}
	var version, capabilities json.RawMessage
	err := eachMember(meta, func(name []byte, value json.RawMessage) error {
		switch string(name) {
		case mcp.MetaKeyProtocolVersion:
			version = value
		case mcp.MetaKeyClientCapabilities:
			capabilities = value
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	var requested string
	if version == nil || json.Unmarshal(version, &requested) != nil || !mcp.IsModernProtocol(requested) {
		return false, nil // of the handshake era, whatever else it says
	}
	if len(capabilities) == 0 || capabilities[0] != '{' {
		return false, invalid("", "The params of tools/call are not valid: missing or invalid _meta field "+mcp.MetaKeyClientCapabilities+".")
	}
	if !slices.Contains(mcp.ValidProtocolVersions, requested) {
		unsupported := mcp.UnsupportedProtocolVersionError{Version: requested, Supported: mcp.ValidProtocolVersions}
		details := unsupported.JSONRPCError().Error
		return false, &jsonrpc.Error{Code: jsonrpc.Code(details.Code), Message: details.Message, Data: details.Data}
	}
	return true, nil
}
