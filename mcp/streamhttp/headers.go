package streamhttp

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
	"github.com/mcp-adapters/mcp-adapters/mcp"
)

// checkHeaders compares the headers that repeat parts of a request for proxies with
// the request. They are due in the modern era; in the other they don't exist, but
// where a client sends them all the same, they are no less true.
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
		return nil // who answers the call says what is missing
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

// Versions are the revisions of the protocol that this package knows.
var Versions = []string{firstModern, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

const (
	// firstModern is the first revision without a handshake: each request says what
	// its client speaks.
	firstModern = "2026-07-28"
	// assumed is the revision of who names none, and the only one with batches.
	assumed = "2025-03-26"
)

// The codes that MCP adds to those of JSON-RPC.
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

// isModern reports whether a version is of the modern era. Versions are dates, and
// what isn't one is no version.
func isModern(version string) bool {
	if len(version) != len(firstModern) || version < firstModern {
		return false
	}
	for i, c := range []byte(version) {
		if (c == '-') != (firstModern[i] == '-') || c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
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

// checkVersion compares the version in the header, empty when there is none, with
// what the params of a message say, and reports whether the message is of the modern
// era. It is when either says so, and then the two must be the same.
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
