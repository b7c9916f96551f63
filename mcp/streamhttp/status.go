package streamhttp

import (
	"net/http"

	"github.com/mcp-adapters/mcp-adapters/jsonrpc"
)

// status returns the HTTP status of a request's answer; e is nil for a result.
// Before the modern era an error of JSON-RPC was none of HTTP.
func status(modern bool, e *jsonrpc.Error) int {
	if !modern || e == nil {
		return http.StatusOK
	}
	switch e.Code {
	case jsonrpc.CodeMethodNotFound:
		return http.StatusNotFound
	case jsonrpc.CodeParse, jsonrpc.CodeInvalidRequest, jsonrpc.CodeInvalidParams,
		codeHeaderMismatch, codeMissingCapability, codeUnsupportedVersion:
		return http.StatusBadRequest
	}
	return http.StatusOK
}
