package streamhttp

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// checkHeaders compares the request with the headers that repeat parts of it for proxies. The modern
// era requires them. The handshake era doesn't have them, but they must be true if a client sends
// them.
func checkHeaders(h http.Header, modern bool, method string, p *mcp.Routing) *Refusal {
	if refusal := checkHeader(h[methodHeader], "Mcp-Method", modern, method); refusal != nil {
		return refusal
	}
	if p.NameMember == "" {
		return nil
	}
	values := h[nameHeader]
	if !p.Named {
		if len(values) > 0 {
			return mismatch("the header Mcp-Name names what the params do not")
		}
		return nil // the handler says what is missing
	}
	if len(values) == 1 {
		decoded, ok := decodeValue(values[0])
		if !ok {
			return mismatch("the header Mcp-Name is not valid Base64 between =?base64? and ?=")
		}
		values = []string{decoded}
	}
	return checkHeader(values, "Mcp-Name", modern, p.Name)
}

func checkHeader(values []string, name string, due bool, want string) *Refusal {
	switch {
	case len(values) == 0 && due:
		return mismatch("the header " + name + " is missing")
	case len(values) > 1:
		return mismatch("the header " + name + " may occur only once")
	case len(values) == 1 && values[0] != want:
		return mismatch("the header " + name + " is not what the message says")
	}
	return nil
}

// decodeValue undoes the encoding of values that a header can't hold.
func decodeValue(value string) (string, bool) {
	encoded, wrapped := strings.CutPrefix(value, "=?base64?")
	if wrapped {
		encoded, wrapped = strings.CutSuffix(encoded, "?=")
	}
	if !wrapped {
		return value, true
	}
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	return string(decoded), err == nil
}

// Versions are the versions of the protocol that this package knows, newest first.
var Versions = []string{firstModern, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

const (
	// firstModern is the first version without a handshake.
	firstModern = "2026-07-28"
	// assumed is the version of clients that name none, and the only version with batches.
	assumed = "2025-03-26"
)

// MCP's codes beside the codes of JSON-RPC.
const (
	codeHeaderMismatch     jsonrpc.Code = -32020
	codeMissingCapability  jsonrpc.Code = -32021
	codeUnsupportedVersion jsonrpc.Code = -32022
)

const (
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"

	versionKey      = "io.modelcontextprotocol/protocolVersion"
	capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
)

// isModern reports whether a version belongs to the modern era. Versions are dates.
func isModern(version string) bool {
	if version < firstModern {
		return false
	}
	_, err := time.Parse(time.DateOnly, version)
	return err == nil
}

// headerVersion returns the version in the header, empty when there is none.
func (s *Server) headerVersion(h http.Header) (string, *Refusal) {
	values := h[versionHeader]
	switch {
	case len(values) == 0:
		return "", nil
	case len(values) > 1:
		return "", mismatch("the header MCP-Protocol-Version may occur only once")
	case !slices.Contains(s.options.Versions, values[0]):
		return "", &Refusal{Status: http.StatusBadRequest, Err: &jsonrpc.Error{
			Code:    codeUnsupportedVersion,
			Message: "the server does not speak this version of the protocol; it speaks " + strings.Join(s.options.Versions, ", "),
			Data: struct {
				Supported []string `json:"supported"`
				Requested string   `json:"requested"`
			}{s.options.Versions, values[0][:min(len(values[0]), 64)]},
		}}
	}
	return values[0], nil
}

// checkVersion compares the version in the header, empty when there is none, with the version in
// the params, and reports whether the message is modern: if either says so, and then both must be
// the same.
func checkVersion(header string, kind jsonrpc.Kind, p *mcp.Routing) (modern bool, refusal *Refusal) {
	switch named := isModern(p.Version); {
	case !named && !isModern(header):
		return false, nil
	case named && header == "":
		return true, mismatch("the header MCP-Protocol-Version is missing; it must be the version in _meta")
	case p.Version == "" && kind == jsonrpc.KindNotification:
		return true, nil // only requests have to say it
	case p.Version == "":
		return true, badParams("the params must have " + versionKey + " in _meta")
	case p.Version != header:
		return true, mismatch("the header MCP-Protocol-Version is not the version in _meta")
	case kind == jsonrpc.KindRequest && !p.Capabilities:
		return true, badParams("the params must have " + capabilitiesKey + " in _meta, an object that may be empty")
	}
	return true, nil
}

func mismatch(message string) *Refusal {
	return &Refusal{Status: http.StatusBadRequest, Err: newError(codeHeaderMismatch, kindHeaders, message)}
}

func badParams(message string) *Refusal {
	return &Refusal{Status: http.StatusBadRequest, Err: newError(jsonrpc.CodeInvalidParams, kindInvalidParams, message)}
}
